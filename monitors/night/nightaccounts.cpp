// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightaccounts.h"

#include "monitors/night/night.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
bool isAccountAllowed(const QString &account, const InstrumentProfile &profile)
{
    return profile.accounts.isEmpty() || profile.accounts.contains(account);
}

QString findAccount(const QList<EnteredAccount> &entries, const InstrumentProfile &profile, auto isWanted)
{
    QString last;
    for (const EnteredAccount &entry : entries) {
        if (!isWanted(entry) || !isAccountAllowed(entry.account, profile)) {
            continue;
        }
        if (entry.profile == profile.id) {
            return entry.account;
        }
        last = entry.account;
    }
    return last;
}
}

NightAccounts::NightAccounts(const QList<EnteredAccount> &entries)
    : m_entriesOfAllNights(entries)
{
    std::ranges::stable_sort(m_entriesOfAllNights, {}, &EnteredAccount::enteredAt);
}

QString NightAccounts::accountOfTonight(const InstrumentProfile &profile, const QString &timezone, const QDateTime &now) const
{
    const QDate night = nightOf(now, timezone);
    return findAccount(m_entriesOfAllNights, profile, [&](const EnteredAccount &entry) {
        return nightOf(entry.enteredAt, timezone) == night;
    });
}

QString NightAccounts::proposedAccount(const InstrumentProfile &profile) const
{
    return findAccount(m_entriesOfAllNights, profile, [](const EnteredAccount &) {
        return true;
    });
}

void NightAccounts::add(const EnteredAccount &newEntry)
{
    m_entriesOfAllNights.removeIf([&newEntry](const EnteredAccount &entry) {
        return entry.profile == newEntry.profile;
    });
    m_entriesOfAllNights.append(newEntry);
}

void NightAccounts::endNight(const QString &timezone, const QDateTime &now)
{
    const QDate night = nightOf(now, timezone);
    for (EnteredAccount &entry : m_entriesOfAllNights) {
        while (nightOf(entry.enteredAt, timezone) == night) {
            entry.enteredAt = entry.enteredAt.addDays(-1);
        }
    }
    std::ranges::stable_sort(m_entriesOfAllNights, {}, &EnteredAccount::enteredAt);
}

void NightAccounts::endNightInAnyTimezone(const QDateTime &now)
{
    constexpr int longest = 25 * 3600; // seconds that a night lasts at most, if clocks are set back during the night
    if (m_entriesOfAllNights.isEmpty() || m_entriesOfAllNights.constLast().enteredAt < now.addSecs(-longest)) {
        return;
    }
    const qint64 days = now.addSecs(-longest).daysTo(m_entriesOfAllNights.constLast().enteredAt) + 1;
    for (EnteredAccount &entry : m_entriesOfAllNights) {
        entry.enteredAt = entry.enteredAt.addDays(-days); // all entries are moved by the same amount, to keep their order
    }
}

const QList<EnteredAccount> &NightAccounts::enteredAccounts() const
{
    return m_entriesOfAllNights;
}
}
