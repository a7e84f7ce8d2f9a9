// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>

namespace Nightdesk
{
/// An account that an observer entered for a profile.
struct GivenAccount {
    QString profile; ///< its id
    QString account;
    QDateTime at; ///< UTC
    bool operator==(const GivenAccount &) const = default;
};

/// The accounts that observers entered at one facility: asked for once a night, with the last one as the proposal. A night
/// lasts from noon to noon in the facility's time zone. Pure. AccountStore saves it; ConnectSteps uses it.
class NightAccounts
{
public:
    explicit NightAccounts(const QList<GivenAccount> &given = {});

    /// The account for @p profile in the night of @p now: the one entered for this profile, else the last one entered for another
    /// profile, if it is in the list of @p profile. Empty: ask.
    QString tonights(const InstrumentProfile &profile, const QString &timezone, const QDateTime &now) const;
    /// The last account from any night; empty: none that is in the profile's list.
    QString proposal(const InstrumentProfile &profile) const;
    /// Replaces an earlier account for the same profile.
    void add(const GivenAccount &given);
    /// Moves tonight's accounts to the previous night: they are proposed, but asked for again.
    void endNight(const QString &timezone, const QDateTime &now);
    /// The same if the time zone is not known: moves all entries so that none is tonight's in any time zone.
    void endAnyNight(const QDateTime &now);
    const QList<GivenAccount> &given() const; ///< the oldest first

private:
    QList<GivenAccount> m_given;
};
}
