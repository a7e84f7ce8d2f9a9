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
class InteractionSplitter
{
public:
    InteractionSplitter(const XTrace &trace, const XLinkFigures &link, const XRoundTrips &roundTrips)
        : m_link(link)
        , m_roundTrips(roundTrips)
        , m_allWaits(XWaits::of(trace, 0, trace.endTime, roundTrips))
    {
        std::ranges::sort(m_allWaits, {}, &XWait::beganAt);
    }

    void add(const XRecord &record)
    {
        const std::int64_t roundTrip = m_roundTrips.shortestRoundTripAround(record.at);
        if (m_isInteractionOpen && (record.at - m_lastActivityAt > quiet + roundTrip * 3 / 2 || record.at - m_currentInteraction.from > longest)) {
            closeInteraction();
        }
        if (record.has(XRecord::UserInput) && !record.has(XRecord::FromProgram)) {
            const bool isNew = m_isInteractionOpen && record.at - m_currentInteraction.from >= sameInteractionTime + roundTrip
                && record.at - m_lastActivityAt >= 50'000 + roundTrip * 3 / 2;
            if (isNew) {
                closeInteraction();
            }
            if (!m_isInteractionOpen) {
                m_isInteractionOpen = true;
                m_hasProgramResponded = false;
                m_currentInteraction = {.from = record.at, .to = record.at, .cost = {}};
            }
            m_lastActivityAt = record.at;
        } else if (m_isInteractionOpen && record.has(XRecord::FromProgram)) {
            m_hasProgramResponded = true;
            m_lastActivityAt = record.at;
            m_currentInteraction.to = record.at;
            m_currentInteraction.cost.bytesUp += record.size;
        }
        if (m_isInteractionOpen && !record.has(XRecord::FromProgram)) {
            m_currentInteraction.cost.bytesDown += record.size;
        }
    }

    std::vector<XInteraction> finish()
    {
        closeInteraction();
        return std::move(m_interactions);
    }

private:
    void closeInteraction()
    {
        if (m_isInteractionOpen && m_hasProgramResponded) {
            computeCost();
            m_interactions.push_back(m_currentInteraction);
        }
        m_isInteractionOpen = false;
    }

    /// Computes the cost of the current interaction from the waits before its last drawing request. One round trip is added: the key or
    /// click travels to the program, and the program's first drawing request travels back.
    void computeCost()
    {
        const auto first = std::ranges::lower_bound(m_allWaits, m_currentInteraction.from, {}, &XWait::beganAt);
        std::vector<XWait> waits;
        for (auto wait = first; wait != m_allWaits.end() && wait->beganAt < m_currentInteraction.to; ++wait) {
            if (wait->endedAt <= m_currentInteraction.to) {
                waits.push_back(*wait);
            }
        }
        const std::int64_t there = std::min(m_roundTrips.roundTripAt(m_currentInteraction.from), m_currentInteraction.to - m_currentInteraction.from);
        m_currentInteraction.cost.roundTripCount = XSpans::countSequentialRoundTrips(waits) + 1;
        m_currentInteraction.cost.nonNetworkTime =
            std::max<std::int64_t>(0,
                                   m_currentInteraction.to - m_currentInteraction.from - there - XSpans::transitTime(waits)
                                       - m_link.transferTime(m_currentInteraction.cost.bytesUp + m_currentInteraction.cost.bytesDown));
    }

    XLinkFigures m_link;
    const XRoundTrips &m_roundTrips;
    std::vector<XWait> m_allWaits; ///< waits of the whole trace, sorted by begin
    std::vector<XInteraction> m_interactions;
    XInteraction m_currentInteraction;
    std::int64_t m_lastActivityAt = 0;
    bool m_isInteractionOpen = false;
    bool m_hasProgramResponded = false;
};
}

std::vector<XInteraction> XForecast::interactions(const XTrace &trace, const XLinkFigures &link)
{
    const auto started = startupEndMicroseconds(trace, link);
    if (!started) {
        return {};
    }
    const XRoundTrips roundTrips = XRoundTrips::fromSamplesOrFixed(trace, link.roundTrip);
    InteractionSplitter splitter(trace, link, roundTrips);
    trace.forEach(trace.lowerBound(*started + 1), trace.size(), [&](const XRecord &record) {
        splitter.add(record);
    });
    return splitter.finish();
}

std::optional<XInteraction> XForecast::medianInteraction(const std::vector<XInteraction> &interactions, const XLinkFigures &link)
{
    if (interactions.empty()) {
        return {};
    }
    std::vector<XInteraction> ordered = interactions;
    const auto half = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() / 2);
    std::ranges::nth_element(ordered, half, {}, [&](const XInteraction &interaction) {
        return interaction.cost.durationOver(link);
    });
    return *half;
}
}
