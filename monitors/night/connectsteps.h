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
    QString profile; ///< its id
    bool lastGood = false; ///< connect the last valid version, which the list shows for a broken profile
    bool operator==(const ConnectRequest &) const = default;
};

/// What is known at this desk, apart from the facility's files.
struct ConnectKnowledge {
    bool isRead = false; ///< false: the facility's files are being read again
    QString site; ///< the effective site; empty: none was chosen
    bool isSiteOrdered = false; ///< set on the command line, so the user is not asked
    NightAccounts accounts;
    QString accountRead; ///< the account that replaced {account} when the facility was last read
    QSet<QString> agreed; ///< what the user agreed to since the program started, by agreement()
    std::optional<bool> canConfine = true; ///< whether the desk's X server can confine programs; empty: the answer is pending
    QHash<QString, UnconfinedPrograms> unconfined; ///< tonight's choice, by the profile's id
    QDateTime now;
};

/// The next step towards a connection.
struct ConnectStep {
    enum class Kind {
        WaitForReading,
        AskSite,
        AskAccount,
        ReadWithAccount, ///< read the facility with this account, then call next() again
        AskTrust,
        AskUnconfined, ///< about the profile's untrusted X programs
        Connect,
        Stop ///< the profile cannot be connected; obstacle gives the reason
    };
    enum class Obstacle {
        None,
        UnknownSite,
        NoSuchProfile,
        HasErrors, ///< its file has errors, and no last valid version was requested or exists
        WasCorrected, ///< the last valid version was requested, but the file has been corrected
        Unjudged ///< what the profile would run could not be determined
    };
    Kind kind = Kind::WaitForReading;
    Obstacle obstacle = Obstacle::None;
    InstrumentProfile profile; ///< set from AskAccount on; with Connect: the profile to connect
    QString account; ///< AskAccount: the proposal; later steps: tonight's account; empty: the profile needs none
    TrustVerdict verdict; ///< AskTrust
    QString agreement; ///< AskTrust: what the user's agreement will apply to until the program ends
    QList<SiteSpec> sites; ///< AskSite
};

/// The order of the questions before a profile is connected. Pure: next() is called again after every answer and every change on disk,
/// so that nothing is connected that differs from what the user saw.
namespace ConnectSteps
{
ConnectStep next(const ConnectRequest &wish, const Facility &facility, const ConnectKnowledge &known);
/// Both steps ask exactly the same question, so an open dialog may stay open.
bool isSameQuestion(const ConnectStep &a, const ConnectStep &b);
/// The facility has more than one site, and none of them is chosen.
bool asksForSite(const Facility &facility, const ConnectKnowledge &known);
/// A key for what the user agreed to: this profile of this facility, with this verdict, at this site.
QString agreement(const Facility &facility, const QString &site, const QString &profileId, const TrustVerdict &verdict);
}
}
