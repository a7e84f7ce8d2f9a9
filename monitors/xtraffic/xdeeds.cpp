// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xforecast.h"
#include "monitors/xtraffic/xspans.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Programs think between two things that they draw: ds9 does for 0.2 s in a zoom.
constexpr std::int64_t quiet = 500'000;
/// Press and release, and the second half of a double click, are one deed.
constexpr std::int64_t oneStroke = 250'000;
/// What draws for ever by itself (a clock, a video) is no deed's doing.
constexpr std::int64_t longest = 60'000'000;

/// Divides what follows a start into deeds.
class Divider
{
public:
    Divider(const XTrace &trace, const XLinkFigures &link, const XRoundTrips &roundTrips)
        : m_link(link)
        , m_roundTrips(roundTrips)
        , m_waits(XWaits::of(trace, 0, trace.end, roundTrips))
    {
        std::ranges::sort(m_waits, {}, &XWait::from);
    }

    void add(const XRecord &record)
    {
        const std::int64_t roundTrip = m_roundTrips.least(record.at);
        if (m_open && (record.at - m_active > quiet + roundTrip * 3 / 2 || record.at - m_deed.from > longest)) {
            close();
        }
        if (record.has(XRecord::Input) && !record.has(XRecord::Up)) {
            const bool isNew = m_open && record.at - m_deed.from >= oneStroke + roundTrip && record.at - m_active >= 50'000 + roundTrip * 3 / 2;
            if (isNew) {
                close();
            }
            if (!m_open) {
                m_open = true;
                m_spoke = false;
                m_deed = {.from = record.at, .to = record.at, .cost = {}};
            }
            m_active = record.at;
        } else if (m_open && record.has(XRecord::Up)) {
            m_spoke = true;
            m_active = record.at;
            m_deed.to = record.at;
            m_deed.cost.bytesUp += record.size;
        }
        if (m_open && !record.has(XRecord::Up)) {
            m_deed.cost.bytesDown += record.size;
        }
    }

    std::vector<XDeed> finish()
    {
        close();
        return std::move(m_deeds);
    }

private:
    void close()
    {
        if (m_open && m_spoke) {
            settle();
            m_deeds.push_back(m_deed);
        }
        m_open = false;
    }

    /// Counts what was waited for before the last thing that was drawn; the way of the key and of the first answer comes on top.
    void settle()
    {
        const auto first = std::ranges::lower_bound(m_waits, m_deed.from, {}, &XWait::from);
        std::vector<XWait> waits;
        for (auto wait = first; wait != m_waits.end() && wait->from < m_deed.to; ++wait) {
            if (wait->to <= m_deed.to) {
                waits.push_back(*wait);
            }
        }
        const std::int64_t there = std::min(m_roundTrips.at(m_deed.from), m_deed.to - m_deed.from);
        m_deed.cost.synchronous = XSpans::oneByOne(waits) + 1;
        m_deed.cost.local =
            std::max<std::int64_t>(0,
                                   m_deed.to - m_deed.from - there - XSpans::onTheLine(waits) - m_link.travelTime(m_deed.cost.bytesUp + m_deed.cost.bytesDown));
    }

    XLinkFigures m_link;
    const XRoundTrips &m_roundTrips;
    std::vector<XWait> m_waits; ///< by their beginning
    std::vector<XDeed> m_deeds;
    XDeed m_deed;
    std::int64_t m_active = 0;
    bool m_open = false;
    bool m_spoke = false;
};
}

std::vector<XDeed> XForecast::deeds(const XTrace &trace, const XLinkFigures &link)
{
    const auto started = startEnd(trace, link);
    if (!started) {
        return {};
    }
    const XRoundTrips roundTrips = XRoundTrips::markedOr(trace, link.roundTrip);
    Divider divider(trace, link, roundTrips);
    trace.forEach(trace.lowerBound(*started + 1), trace.size(), [&](const XRecord &record) {
        divider.add(record);
    });
    return divider.finish();
}

std::optional<XDeed> XForecast::middle(const std::vector<XDeed> &deeds, const XLinkFigures &link)
{
    if (deeds.empty()) {
        return {};
    }
    std::vector<XDeed> ordered = deeds;
    const auto half = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() / 2);
    std::ranges::nth_element(ordered, half, {}, [&](const XDeed &deed) {
        return deed.cost.over(link);
    });
    return *half;
}
}
