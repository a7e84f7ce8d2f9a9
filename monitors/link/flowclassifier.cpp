// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/flowclassifier.h"

#include <algorithm>
#include <numeric>

namespace Nightdesk
{
namespace
{
/// Hysteresis: a limit that is already in effect ends at a lower share than the share at which it begins.
bool isShareEnoughForLimit(std::optional<double> share, bool isCurrentLimit)
{
    return share && *share >= (isCurrentLimit ? FlowClassifier::minShareToKeepLimit : FlowClassifier::minShareToBeginLimit);
}

/// How many consecutive seconds must suggest @p seen before it becomes the limit.
int minEvidenceSeconds(FlowLimit seen)
{
    return seen == FlowLimit::Unknown || seen == FlowLimit::Idle || seen == FlowLimit::Program ? 3 : 2;
}

std::optional<Bytes> bandwidthDelayProduct(std::optional<Bytes> rate, std::optional<std::chrono::microseconds> roundTrip)
{
    return rate && roundTrip
        ? std::optional(Bytes{static_cast<std::int64_t>(static_cast<double>(rate->count) * std::chrono::duration<double>(*roundTrip).count())})
        : std::nullopt;
}

std::optional<Bytes> limitingWindow(FlowLimit flowLimit, const FlowFacts &facts)
{
    switch (flowLimit) {
    case FlowLimit::ReceiveWindow:
        return facts.receiveWindow;
    case FlowLimit::SendBuffer: // the size of the send buffer is not known, so the measured rate is what it allows
        return bandwidthDelayProduct(facts.bytesPerSecond, facts.roundTrip);
    case FlowLimit::ChannelWindow:
        return facts.channelWindow;
    case FlowLimit::Unknown:
    case FlowLimit::Bandwidth:
    case FlowLimit::Idle:
    case FlowLimit::Program:
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

Bytes FlowClassifier::allowedRate(Bytes window, std::chrono::microseconds roundTrip, std::optional<Bytes> segmentSize)
{
    if (segmentSize && segmentSize->count > 0 && window >= *segmentSize) {
        window.count -= window.count % segmentSize->count;
    }
    const double seconds = std::chrono::duration<double>(std::max(roundTrip, std::chrono::microseconds(1))).count();
    return {static_cast<std::int64_t>(static_cast<double>(window.count) / seconds)};
}

FlowLimit FlowClassifier::evidence(const FlowFacts &facts, FlowLimit currentLimit)
{
    if (!facts.bytesPerSecond) {
        return FlowLimit::Unknown;
    }
    // Checked before the idle rate, because a full channel window may carry less than the idle rate: 8 KiB per second.
    if (isShareEnoughForLimit(facts.channelWindowFullShare, currentLimit == FlowLimit::ChannelWindow)) {
        return FlowLimit::ChannelWindow;
    }
    if (isShareEnoughForLimit(facts.receiveWindowFullShare, currentLimit == FlowLimit::ReceiveWindow)) {
        return FlowLimit::ReceiveWindow;
    }
    if (isShareEnoughForLimit(facts.sendBufferFullShare, currentLimit == FlowLimit::SendBuffer)) {
        return FlowLimit::SendBuffer;
    }
    if (facts.bytesPerSecond->count < maxIdleBytesPerSecond && !facts.isDataWaiting) {
        return FlowLimit::Idle;
    }
    if (isShareEnoughForLimit(facts.programNotReadingShare, currentLimit == FlowLimit::Program)) {
        return FlowLimit::Program;
    }
    if ((facts.isDataWaiting && isShareEnoughForLimit(facts.busySendingShare, currentLimit == FlowLimit::Bandwidth)) || facts.hasQueueDelay) {
        return FlowLimit::Bandwidth;
    }
    return facts.bytesPerSecond->count < maxIdleBytesPerSecond ? FlowLimit::Idle : FlowLimit::Program;
}

/// The receive window divided by the round trip, or the measured rate if that is lower: delayed acknowledgments make a
/// full window carry less.
std::optional<Bytes> FlowClassifier::rateAllowedByReceiveWindow(const FlowFacts &facts) const
{
    const auto roundTrip = facts.smoothedRoundTrip ? facts.smoothedRoundTrip : facts.roundTrip;
    if (!facts.receiveWindow || !roundTrip) {
        return {};
    }
    const Bytes most = allowedRate(*facts.receiveWindow, *roundTrip, facts.segmentSize);
    if (m_fullWindowRates.empty()) {
        return most;
    }
    const Bytes sum = std::accumulate(m_fullWindowRates.begin(), m_fullWindowRates.end(), Bytes());
    return std::min(most, Bytes{sum.count / static_cast<std::int64_t>(m_fullWindowRates.size())});
}

void FlowClassifier::addFacts(const FlowFacts &facts)
{
    const FlowLimit seen = evidence(facts, m_verdict.flowLimit);
    m_evidenceSeconds = seen == m_lastEvidence ? m_evidenceSeconds + 1 : 1;
    m_lastEvidence = seen;
    // the first known limit applies at once
    if (m_verdict.flowLimit == FlowLimit::Unknown || m_evidenceSeconds >= minEvidenceSeconds(seen)) {
        m_verdict.flowLimit = seen;
    }
    const FlowLimit flowLimit = m_verdict.flowLimit;
    m_verdict.certainty = flowLimit == FlowLimit::Unknown ? Certainty::Unknown : facts.certainty;
    m_verdict.bytesPerSecond = facts.bytesPerSecond;
    m_verdict.windowSize = limitingWindow(flowLimit, facts);
    if (flowLimit == FlowLimit::Bandwidth && facts.bytesPerSecond) {
        m_fullPathRate = std::max(facts.bytesPerSecond, facts.deliveryRate);
    }
    m_verdict.bandwidthDelayProduct = bandwidthDelayProduct(facts.deliveryRate ? facts.deliveryRate : m_fullPathRate, facts.roundTrip);
    if (flowLimit != FlowLimit::ReceiveWindow) {
        m_fullWindowRates.clear();
    } else if (facts.bytesPerSecond && facts.receiveWindowFullShare.value_or(0) >= minShareOfWholeSecond) {
        m_fullWindowRates.push_back(*facts.bytesPerSecond);
        if (m_fullWindowRates.size() > averagedSeconds) {
            m_fullWindowRates.pop_front();
        }
    }
    m_verdict.allowedRate.reset();
    switch (flowLimit) {
    case FlowLimit::ReceiveWindow:
        m_verdict.allowedRate = rateAllowedByReceiveWindow(facts);
        break;
    case FlowLimit::SendBuffer:
        m_verdict.allowedRate = facts.bytesPerSecond;
        break;
    case FlowLimit::ChannelWindow:
        if (m_verdict.windowSize && facts.minSshRoundTrip) {
            m_verdict.allowedRate = allowedRate(*m_verdict.windowSize, *facts.minSshRoundTrip);
        }
        break;
    case FlowLimit::Bandwidth:
        m_verdict.allowedRate = m_fullPathRate;
        break;
    case FlowLimit::Unknown:
    case FlowLimit::Idle:
    case FlowLimit::Program:
        break;
    }
}

const FlowVerdict &FlowClassifier::verdict() const
{
    return m_verdict;
}
}
