// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QDateTime>

namespace Nightdesk
{
/// An account that somebody gave for a profile.
struct GivenAccount {
    QString profile; ///< its id
    QString account;
    QDateTime at; ///< UTC
    bool operator==(const GivenAccount &) const = default;
};

/// The accounts that observers gave at one facility: asked for once a night, the last one is proposed the next. A night
/// runs from noon to noon in the facility's time zone. Pure. AccountStore reads and writes it; connectSteps() decides by it.
class NightAccounts
{
public:
    explicit NightAccounts(const QList<GivenAccount> &given = {});

    /// What @p profile is connected with in the night of @p now: what was given for it, else the last given for another
    /// profile, as far as its list has that. Empty: ask.
    QString tonights(const InstrumentProfile &profile, const QString &timezone, const QDateTime &now) const;
    /// Of whatever night; empty: nothing was ever given that its list has.
    QString proposal(const InstrumentProfile &profile) const;
    /// Takes the place of what was given for that profile before.
    void add(const GivenAccount &given);
    /// As if tonight's had been given the night before: proposed, but asked for again.
    void endNight(const QString &timezone, const QDateTime &now);
    /// The same where the time zone is not known: for whatever zone, none of them is tonight's any more.
    void endAnyNight(const QDateTime &now);
    const QList<GivenAccount> &given() const; ///< the oldest first

private:
    QList<GivenAccount> m_given;
};
}
