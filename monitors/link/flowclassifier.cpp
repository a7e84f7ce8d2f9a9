// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/flowclassifier.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace Nightdesk
{
namespace
{
/// Hysteresis: a limit that is already in effect ends at a lower share than the share at which it begins.
bool holds(std::optional<double> share, bool isNow)
{
    return share && *share >= (isNow ? FlowClassifier::leaveShare : FlowClassifier::enterShare);
}

std::optional<Bytes> product(std::optional<Bytes> rate, std::optional<std::chrono::microseconds> roundTrip)
{
    return rate && roundTrip
        ? std::optional(Bytes{static_cast<std::int64_t>(static_cast<double>(rate->count) * std::chrono::duration<double>(*roundTrip).count())})
        : std::nullopt;
}

std::optional<Bytes> windowOf(FlowBound bound, const FlowFacts &facts)
{
    switch (bound) {
    case FlowBound::ReceiveWindow:
        return facts.receiveWindow;
    case FlowBound::SendBuffer: // the size of the send buffer is not known, so the measured rate is what it allows
        return product(facts.rate, facts.roundTrip);
    case FlowBound::ChannelWindow:
        return facts.channelWindow;
    case FlowBound::Unknown:
    case FlowBound::Bandwidth:
    case FlowBound::Idle:
    case FlowBound::Program:
        break;
    }
    std::optional<Bytes> least;
    for (const auto &window : {facts.receiveWindow, facts.channelWindow}) {
        if (window && window->count > 0 && (!least || *window < *least)) {
            least = window;
        }
    }
    return least;
}
}

Bytes FlowClassifier::allowed(Bytes window, std::chrono::microseconds roundTrip, std::optional<Bytes> segment)
{
    if (segment && segment->count > 0 && window >= *segment) {
        window.count -= window.count % segment->count;
    }
    const double seconds = std::chrono::duration<double>(std::max(roundTrip, std::chrono::microseconds(1))).count();
    return {static_cast<std::int64_t>(static_cast<double>(window.count) / seconds)};
}

FlowEvidence FlowClassifier::evidence(const FlowFacts &facts, FlowBound now)
{
    if (!facts.rate) {
        return FlowEvidence::None;
    }
    // Checked before the idle rate, because a full channel window may carry less than that: 8 KiB per second.
    if (holds(facts.channelShut, now == FlowBound::ChannelWindow)) {
        return FlowEvidence::ChannelShut;
    }
    if (holds(facts.windowFull, now == FlowBound::ReceiveWindow)) {
        return FlowEvidence::WindowFull;
    }
    if (holds(facts.bufferFull, now == FlowBound::SendBuffer)) {
        return FlowEvidence::BufferFull;
    }
    if (facts.rate->count < quietRate && !facts.dataWaits) {
        return FlowEvidence::Quiet;
    }
    if (holds(facts.heldBack, now == FlowBound::Program)) {
        return FlowEvidence::Unhurried;
    }
    if ((facts.dataWaits && holds(facts.busy, now == FlowBound::Bandwidth)) || facts.isQueued) {
        return FlowEvidence::PathFull;
    }
    return facts.rate->count < quietRate ? FlowEvidence::Quiet : FlowEvidence::Unhurried;
}

/// The receive window divided by the round trip, or the measured rate if that is lower: delayed acknowledgments make a
/// full window carry less.
std::optional<Bytes> FlowClassifier::allowedByReceiveWindow(const FlowFacts &facts) const
{
    const auto roundTrip = facts.smoothedRoundTrip ? facts.smoothedRoundTrip : facts.roundTrip;
    if (!facts.receiveWindow || !roundTrip) {
        return {};
    }
    const Bytes most = allowed(*facts.receiveWindow, *roundTrip, facts.segment);
    if (m_throughWindow.empty()) {
        return most;
    }
    const Bytes sum = std::accumulate(m_throughWindow.begin(), m_throughWindow.end(), Bytes());
    return std::min(most, Bytes{sum.count / static_cast<std::int64_t>(m_throughWindow.size())});
}

void FlowClassifier::addFacts(const FlowFacts &facts)
{
    const FlowEvidence seen = evidence(facts, m_verdict.bound);
    m_inRow = seen == m_last ? m_inRow + 1 : 1;
    m_last = seen;
    const auto step = std::ranges::find(flowSteps, seen, &FlowStep::on);
    if (step != std::ranges::end(flowSteps) && (m_verdict.bound == FlowBound::Unknown || m_inRow >= step->after)) {
        m_verdict.bound = step->to;
    }
    const FlowBound bound = m_verdict.bound;
    m_verdict.certainty = bound == FlowBound::Unknown ? Certainty::Unknown : facts.certainty;
    m_verdict.rate = facts.rate;
    m_verdict.window = windowOf(bound, facts);
    if (bound == FlowBound::Bandwidth && facts.rate) {
        m_carried = std::max(facts.rate, facts.deliveryRate);
    }
    m_verdict.bandwidthDelay = product(facts.deliveryRate ? facts.deliveryRate : m_carried, facts.roundTrip);
    if (bound != FlowBound::ReceiveWindow) {
        m_throughWindow.clear();
    } else if (facts.rate && facts.windowFull.value_or(0) >= wholeShare) {
        m_throughWindow.push_back(*facts.rate);
        if (m_throughWindow.size() > wholeSeconds) {
            m_throughWindow.pop_front();
        }
    }
    m_verdict.allowed.reset();
    switch (bound) {
    case FlowBound::ReceiveWindow:
        m_verdict.allowed = allowedByReceiveWindow(facts);
        break;
    case FlowBound::SendBuffer:
        m_verdict.allowed = facts.rate;
        break;
    case FlowBound::ChannelWindow:
        if (m_verdict.window && facts.channelRoundTrip) {
            m_verdict.allowed = allowed(*m_verdict.window, *facts.channelRoundTrip);
        }
        break;
    case FlowBound::Bandwidth:
        m_verdict.allowed = m_carried;
        break;
    case FlowBound::Unknown:
    case FlowBound::Idle:
    case FlowBound::Program:
        break;
    }
}

const FlowVerdict &FlowClassifier::verdict() const
{
    return m_verdict;
}
}
