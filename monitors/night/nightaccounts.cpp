// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightaccounts.h"

#include "monitors/night/night.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
bool mayBe(const QString &account, const InstrumentProfile &profile)
{
    return profile.accounts.isEmpty() || profile.accounts.contains(account);
}

QString pick(const QList<GivenAccount> &given, const InstrumentProfile &profile, auto isWanted)
{
    QString last;
    for (const GivenAccount &entry : given) {
        if (!isWanted(entry) || !mayBe(entry.account, profile)) {
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

NightAccounts::NightAccounts(const QList<GivenAccount> &given)
    : m_given(given)
{
    std::ranges::stable_sort(m_given, {}, &GivenAccount::at);
}

QString NightAccounts::tonights(const InstrumentProfile &profile, const QString &timezone, const QDateTime &now) const
{
    const QDate night = nightOf(now, timezone);
    return pick(m_given, profile, [&](const GivenAccount &entry) {
        return nightOf(entry.at, timezone) == night;
    });
}

QString NightAccounts::proposal(const InstrumentProfile &profile) const
{
    return pick(m_given, profile, [](const GivenAccount &) {
        return true;
    });
}

void NightAccounts::add(const GivenAccount &given)
{
    m_given.removeIf([&given](const GivenAccount &entry) {
        return entry.profile == given.profile;
    });
    m_given.append(given);
}

void NightAccounts::endNight(const QString &timezone, const QDateTime &now)
{
    const QDate night = nightOf(now, timezone);
    for (GivenAccount &entry : m_given) {
        while (nightOf(entry.at, timezone) == night) {
            entry.at = entry.at.addDays(-1);
        }
    }
    std::ranges::stable_sort(m_given, {}, &GivenAccount::at);
}

void NightAccounts::endAnyNight(const QDateTime &now)
{
    constexpr int longest = 25 * 3600; // seconds that a night lasts at most, if clocks are set back during the night
    if (m_given.isEmpty() || m_given.constLast().at < now.addSecs(-longest)) {
        return;
    }
    const qint64 days = now.addSecs(-longest).daysTo(m_given.constLast().at) + 1;
    for (GivenAccount &entry : m_given) {
        entry.at = entry.at.addDays(-days); // all entries are moved by the same amount, to keep their order
    }
}

const QList<GivenAccount> &NightAccounts::given() const
{
    return m_given;
}
}
