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
    if (waits.size() > mostAtOnce) {
        std::ranges::sort(waits, {}, &XWaitTimes::whole);
        for (std::size_t i = 0; i < mostAtOnce; ++i) { // the selection includes the shortest and the longest wait
            waits[i] = waits[i * (waits.size() - 1) / (mostAtOnce - 1)];
        }
        waits.resize(mostAtOnce);
    }
    std::vector<XWaitTimes> old;
    for (; !m_looks.empty() && at - m_looks.front().at > span; m_looks.pop_front()) {
        old.insert(old.end(), m_looks.front().waits.begin(), m_looks.front().waits.end());
    }
    if (waits.empty() && old.empty()) {
        return;
    }
    replace(m_server, old, waits, &XWaitTimes::server);
    replace(m_whole, old, waits, &XWaitTimes::whole);
    if (!waits.empty()) {
        m_looks.push_back({at, std::move(waits)});
    }
}

void XWaitHistory::clear()
{
    m_looks.clear();
    m_server.clear();
    m_whole.clear();
}

bool XWaitHistory::isEmpty() const
{
    return m_looks.empty();
}

std::optional<std::chrono::microseconds> XWaitHistory::newest(Time now, std::chrono::microseconds XWaitTimes::*part) const
{
    Times times;
    for (auto look = m_looks.rbegin(); look != m_looks.rend() && now - look->at <= fresh; ++look) {
        std::ranges::transform(look->waits, std::back_inserter(times), part);
    }
    return Figure::of(times, Certainty::Measured, {}).median;
}

std::optional<std::chrono::microseconds> XWaitHistory::now(Time now) const
{
    return newest(now, &XWaitTimes::whole);
}

QList<RoundTripLayer> XWaitHistory::layers(Time now) const
{
    const Figure server = Figure::ofSorted(m_server, Certainty::Measured, newest(now, &XWaitTimes::server));
    const Figure whole = Figure::ofSorted(m_whole, Certainty::Estimated, newest(now, &XWaitTimes::whole));
    return {{RoundTripLayer::Part::XServer, RoundTripLayer::Source::RelayClock, server, {}, {}},
            {RoundTripLayer::Part::XRoundTrip, RoundTripLayer::Source::ReplyToRequest, whole, {}, {}}};
}
}
