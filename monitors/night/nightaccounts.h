// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>

namespace Nightdesk
{
/// An account that an observer entered for a profile.
struct EnteredAccount {
    QString profile; ///< the profile's id
    QString account;
    QDateTime enteredAt; ///< time when the account was entered, UTC
    bool operator==(const EnteredAccount &) const = default;
};

/// The accounts that observers entered at one facility: asked for once a night, with the last one as the proposal. A night
/// lasts from noon to noon in the facility's time zone. Pure. AccountStore saves it; ConnectSteps uses it.
class NightAccounts
{
public:
    explicit NightAccounts(const QList<EnteredAccount> &entries = {});

    /// The account for @p profile in the night of @p now: the one entered for this profile, else the last one entered
    /// for another profile, if @p profile lists that account. Empty: the user has to be asked.
    QString accountOfTonight(const InstrumentProfile &profile, const QString &timezone, const QDateTime &now) const;
    /// The account that was last entered on any night and that @p profile lists; empty: none.
    QString proposedAccount(const InstrumentProfile &profile) const;
    /// Replaces an earlier account for the same profile.
    void add(const EnteredAccount &newEntry);
    /// Moves tonight's accounts to the previous night: the accounts are proposed, but the user is asked again.
    void endNight(const QString &timezone, const QDateTime &now);
    /// Like endNight(), for a time zone that is not known: moves all entries back so far that they belong to an earlier night in
    /// any time zone.
    void endNightInAnyTimezone(const QDateTime &now);
    const QList<EnteredAccount> &enteredAccounts() const; ///< the last account entered for each profile, on any night, oldest first

private:
    QList<EnteredAccount> m_entriesOfAllNights;
};
}
