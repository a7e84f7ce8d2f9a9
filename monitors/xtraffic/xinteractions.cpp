// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xforecast.h"
#include "monitors/xtraffic/xspans.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Microseconds without a drawing request after which an interaction is over. Programs compute between two drawing
/// steps: ds9 does so for 0.2 s in a zoom.
constexpr std::int64_t quiet = 500'000;
/// Microseconds within which presses belong to one interaction, as press and release, or the two halves of a double
/// click.
constexpr std::int64_t sameInteractionTime = 250'000;
/// Limit of an interaction in microseconds, for a program that draws all the time (a clock, a video).
constexpr std::int64_t longest = 60'000'000;

/// Divides the records after a start into interactions.
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
        if (m_open && (record.at - m_active > quiet + roundTrip * 3 / 2 || record.at - m_interaction.from > longest)) {
            close();
        }
        if (record.has(XRecord::Input) && !record.has(XRecord::Up)) {
            const bool isNew =
                m_open && record.at - m_interaction.from >= sameInteractionTime + roundTrip && record.at - m_active >= 50'000 + roundTrip * 3 / 2;
            if (isNew) {
                close();
            }
            if (!m_open) {
                m_open = true;
                m_spoke = false;
                m_interaction = {.from = record.at, .to = record.at, .cost = {}};
            }
            m_active = record.at;
        } else if (m_open && record.has(XRecord::Up)) {
            m_spoke = true;
            m_active = record.at;
            m_interaction.to = record.at;
            m_interaction.cost.bytesUp += record.size;
        }
        if (m_open && !record.has(XRecord::Up)) {
            m_interaction.cost.bytesDown += record.size;
        }
    }

    std::vector<XInteraction> finish()
    {
        close();
        return std::move(m_interactions);
    }

private:
    void close()
    {
        if (m_open && m_spoke) {
            settle();
            m_interactions.push_back(m_interaction);
        }
        m_open = false;
    }

    /// Counts the waits before the last drawing request. One more round trip is the path of the key and of the first
    /// answer.
    void settle()
    {
        const auto first = std::ranges::lower_bound(m_waits, m_interaction.from, {}, &XWait::from);
        std::vector<XWait> waits;
        for (auto wait = first; wait != m_waits.end() && wait->from < m_interaction.to; ++wait) {
            if (wait->to <= m_interaction.to) {
                waits.push_back(*wait);
            }
        }
        const std::int64_t there = std::min(m_roundTrips.at(m_interaction.from), m_interaction.to - m_interaction.from);
        m_interaction.cost.roundTripCount = XSpans::oneByOne(waits) + 1;
        m_interaction.cost.nonNetworkTime = std::max<std::int64_t>(0,
                                                                   m_interaction.to - m_interaction.from - there - XSpans::onTheLine(waits)
                                                                       - m_link.transferTime(m_interaction.cost.bytesUp + m_interaction.cost.bytesDown));
    }

    XLinkFigures m_link;
    const XRoundTrips &m_roundTrips;
    std::vector<XWait> m_waits; ///< waits of the current interaction, sorted by begin
    std::vector<XInteraction> m_interactions;
    XInteraction m_interaction;
    std::int64_t m_active = 0;
    bool m_open = false;
    bool m_spoke = false;
};
}

std::vector<XInteraction> XForecast::interactions(const XTrace &trace, const XLinkFigures &link)
{
    const auto started = startupEndTime(trace, link);
    if (!started) {
        return {};
    }
    const XRoundTrips roundTrips = XRoundTrips::fromMarksOrFixed(trace, link.roundTrip);
    Divider divider(trace, link, roundTrips);
    trace.forEach(trace.lowerBound(*started + 1), trace.size(), [&](const XRecord &record) {
        divider.add(record);
    });
    return divider.finish();
}

std::optional<XInteraction> XForecast::middle(const std::vector<XInteraction> &interactions, const XLinkFigures &link)
{
    if (interactions.empty()) {
        return {};
    }
    std::vector<XInteraction> ordered = interactions;
    const auto half = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() / 2);
    std::ranges::nth_element(ordered, half, {}, [&](const XInteraction &interaction) {
        return interaction.cost.over(link);
    });
    return *half;
}
}
