// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/nightaccounts.h"
#include "sessions/profiles/unconfinedprograms.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// Somebody wants this profile connected.
struct ConnectRequest {
    QString profile; ///< its id
    bool lastGood = false; ///< in its last form without an error, as the list shows a broken one
    bool operator==(const ConnectRequest &) const = default;
};

/// What is known at this desk, apart from the facility's own words.
struct ConnectKnowledge {
    bool isRead = false; ///< false: what the facility says is about to be replaced
    QString site; ///< in force; empty: none was chosen
    bool isSiteOrdered = false; ///< by the command line: not to be asked for
    NightAccounts accounts;
    QString accountRead; ///< stands for {account} in the facility as it was read
    QSet<QString> agreed; ///< in this run, as agreement() names it
    std::optional<bool> canConfine = true; ///< the desk's X server; empty: it is being asked
    QHash<QString, UnconfinedPrograms> unconfined; ///< tonight's choice, by the profile's id
    QDateTime now;
};

/// The one thing to do next.
struct ConnectStep {
    enum class Kind {
        WaitForReading,
        AskSite,
        AskAccount,
        ReadWithAccount, ///< read the facility with this account, then go on
        AskTrust,
        AskUnconfined, ///< about the profile's untrusted X programs
        Connect,
        Stop ///< it cannot be connected; obstacle says why
    };
    enum class Obstacle {
        None,
        UnknownSite,
        NoSuchProfile,
        HasMistakes, ///< since it was chosen, or it never had a good form
        WasMended, ///< a last good form was chosen, but there is a new one
        Unjudged ///< nobody could say what it would run
    };
    Kind kind = Kind::WaitForReading;
    Obstacle obstacle = Obstacle::None;
    InstrumentProfile profile; ///< from AskAccount on; with Connect: what to connect
    QString account; ///< AskAccount: the proposal; later: tonight's; empty: it wants none
    TrustVerdict verdict; ///< AskTrust
    QString agreement; ///< AskTrust: what the answer counts for in this run
    QList<SiteSpec> sites; ///< AskSite
};

/// The order of the questions before a profile is connected. Pure: every answer, and every change on the disk, is followed
/// by asking what comes next, so that nothing is connected which differs from what a person saw.
namespace ConnectSteps
{
ConnectStep next(const ConnectRequest &wish, const Facility &facility, const ConnectKnowledge &known);
/// The same question, word for word: it may stay open.
bool isSameQuestion(const ConnectStep &a, const ConnectStep &b);
/// More than one site and none chosen that the facility knows.
bool asksForSite(const Facility &facility, const ConnectKnowledge &known);
/// Names what somebody agreed to: this profile of this facility, as judged and as it is in force at this site.
QString agreement(const Facility &facility, const QString &site, const QString &profileId, const TrustVerdict &verdict);
}
}
