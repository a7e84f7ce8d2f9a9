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

Times sortedTimes(const std::vector<XWaitTimes> &waits, std::chrono::microseconds XWaitTimes::*part)
{
    Times times;
    std::ranges::transform(waits, std::back_inserter(times), part);
    std::ranges::sort(times);
    return times;
}

/// Removes @p old from the sorted @p times and merges @p added, in one pass; @p times stay sorted.
void replaceInSorted(Times &times, const std::vector<XWaitTimes> &old, const std::vector<XWaitTimes> &added, std::chrono::microseconds XWaitTimes::*part)
{
    Times kept;
    kept.reserve(times.size());
    std::ranges::set_difference(times, sortedTimes(old, part), std::back_inserter(kept));
    times.clear();
    std::ranges::merge(kept, sortedTimes(added, part), std::back_inserter(times));
}
}

void XWaitHistory::add(Time at, std::vector<XWaitTimes> waits)
{
    if (waits.size() > maxWaitsPerSecond) {
        std::ranges::sort(waits, {}, &XWaitTimes::totalTime);
        for (std::size_t i = 0; i < maxWaitsPerSecond; ++i) { // the shortest and the longest wait are always kept
            waits[i] = waits[i * (waits.size() - 1) / (maxWaitsPerSecond - 1)];
        }
        waits.resize(maxWaitsPerSecond);
    }
    std::vector<XWaitTimes> old;
    for (; !m_waitBatches.empty() && at - m_waitBatches.front().addedAt > maxAge; m_waitBatches.pop_front()) {
        old.insert(old.end(), m_waitBatches.front().waits.begin(), m_waitBatches.front().waits.end());
    }
    if (waits.empty() && old.empty()) {
        return;
    }
    replaceInSorted(m_sortedServerTimes, old, waits, &XWaitTimes::serverTime);
    replaceInSorted(m_sortedTotalTimes, old, waits, &XWaitTimes::totalTime);
    if (!waits.empty()) {
        m_waitBatches.push_back({at, std::move(waits)});
    }
}

void XWaitHistory::clear()
{
    m_waitBatches.clear();
    m_sortedServerTimes.clear();
    m_sortedTotalTimes.clear();
}

bool XWaitHistory::isEmpty() const
{
    return m_waitBatches.empty();
}

std::optional<std::chrono::microseconds> XWaitHistory::recentMedian(Time now, std::chrono::microseconds XWaitTimes::*part) const
{
    Times times;
    for (auto batch = m_waitBatches.rbegin(); batch != m_waitBatches.rend() && now - batch->addedAt <= maxCurrentAge; ++batch) {
        std::ranges::transform(batch->waits, std::back_inserter(times), part);
    }
    return DurationFigure::of(times, Certainty::Measured, {}).median;
}

std::optional<std::chrono::microseconds> XWaitHistory::currentMedian(Time now) const
{
    return recentMedian(now, &XWaitTimes::totalTime);
}

QList<RoundTripLayer> XWaitHistory::layers(Time now) const
{
    const DurationFigure serverTime = DurationFigure::ofSorted(m_sortedServerTimes, Certainty::Measured, recentMedian(now, &XWaitTimes::serverTime));
    const DurationFigure totalTime = DurationFigure::ofSorted(m_sortedTotalTimes, Certainty::Estimated, recentMedian(now, &XWaitTimes::totalTime));
    return {{RoundTripLayer::Part::XServer, RoundTripLayer::Source::RelayClock, serverTime, {}, {}},
            {RoundTripLayer::Part::XRoundTrip, RoundTripLayer::Source::ReplyToRequest, totalTime, {}, {}}};
}
}
