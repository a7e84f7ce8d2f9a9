// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/pathprobe.h"

#include "sessions/rfbworker/picture/exactrequest.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// x11vnc measures its network speed when a viewer has got its first image, but not before 4 s after another viewer disconnected: it changes a
// corner, sends it and waits for the next request. A pixel request meanwhile keeps it waiting, 1.5 s three times over, in which it sends nothing:
// seen 3 s after the first image of a viewer that followed another one, in half of the connections (2026-11-26).
constexpr std::chrono::milliseconds pixelPause{8000};
// Longest interval of the pings that the console sends over an ssh connection: two a second, or five while much data comes.
constexpr std::chrono::milliseconds pingsApart{500};
constexpr std::chrono::milliseconds pingSlack{200};
// In bytes per second. While a stream has at least this rate, the console reports the answer to each of its pings to the worker at once. With less
// data the worker does not expect it.
constexpr double toldRate = 32 * 1024;
constexpr int mostRoundTrips = 8; // a ping that lost several packets in a row takes at most this many round trips
constexpr double mostBusy = 0.85; // if data comes for more than this fraction of the time, the path counts as saturated
constexpr std::chrono::seconds longMessage{1};
constexpr std::chrono::seconds longestReading{60}; // limit of the reading time by which the timeout of a probe is extended

RfbWire::Rect cornerRect(const RfbWire::Rect &all, std::size_t index)
{
    return {index & 1 ? all.width - 1 : 0, index & 2 ? all.height - 1 : 0, 1, 1};
}
}

PathProbe::PathProbe(Outbox &outbox,
                     const EncodingOfferSender &offers,
                     Counters &counters,
                     ServerLiveness &pulse,
                     RequestPacer &pacer,
                     const RequestModeChooser &chooser)
    : m_outbox(outbox)
    , m_offerSender(offers)
    , m_counters(counters)
    , m_liveness(pulse)
    , m_requestPacer(pacer)
    , m_modeChooser(chooser)
{
}

void PathProbe::handleResize(const RfbWire::Rect &desktopRect)
{
    m_desktopRect = desktopRect;
    m_cornerLastUpdatedAt = {};
    m_openProbe.reset();
}

void PathProbe::setLinkShare(const RfbWire::LinkShare &share, Time now)
{
    m_linkMinRoundTrip = std::chrono::microseconds(share.leastRoundTripMicroseconds);
    m_queueDelayEstimator.setLinkRoundTrips(std::chrono::microseconds(share.roundTripMicroseconds), m_linkMinRoundTrip, now);
    if (m_linkMinRoundTrip > 0us) {
        m_requestPacer.setRoundTrip(m_linkMinRoundTrip);
    }
    const Time at{std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(share.lastPingAnsweredAt))};
    if (share.lastPingAnsweredAt != 0 && m_linkPingAnsweredAt != at && at <= now) {
        handleLinkPing(at, std::chrono::microseconds(share.roundTripMicroseconds), now);
    }
}

void PathProbe::handleLinkPing(Time at, std::chrono::microseconds roundTrip, Time now)
{
    m_linkPingAnsweredAt = at;
    m_areLinkPingsReported = false;
    if (!usesLinkPings(now)) {
        return;
    }
    m_queueDelayEstimator.setLinkQueueDelay(roundTrip - m_linkMinRoundTrip);
    if (m_requestPacer.canMeasurePath(now)) {
        m_requestPacer.handleQueueDelay(now, m_queueDelayEstimator.queueDelay().value_or(Duration::zero()), at - roundTrip);
        m_areLinkPingsReported = m_requestPacer.receivedBytesPerSecond() >= toldRate;
    } else {
        m_requestPacer.handleUnmeasuredProbeAnswer(m_queueDelayEstimator.queueDelay().value_or(Duration::zero()));
    }
    m_lastMeasuredAt = now;
    m_readTimeSinceLastMeasurement = {};
    updateCounters();
}

bool PathProbe::usesLinkPings(Time now) const
{
    const Duration answerTimeout = pingsApart + pingSlack + (m_areLinkPingsReported ? mostRoundTrips : 2) * m_linkMinRoundTrip;
    return !mayUseFences() && m_linkMinRoundTrip > RequestPacer::nearRoundTrip && m_linkPingAnsweredAt && now - *m_linkPingAnsweredAt < answerTimeout;
}

void PathProbe::checkOverduePing(Time now)
{
    // After a lost packet on a long path, the answer to the open ping comes seconds late, and so does all data requested meanwhile. No other ping
    // is sent until then, so the delay has to be noticed without an answer.
    if (!m_areLinkPingsReported || !usesLinkPings(now) || !m_requestPacer.isStreaming(now) || now - m_lastMeasuredAt < probeInterval) {
        return;
    }
    const Duration overdue = QueueDelayEstimator::unansweredPingDelay(now - *m_linkPingAnsweredAt, pingsApart + pingSlack, m_linkMinRoundTrip);
    if (m_requestPacer.isProbeAnswerLost(overdue)) {
        m_lastMeasuredAt = now;
        m_queueDelayEstimator.setLinkQueueDelay(overdue);
        m_requestPacer.handleUnansweredProbe(now, overdue);
        updateCounters();
    }
}

PathProbe::Time PathProbe::probeDueAt(Time now) const
{
    if (usesLinkPings(now)) {
        return std::max(m_lastProbeSentAt, m_firstUpdateEndedAt.value_or(now)) + std::max<Duration>(livenessCheckInterval, 3 * roundTrip());
    }
    return std::max(m_lastMeasuredAt, m_lastProbeSentAt) + m_requestPacer.pauseBetweenProbes();
}

void PathProbe::handleDesktopHidden()
{
    m_areLinkPingsReported = false; // the console reports no pings of hidden desktops
}

void PathProbe::handleMessageBegin(Time now)
{
    m_longestSilenceSinceProbe = longestSilence(now);
    m_messageBeganAt = now;
}

void PathProbe::handleMessageEnd(Time now)
{
    if (m_openProbe && m_messageBeganAt && now - *m_messageBeganAt > longMessage) {
        m_openProbe->longMessageReadTime += now - std::max(*m_messageBeganAt, m_openProbe->sentAt);
    }
    m_messageBeganAt.reset();
    m_lastMessageEndedAt = now;
}

bool PathProbe::isReadingMessage() const
{
    return m_messageBeganAt.has_value();
}

void PathProbe::handleReadingPauseEnded(Time now)
{
    m_openProbe.reset(); // not measured: the answer may have come long ago and waited in the socket during the pause
    m_areLinkPingsReported = false;
    m_lastMeasuredAt = now;
    m_readTimeSinceLastMeasurement = {};
}

void PathProbe::rectCame(const RfbWire::Rect &rect, Time updateBegan)
{
    const bool isAnswer = m_openProbe && m_openProbe->fenceNumber == 0 && overlapArea(m_openProbe->pixelRect, rect) != 0;
    for (std::size_t i = 0; i < m_cornerLastUpdatedAt.size(); ++i) {
        if (rect.width * rect.height > 1 && overlapArea(cornerRect(m_desktopRect, i), rect) != 0) {
            m_cornerLastUpdatedAt[i] = updateBegan;
        }
    }
    if (isAnswer) {
        handleProbeAnswer(Clock::now());
    }
}

void PathProbe::handleScreenLayout(Time now)
{
    if (m_openProbe && m_openProbe->fenceNumber == 0) {
        handleProbeAnswer(now);
    }
}

void PathProbe::handleUpdateEnd(Time now, Duration took)
{
    m_firstUpdateEndedAt = m_firstUpdateEndedAt.value_or(now);
    m_readTimeSinceLastMeasurement += took;
}

void PathProbe::notePixelRequestSupport()
{
    m_isServerNotX11vnc = true;
}

void PathProbe::noteFenceSupport(Time now)
{
    m_isServerNotX11vnc = true;
    if (!std::exchange(m_serverHasFences, true)) {
        sendProbe(now); // probes at once: the round trip decides how updates are requested
    }
}

void PathProbe::fenceCameBack(std::uint64_t number, Time now)
{
    if (m_openProbe && m_openProbe->fenceNumber == number) {
        handleProbeAnswer(now);
    }
}

void PathProbe::sendProbe(Time now)
{
    Probe question{0, {}, now, false, {}};
    if (mayUseFences()) {
        question.fenceNumber = probeFenceBit | ++m_sentFenceCount;
        if (!m_outbox.pushFence(ClientMessages::fenceRequest(question.fenceNumber))) {
            return;
        }
    } else {
        if (!mayRequestPixel(now)) {
            return;
        }
        // Chooses the corner that has not changed for the longest time, so that the next update of it is the answer.
        const auto stillest = std::min_element(m_cornerLastUpdatedAt.begin(), m_cornerLastUpdatedAt.end());
        question.isLivenessCheck = usesLinkPings(now);
        question.pixelRect = cornerRect(m_desktopRect, static_cast<std::size_t>(stillest - m_cornerLastUpdatedAt.begin()));
        ++m_counters.requests;
        m_outbox.push(ClientMessages::updateRequest(false, question.pixelRect));
    }
    m_openProbe = question;
    m_longestSilenceSinceProbe = {};
    m_lastProbeSentAt = now;
}

void PathProbe::handleProbeAnswer(Time now)
{
    const auto took = now - m_openProbe->sentAt;
    // An answer faster than the path allows is an update that was already on its way. With 50 updates a second and a round trip of 100 ms, such
    // updates came 10 to 50 ms after the request.
    const bool isPossible = took >= m_linkMinRoundTrip;
    if (m_openProbe->fenceNumber == 0 && m_isServerNotX11vnc && isPossible) {
        m_liveness.handleProbeAnswer(took);
    }
    const bool isLivenessCheck = m_openProbe->isLivenessCheck;
    m_openProbe.reset();
    if (isLivenessCheck) {
        return;
    }
    m_queueDelayEstimator.handleProbeAnswer(now, took, m_longestSilenceSinceProbe);
    if (m_linkMinRoundTrip == 0us) {
        m_requestPacer.setRoundTrip(roundTrip());
    }
    m_requestPacer.handleQueueDelay(now, m_queueDelayEstimator.queueDelay().value_or(Duration::zero()));
    m_lastMeasuredAt = now;
    m_readTimeSinceLastMeasurement = {};
    updateCounters();
}

PathProbe::Duration PathProbe::longestSilence(Time now) const
{
    return m_openProbe && !m_messageBeganAt ? std::max(m_longestSilenceSinceProbe, now - std::max(m_lastMessageEndedAt, m_openProbe->sentAt))
                                            : m_longestSilenceSinceProbe;
}

std::optional<PathProbe::ProbeFailure> PathProbe::doDueWork(Time now, Time updateEnded)
{
    checkOverduePing(now);
    if (!m_openProbe) {
        if (m_requestPacer.canMeasurePath(now) && maySendProbe(now) && now >= probeDueAt(now)) {
            sendProbe(now);
        }
        return {};
    }
    const auto since = now - m_openProbe->sentAt;
    if (!m_openProbe->isLivenessCheck && since > roundTrip() + m_requestPacer.toleratedQueueDelay() && now - m_lastMeasuredAt >= probeInterval) {
        m_lastMeasuredAt = now;
        m_queueDelayEstimator.noteUnansweredProbe(since, longestSilence(now));
        m_requestPacer.handleUnansweredProbe(now, m_queueDelayEstimator.queueDelay().value_or(Duration::zero()));
        updateCounters();
    }
    if (m_messageBeganAt || since <= answerTimeout() + std::min<Duration>(m_openProbe->longMessageReadTime, longestReading)) {
        return {};
    }
    const Probe lost = *m_openProbe;
    m_openProbe.reset();
    if (updateEnded <= lost.sentAt) {
        return ProbeFailure::NothingReceived;
    }
    // The server has sent data since the probe, but no answer. The next probe waits as long as after an answer.
    m_lastMeasuredAt = now;
    m_readTimeSinceLastMeasurement = {};
    if (lost.fenceNumber != 0) {
        return ProbeFailure::FenceNotReturned;
    }
    m_serverAnswersPixelRequests = false;
    return {};
}

bool PathProbe::mayUseFences() const
{
    return m_serverHasFences && m_offerSender.offersFences() && m_modeChooser.mayUseFences();
}

std::optional<PathProbe::Time> PathProbe::pixelRequestsAllowedFrom() const
{
    return m_firstUpdateEndedAt && !m_isServerNotX11vnc ? *m_firstUpdateEndedAt + std::max<Duration>(pixelPause, 5 * roundTrip()) : m_firstUpdateEndedAt;
}

bool PathProbe::mayRequestPixel(Time now) const
{
    // On such a short path, one request at a time is just as good, and a probe would only add another request.
    const bool isNear = m_linkMinRoundTrip > 0us && m_linkMinRoundTrip <= RequestPacer::nearRoundTrip;
    const auto from = pixelRequestsAllowedFrom();
    if (isNear || !m_serverAnswersPixelRequests || !from) {
        return false;
    }
    return now >= *from && (m_isServerNotX11vnc || !usesLinkPings(now));
}

bool PathProbe::maySendProbe(Time now) const
{
    return mayUseFences() || mayRequestPixel(now);
}

void PathProbe::measureByUpdateGaps(Time now)
{
    const auto since = now - m_lastMeasuredAt;
    if (usesLinkPings(now) || maySendProbe(now) || m_openProbe || since < std::max<Duration>(500ms, roundTrip())) {
        return;
    }
    // Without probes, only two signs of a saturated path remain: data that comes without pauses, and what the console knows
    // about the link.
    m_requestPacer.handleUpdateGapMeasurement(now,
                                              m_readTimeSinceLastMeasurement > since * mostBusy,
                                              m_queueDelayEstimator.queueDelay().value_or(Duration::zero()));
    m_lastMeasuredAt = now;
    m_readTimeSinceLastMeasurement = {};
    updateCounters();
}

bool PathProbe::isProbeOpen() const
{
    return m_openProbe.has_value();
}

const QueueDelayEstimator &PathProbe::queueDelayEstimator() const
{
    return m_queueDelayEstimator;
}

PathProbe::Duration PathProbe::roundTrip() const
{
    return m_queueDelayEstimator.minRoundTrip().value_or(100ms);
}

PathProbe::Duration PathProbe::answerTimeout() const
{
    return 5s + 3 * roundTrip();
}

std::optional<PathProbe::Time> PathProbe::firstUpdateEndedAt() const
{
    return m_firstUpdateEndedAt;
}

void PathProbe::updateCounters()
{
    const double rate = m_requestPacer.receivedBytesPerSecond();
    if (!m_requestPacer.isPathSaturated()) {
        m_unsaturatedBytesPerSecond = rate;
    }
    m_counters.bytesPerSecondServerWouldSend =
        static_cast<std::uint64_t>(std::max(m_unsaturatedBytesPerSecond, m_requestPacer.isPathSaturated() ? rate * 1.5 : rate));
    const auto queue = std::chrono::duration_cast<std::chrono::microseconds>(m_queueDelayEstimator.queueDelay().value_or(Duration::zero()));
    m_counters.queueDelayMicroseconds = std::min(static_cast<std::uint64_t>(queue.count()), RfbWire::maxFenceMicroseconds);
}

PathFacts PathProbe::pathFacts() const
{
    PathFacts facts;
    const auto micro = [](Duration d) {
        return std::chrono::duration_cast<std::chrono::microseconds>(d);
    };
    if (const auto least = m_queueDelayEstimator.minRoundTrip()) {
        facts.roundTrip = micro(*least);
    }
    if (const auto queue = m_queueDelayEstimator.queueDelay()) {
        facts.queueDelay = micro(*queue);
    }
    facts.isPathSaturated = m_requestPacer.isPathSaturated();
    if (facts.isPathSaturated && m_requestPacer.receivedBytesPerSecond() > 0) {
        facts.bytesPerSecond = m_requestPacer.receivedBytesPerSecond();
    }
    return facts;
}
}
