// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/nightaccounts.h"
#include "sessions/profiles/unconfinedprograms.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// A request to connect a profile.
struct ConnectRequest {
    QString profile; ///< the profile's id
    bool usesLastValidVersion = false; ///< connect the last valid version, which the list shows for a broken profile
    bool operator==(const ConnectRequest &) const = default;
};

/// What is known at this desk, apart from the facility's files.
struct ConnectFacts {
    bool isFacilityRead = false; ///< true: the files of the facility have been read, and are not being read again
    QString site; ///< the effective site; empty: none was chosen
    bool isSiteFromCommandLine = false; ///< the site was set on the command line, so the user is not asked for it
    NightAccounts accounts;
    QString accountInsertedInFacility; ///< the account inserted for the placeholder {account} when the facility was last read
    QSet<QString> approvedProfileKeys; ///< keys of what the user approved since the program started, as made by profileApprovalKey()
    std::optional<bool> canConfinePrograms = true; ///< whether the desk's X server can confine programs; empty: the answer is pending
    /// What the user chose tonight for programs that cannot be confined, by the profile's id.
    QHash<QString, UnconfinedPrograms> unconfinedProgramsChoices;
    QDateTime now;
};

/// The next step towards a connection.
struct ConnectStep {
    enum class Kind {
        WaitForFacility,
        AskSite,
        AskAccount,
        ReadFacilityWithAccount, ///< read the facility with this account, then call next() again
        AskTrust,
        AskAboutUnconfinedPrograms, ///< ask about the profile's untrusted X programs, which the X server cannot confine
        Connect,
        CannotConnect ///< the profile cannot be connected, for the reason in the member obstacle
    };
    enum class Obstacle {
        None,
        UnknownSite,
        NoSuchProfile,
        HasErrors, ///< the profile's file has errors, and no last valid version was requested, or there is none
        ProfileWasCorrected, ///< the last valid version of a broken profile was requested, but the profile is valid again
        TrustNotDetermined ///< what the profile would run could not be determined, so the user cannot be asked to approve it
    };
    Kind kind = Kind::WaitForFacility;
    Obstacle obstacle = Obstacle::None;
    InstrumentProfile profile; ///< the profile to connect; set from the step AskAccount on
    /// With AskAccount: the account to propose; in later steps: tonight's account; empty: the profile needs none.
    QString account;
    TrustVerdict verdict; ///< set with AskTrust: what the user has to agree to
    QString profileApprovalKey; ///< set with AskTrust: key of the agreement, which applies until the program ends
    QList<SiteSpec> sites; ///< set with AskSite: the sites to choose from
};

/// The order of the questions before a profile is connected. Pure. next() is called again after every answer and every
/// change on disk, so that nothing is connected that differs from what the user saw.
namespace ConnectSteps
{
ConnectStep next(const ConnectRequest &request, const Facility &facility, const ConnectFacts &facts);
/// Whether both steps ask exactly the same question, so that an open dialog may stay open.
bool isSameQuestion(const ConnectStep &a, const ConnectStep &b);
/// Whether the user has to choose a site: the facility has more than one, and none of them is chosen.
bool asksForSite(const Facility &facility, const ConnectFacts &facts);
/// A key that identifies what the user agreed to: this profile of this facility, with this verdict, at this site.
QString profileApprovalKey(const Facility &facility, const QString &site, const QString &profileId, const TrustVerdict &verdict);
}
}
