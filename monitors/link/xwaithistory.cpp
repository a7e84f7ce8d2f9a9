// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/xwaithistory.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
using Times = std::vector<std::chrono::microseconds>;

Times sorted(const std::vector<XWaitTimes> &waits, std::chrono::microseconds XWaitTimes::*part)
{
    Times times;
    std::ranges::transform(waits, std::back_inserter(times), part);
    std::ranges::sort(times);
    return times;
}

/// Removes @p old from the sorted @p times and merges @p added, in one pass; @p times stay sorted.
void replace(Times &times, const std::vector<XWaitTimes> &old, const std::vector<XWaitTimes> &added, std::chrono::microseconds XWaitTimes::*part)
{
    Times kept;
    kept.reserve(times.size());
    std::ranges::set_difference(times, sorted(old, part), std::back_inserter(kept));
    times.clear();
    std::ranges::merge(kept, sorted(added, part), std::back_inserter(times));
}
}

void XWaitHistory::add(Time at, std::vector<XWaitTimes> waits)
{
    if (waits.size() > maxPerSecond) {
        std::ranges::sort(waits, {}, &XWaitTimes::whole);
        for (std::size_t i = 0; i < maxPerSecond; ++i) { // the selection includes the shortest and the longest wait
            waits[i] = waits[i * (waits.size() - 1) / (maxPerSecond - 1)];
        }
        waits.resize(maxPerSecond);
    }
    std::vector<XWaitTimes> old;
    for (; !m_readings.empty() && at - m_readings.front().at > ageLimit; m_readings.pop_front()) {
        old.insert(old.end(), m_readings.front().waits.begin(), m_readings.front().waits.end());
    }
    if (waits.empty() && old.empty()) {
        return;
    }
    replace(m_serverTimes, old, waits, &XWaitTimes::server);
    replace(m_wholeTimes, old, waits, &XWaitTimes::whole);
    if (!waits.empty()) {
        m_readings.push_back({at, std::move(waits)});
    }
}

void XWaitHistory::clear()
{
    m_readings.clear();
    m_serverTimes.clear();
    m_wholeTimes.clear();
}

bool XWaitHistory::isEmpty() const
{
    return m_readings.empty();
}

std::optional<std::chrono::microseconds> XWaitHistory::recentMedian(Time now, std::chrono::microseconds XWaitTimes::*part) const
{
    Times times;
    for (auto look = m_readings.rbegin(); look != m_readings.rend() && now - look->at <= currentAge; ++look) {
        std::ranges::transform(look->waits, std::back_inserter(times), part);
    }
    return DurationFigure::of(times, Certainty::Measured, {}).median;
}

std::optional<std::chrono::microseconds> XWaitHistory::now(Time now) const
{
    return recentMedian(now, &XWaitTimes::whole);
}

QList<RoundTripLayer> XWaitHistory::layers(Time now) const
{
    const DurationFigure server = DurationFigure::ofSorted(m_serverTimes, Certainty::Measured, recentMedian(now, &XWaitTimes::server));
    const DurationFigure whole = DurationFigure::ofSorted(m_wholeTimes, Certainty::Estimated, recentMedian(now, &XWaitTimes::whole));
    return {{RoundTripLayer::Part::XServer, RoundTripLayer::Source::RelayClock, server, {}, {}},
            {RoundTripLayer::Part::XRoundTrip, RoundTripLayer::Source::ReplyToRequest, whole, {}, {}}};
}
}
