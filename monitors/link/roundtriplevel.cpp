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
constexpr double learnsFirst = 1.0 / 5; // for both directions, while fewer than minAnsweredProbesForUsual probes were answered
}

void RoundTripLevel::add(std::optional<Time> roundTrip)
{
    if (!roundTrip) {
        if (++m_consecutiveUnanswered >= unansweredProbesForFault) {
            m_level = Level::Fault;
        }
        return;
    }
    m_consecutiveUnanswered = 0;
    ++m_answeredCount;
    m_recentRoundTrips.push_back(*roundTrip);
    if (m_recentRoundTrips.size() > recent) {
        m_recentRoundTrips.pop_front();
    }
    std::vector<Time> sorted(m_recentRoundTrips.begin(), m_recentRoundTrips.end());
    std::ranges::sort(sorted);
    const Time now = sorted[sorted.size() / 2];
    m_recentMedian = now;
    const auto value = static_cast<double>(now.count());
    if (!m_learnedRoundTrip) {
        m_learnedRoundTrip = value;
    } else {
        const double learns = m_answeredCount <= minAnsweredProbesForUsual ? learnsFirst : value < *m_learnedRoundTrip ? learnsDown : learnsUp;
        m_learnedRoundTrip = *m_learnedRoundTrip + (value - *m_learnedRoundTrip) * learns;
    }
    if (exceedsLimit(now, m_level == Level::Fault ? faultExitLimit : faultEntryLimit)) {
        m_level = Level::Fault;
    } else if (exceedsLimit(now, m_level == Level::Ok ? degradedEntryLimit : degradedExitLimit)) {
        m_level = Level::Degraded;
    } else {
        m_level = Level::Ok;
    }
}

bool RoundTripLevel::exceedsLimit(Time value, const RoundTripLimit &limit) const
{
    return value > limit.absoluteLimit || exceedsUsualLimit(value, limit);
}

bool RoundTripLevel::exceedsUsualLimit(Time value, const RoundTripLimit &limit) const
{
    const auto rule = usualRoundTrip();
    return rule && static_cast<double>(value.count()) > static_cast<double>(rule->count()) * limit.usualFactor && value > *rule + limit.usualMargin;
}

bool RoundTripLevel::hasTooManyUnanswered() const
{
    return m_consecutiveUnanswered >= unansweredProbesForFault;
}

bool RoundTripLevel::isSlowerThanUsual() const
{
    // The same hysteresis as for the level: a limit in effect ends at a lower value.
    return m_level != Level::Ok && exceedsUsualLimit(m_recentMedian, m_level == Level::Fault ? faultExitLimit : degradedExitLimit);
}

RoundTripLevel::Level RoundTripLevel::level() const
{
    return m_level;
}

std::optional<RoundTripLevel::Time> RoundTripLevel::usualRoundTrip() const
{
    return m_learnedRoundTrip && m_answeredCount >= minAnsweredProbesForUsual ? std::optional(Time(static_cast<Time::rep>(*m_learnedRoundTrip))) : std::nullopt;
}
}
