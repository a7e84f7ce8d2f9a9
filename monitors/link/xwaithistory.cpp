// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/xwaithistory.h"

#include <algorithm>

namespace Nightdesk
{
void XWaitHistory::add(Time at, std::vector<XWaitTimes> waits)
{
    while (!m_looks.empty() && at - m_looks.front().at > span) {
        m_looks.pop_front();
    }
    if (waits.empty()) {
        return;
    }
    if (waits.size() > mostAtOnce) {
        std::ranges::sort(waits, {}, &XWaitTimes::whole);
        for (std::size_t i = 0; i < mostAtOnce; ++i) { // the least and the longest stay
            waits[i] = waits[i * (waits.size() - 1) / (mostAtOnce - 1)];
        }
        waits.resize(mostAtOnce);
    }
    m_looks.push_back({at, std::move(waits)});
}

void XWaitHistory::clear()
{
    m_looks.clear();
}

bool XWaitHistory::isEmpty() const
{
    return m_looks.empty();
}

Figure XWaitHistory::figure(Time now, std::chrono::microseconds XWaitTimes::*part, Certainty certainty) const
{
    std::vector<std::chrono::microseconds> all;
    std::vector<std::chrono::microseconds> newest;
    for (const Looked &look : m_looks) {
        if (now - look.at > span) {
            continue;
        }
        for (const XWaitTimes &wait : look.waits) {
            all.push_back(wait.*part);
            if (now - look.at <= fresh) {
                newest.push_back(wait.*part);
            }
        }
    }
    return Figure::of(all, certainty, Figure::of(newest, certainty, {}).median);
}

std::optional<std::chrono::microseconds> XWaitHistory::now(Time now) const
{
    return figure(now, &XWaitTimes::whole, Certainty::Estimated).now;
}

QList<RoundTripLayer> XWaitHistory::layers(Time now) const
{
    return {{RoundTripLayer::Part::XServer, RoundTripLayer::Source::RelayClock, figure(now, &XWaitTimes::server, Certainty::Measured), {}, {}},
            {RoundTripLayer::Part::XRoundTrip, RoundTripLayer::Source::ReplyToRequest, figure(now, &XWaitTimes::whole, Certainty::Estimated), {}, {}}};
}
}
