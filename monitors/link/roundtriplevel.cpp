// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/roundtriplevel.h"

#include <algorithm>
#include <vector>

namespace Nightdesk
{
namespace
{
constexpr std::size_t recent = 5; // number of round trips: with a median of five, a single late probe has no effect
// The usual value follows a better path within a minute and a worse one within hours, so that a bad hour does not become usual.
constexpr double learnsDown = 1.0 / 15;
constexpr double learnsUp = 1.0 / 5000;
constexpr double learnsFirst = 1.0 / 5; // used instead while only a few round trips are known
}

void RoundTripLevel::add(std::optional<Time> roundTrip)
{
    if (!roundTrip) {
        if (++m_unanswered >= unansweredForFault) {
            m_level = Level::Fault;
        }
        return;
    }
    m_unanswered = 0;
    ++m_answered;
    m_recent.push_back(*roundTrip);
    if (m_recent.size() > recent) {
        m_recent.pop_front();
    }
    std::vector<Time> sorted(m_recent.begin(), m_recent.end());
    std::ranges::sort(sorted);
    const Time now = sorted[sorted.size() / 2];
    m_currentMedian = now;
    const auto value = static_cast<double>(now.count());
    if (!m_usual) {
        m_usual = value;
    } else {
        const double learns = m_answered <= answersNeeded ? learnsFirst : value < *m_usual ? learnsDown : learnsUp;
        m_usual = *m_usual + (value - *m_usual) * learns;
    }
    if (exceedsLimit(now, m_level == Level::Fault ? leavesFault : entersFault)) {
        m_level = Level::Fault;
    } else if (exceedsLimit(now, m_level == Level::Ok ? entersDegraded : leavesDegraded)) {
        m_level = Level::Degraded;
    } else {
        m_level = Level::Ok;
    }
}

bool RoundTripLevel::exceedsLimit(Time value, const RoundTripLimit &limit) const
{
    return value > limit.ceiling || exceedsUsualLimit(value, limit);
}

bool RoundTripLevel::exceedsUsualLimit(Time value, const RoundTripLimit &limit) const
{
    const auto rule = usualRoundTrip();
    return rule && static_cast<double>(value.count()) > static_cast<double>(rule->count()) * limit.usualFactor && value > *rule + limit.usualMargin;
}

bool RoundTripLevel::isUnanswered() const
{
    return m_unanswered >= unansweredForFault;
}

bool RoundTripLevel::isSlowerThanUsual() const
{
    // The same hysteresis as for the level: a limit in effect ends at a lower value.
    return m_level != Level::Ok && exceedsUsualLimit(m_currentMedian, m_level == Level::Fault ? leavesFault : leavesDegraded);
}

RoundTripLevel::Level RoundTripLevel::level() const
{
    return m_level;
}

std::optional<RoundTripLevel::Time> RoundTripLevel::usualRoundTrip() const
{
    return m_usual && m_answered >= answersNeeded ? std::optional(Time(static_cast<Time::rep>(*m_usual))) : std::nullopt;
}
}
