// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/requestpacer.h"

#include "sessions/rfbworker/protocol/durationseconds.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// Probe rounds without a higher rate after which the path counts as saturated; TCP's window opens within fewer rounds.
constexpr int fullAfter = 3;
constexpr int isFullFor = 8; // for how many probe rounds after the last sign the path still counts as saturated
constexpr double grows = 1.25;
constexpr double usualShare = 0.4; // fraction of an update that on average waits before a probe on a saturated path
constexpr double muchRoom = 0.75; // below this fraction of the saturated path's rate, requests may become more frequent in larger steps
constexpr std::chrono::milliseconds longestUpdate{1000};
constexpr std::chrono::milliseconds shortestRound{50};
constexpr std::chrono::milliseconds hold{500}; // pause of requests when a probe is not answered in time; extended until its answer comes
constexpr unsigned mostFollowUps = 4;
constexpr std::size_t mostUpdates = 256; // limits the memory if a server sends without end

RequestPacer::Duration scaled(RequestPacer::Duration duration, double factor)
{
    return std::chrono::duration_cast<RequestPacer::Duration>(duration * factor);
}
}

void RequestPacer::handle(PacerEvent event)
{
    m_state = nextState(m_state, event).value_or(m_state);
}

bool RequestPacer::isTcpWindowOpening() const
{
    return m_state == PacerState::FirstProbeRound || m_state == PacerState::TcpWindowOpening;
}

bool RequestPacer::isFirstProbeRound() const
{
    return m_state == PacerState::FirstProbeRound || m_state == PacerState::SaturatedInFirstProbeRound;
}

void RequestPacer::setRoundTrip(Duration roundTrip)
{
    m_roundTrip = roundTrip;
}

void RequestPacer::setServerWokenByRequests(bool wakesServer)
{
    m_isServerWokenByRequests = wakesServer;
}

void RequestPacer::expectCompressedFirstImages()
{
    m_compressionRatio = assumedCompressionRatio;
}

void RequestPacer::setAllowedRate(double bytesPerSecond, Time now)
{
    if (bytesPerSecond == m_allowedByteRate) {
        return;
    }
    if (bytesPerSecond <= 0) {
        cancelRateLimitPause();
    } else if (m_allowedByteRate > 0 && m_rateLimitPauseUntil > now) {
        m_rateLimitPauseUntil = now + std::min<Duration>(scaled(m_rateLimitPauseUntil - now, m_allowedByteRate / bytesPerSecond), maxRateLimitPauseAfterChange);
    }
    m_allowedByteRate = bytesPerSecond;
}

void RequestPacer::cancelRateLimitPause()
{
    m_rateLimitPauseUntil = {};
}

RequestPacer::Duration RequestPacer::timeSpanOfRecentUpdates() const
{
    return std::max<Duration>(500ms, scaled(m_roundTrip, 1.2));
}

RequestPacer::Duration RequestPacer::toleratedQueueDelay() const
{
    // On a saturated path, a probe always waits behind the update that is being sent. While TCP opens its window, each step saturates the path.
    const Duration steady = largeQueueDelay + averageUpdateSendDuration();
    return isTcpWindowOpening() ? std::max(steady, m_roundTrip / 2) : steady;
}

bool RequestPacer::isProbeAnswerLost(Duration late) const
{
    return late > toleratedQueueDelay() + 3 * m_roundTrip / 2;
}

void RequestPacer::noteRequestSent(Time now)
{
    m_lastRequestAt = now;
    ++m_openRequestCount;
    m_lastRequestUsedAt.reset();
    m_followUpRequestCount -= m_followUpRequestCount > 0 ? 1 : 0;
}

void RequestPacer::emptyUpdateCame(Time now)
{
    m_lastRequestUsedAt = now;
}

void RequestPacer::updateCame(Time now, Duration took, std::uint64_t bytes)
{
    emptyUpdateCame(now);
    m_openRequestCount -= m_openRequestCount > 0 ? 1 : 0;
    m_updateTimes.push_back(now);
    while (m_updateTimes.front() < now - timeSpanOfRecentUpdates() || m_updateTimes.size() > mostUpdates) {
        m_updateTimes.pop_front();
    }
    // At first each update counts much; a small one beside images shows nothing about these.
    if (!isFirstProbeRound() || bytes >= minLargeUpdateBytes || m_averageUpdateBytes < minLargeUpdateBytes) {
        m_averageUpdateBytes = m_averageUpdateBytes == 0 ? static_cast<double>(bytes) : 0.75 * m_averageUpdateBytes + 0.25 * static_cast<double>(bytes);
    }
    m_averageReceiveDuration = scaled(m_averageReceiveDuration, 0.75) + scaled(std::min<Duration>(took, longestUpdate), 0.25);
    if (m_updateTimes.size() >= 3 || bytes >= minLargeUpdateBytes) {
        m_streamingUntil = now + timeSpanOfRecentUpdates();
    } else {
        m_followUpRequestCount = static_cast<unsigned>(std::min<Duration::rep>(mostFollowUps, m_roundTrip / maxNormalInterval + 1));
    }
    ++m_probeRoundUpdateCount;
    m_probeRoundBytes += bytes;
    if (!m_probeRoundBeganAt) {
        m_probeRoundBeganAt = now;
    }
    if (m_allowedByteRate > 0) {
        // The pause that the allowed rate requires is counted from the time at which the update began to arrive.
        const double owed = std::min(static_cast<double>(bytes) / m_allowedByteRate, toSeconds(took + 250ms + maxRateLimitPause));
        const Time paid = std::max(m_rateLimitPauseUntil, now - took - Duration(250ms));
        m_rateLimitPauseUntil = std::min<Time>(paid + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(owed)), now + maxRateLimitPause);
    }
}

void RequestPacer::colorMapCame(Time now)
{
    m_openRequestCount -= m_openRequestCount > 0 ? 1 : 0;
    m_streamingUntil = std::max(m_streamingUntil, now + timeSpanOfRecentUpdates());
}

void RequestPacer::handleUnansweredProbe(Time now, Duration queueDelay)
{
    m_queueDelay = std::max(queueDelay, Duration::zero());
    if (m_queueDelay <= toleratedQueueDelay()) {
        return;
    }
    // Further updates would wait in the same queue, so requests are held while the probe's answer does not come.
    m_requestsHeldBackSince = m_requestsHeldBackSince.value_or(now);
    m_noRequestsUntil = std::min<Time>(now + hold, *m_requestsHeldBackSince + maxTimeRequestsHeldBack);
    // While TCP opens its window, the queue holds at most the data requested in one round trip. A longer queue shows that the path is saturated.
    if (m_queueDelay > 2 * (m_roundTrip + m_averageReceiveDuration) + 2 * largeQueueDelay) {
        handle(PacerEvent::PathSaturated);
    }
}

void RequestPacer::handleUpdateGapMeasurement(Time now, bool isBusy, Duration queueDelay)
{
    if (isBusy) {
        handle(PacerEvent::PathSaturated); // data came without gaps; while TCP opens its window, there are gaps between its bursts
    }
    handleQueueDelay(now, isBusy ? std::max<Duration>(queueDelay, toleratedQueueDelay() + largeQueueDelay) : queueDelay);
}

void RequestPacer::handleUnmeasuredProbeAnswer(Duration queueDelay)
{
    m_queueDelay = std::max(queueDelay, Duration::zero());
    m_noRequestsUntil = {};
    m_requestsHeldBackSince.reset();
}

void RequestPacer::handleQueueDelay(Time now, Duration queueDelay, std::optional<Time> probeSentAt)
{
    handleUnmeasuredProbeAnswer(queueDelay);
    if (!m_probeRoundBeganAt || now - *m_probeRoundBeganAt < shortestRound) {
        return;
    }
    if (probeSentAt && *probeSentAt + pauseBetweenFirstProbes < m_rateLoweredAt && m_queueDelay > usualQueueDelay()) {
        return; // requests were slowed down for this queue already
    }
    const Duration round = now - *m_probeRoundBeganAt;
    m_lastProbeRoundByteRate = static_cast<double>(m_probeRoundBytes) / toSeconds(round);
    const bool had = m_probeRoundUpdateCount > 0;
    if (had) {
        m_lastUpdateInterval = round / m_probeRoundUpdateCount;
        m_requestPeriod = isFirstProbeRound() ? currentRequestPeriod() : m_requestPeriod;
        handle(PacerEvent::ProbeRoundMeasured);
    }
    m_probeRoundBeganAt = now;
    m_probeRoundUpdateCount = 0;
    m_probeRoundBytes = 0;
    if (m_queueDelay > toleratedQueueDelay()) {
        handleLongQueueDelay(now);
    } else if (had) {
        adjustToUpdateRate(now);
    }
}

void RequestPacer::handleLongQueueDelay(Time now)
{
    if (isTcpWindowOpening()) {
        const bool grew = m_lastProbeRoundByteRate > m_highestByteRate * grows;
        m_highestByteRate = std::max(m_highestByteRate, m_lastProbeRoundByteRate);
        m_saturatedProbeRoundCount = grew ? 0 : m_saturatedProbeRoundCount + 1;
        if (m_saturatedProbeRoundCount >= fullAfter) {
            handle(PacerEvent::PathSaturated);
        }
        // A queue shorter than a round trip is useful, because TCP then sends more in the next one. A longer queue only delays the images.
        if (isTcpWindowOpening() && m_queueDelay < m_roundTrip + largeQueueDelay + m_averageReceiveDuration) {
            m_requestPeriod = std::max(m_requestPeriod, scaled(m_lastUpdateInterval, 0.8));
            return;
        }
    }
    m_saturatedProbeRoundCount = isFullFor;
    m_saturatedByteRate = m_lastProbeRoundByteRate;
    lowerRequestRate(now);
}

RequestPacer::Duration RequestPacer::averageUpdateSendDuration() const
{
    // The time to receive a small update does not show how long the path needs for it, since ssh passes up to 32 kB on at once.
    const double seconds = m_saturatedByteRate > 0 ? m_averageUpdateBytes / m_saturatedByteRate : 0;
    return std::max(m_averageReceiveDuration, std::min<Duration>(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)), longestUpdate));
}

RequestPacer::Duration RequestPacer::usualQueueDelay() const
{
    // A measured queue slows requests down for at least a round trip. So on a long path a longer queue counts as normal: a server that was busy
    // for a moment must not slow requests down for so long.
    return normalQueueDelay + m_roundTrip / 16 + scaled(averageUpdateSendDuration(), usualShare);
}

void RequestPacer::lowerRequestRate(Time now)
{
    m_rateLoweredAt = now;
    // Requests a little less than arrives, so that the queue drains in a second or two.
    const double excess = toSeconds(m_queueDelay - usualQueueDelay()) / (toSeconds(m_roundTrip) + 0.5);
    m_requestPeriod = std::clamp<Duration>(scaled(m_lastUpdateInterval, 1.02 + std::clamp(excess, 0.0, 0.3)), shortestInterval, maxIntervalWhenSaturated);
}

double RequestPacer::periodShorteningFactor(double answeredFraction) const
{
    if (isTcpWindowOpening()) {
        return 0.5;
    }
    // Smaller updates than those that filled the path leave room.
    if (m_queueDelay <= normalQueueDelay && m_lastProbeRoundByteRate < muchRoom * m_saturatedByteRate) {
        return 0.85;
    }
    return answeredFraction < 1 ? 0.97 : 0.93;
}

void RequestPacer::adjustToUpdateRate(Time now)
{
    // Fraction of requests that got their own update: if nearly all did, the source may have more to send.
    const double answeredFraction = m_lastUpdateInterval > Duration::zero() ? toSeconds(m_requestPeriod) / toSeconds(m_lastUpdateInterval) : 0;
    const bool isUsual = m_queueDelay <= usualQueueDelay();
    m_longQueueProbeRoundCount = isUsual ? 0 : m_longQueueProbeRoundCount + 1;
    if (m_longQueueProbeRoundCount > fullAfter) {
        handle(PacerEvent::PathSaturated);
        m_saturatedProbeRoundCount = isFullFor;
    } else if (isUsual) {
        m_saturatedProbeRoundCount = isTcpWindowOpening() ? 0 : std::max(m_saturatedProbeRoundCount - 1, 0);
    }
    if (!isTcpWindowOpening() && m_longQueueProbeRoundCount > 1) {
        lowerRequestRate(now);
    } else if (answeredFraction > 0.7) {
        m_requestPeriod = std::max<Duration>(scaled(m_requestPeriod, periodShorteningFactor(answeredFraction)), shortestInterval);
        if (isTcpWindowOpening() && m_queueDelay <= normalQueueDelay) {
            m_requestPeriod = std::clamp<Duration>(m_lastUpdateInterval, shortestInterval, m_requestPeriod); // the path has just carried this rate
        }
    } else if (answeredFraction < 0.45 && m_requestPeriod < maxNormalInterval) {
        m_requestPeriod = std::clamp<Duration>(scaled(m_lastUpdateInterval, 0.65),
                                               std::min<Duration>(m_requestPeriod, maxNormalInterval),
                                               std::min<Duration>(scaled(m_requestPeriod, 1.15), maxNormalInterval));
    } else if (m_requestPeriod > maxNormalInterval) {
        m_requestPeriod = std::max<Duration>(scaled(m_requestPeriod, 0.9), maxNormalInterval);
    }
}

double RequestPacer::maxUpdatesRequestedAtFirst() const
{
    const double flightBytes = m_compressionRatio < 1 ? maxCompressedBytesRequestedAtFirst : maxBytesRequestedAtFirst;
    return std::max(2.0, flightBytes / std::max(m_averageUpdateBytes * m_compressionRatio, 1.0));
}

RequestPacer::Duration RequestPacer::currentRequestPeriod() const
{
    if (!isFirstProbeRound()) {
        const bool mayWake = m_isServerWokenByRequests && m_saturatedByteRate == 0 && m_queueDelay <= normalQueueDelay;
        return mayWake ? std::min<Duration>(m_requestPeriod, intervalToWakeServer) : m_requestPeriod;
    }
    return std::max(m_requestPeriod, scaled(m_roundTrip, 1 / maxUpdatesRequestedAtFirst()));
}

std::optional<RequestPacer::Time> RequestPacer::nextRequestAt() const
{
    if (!m_lastRequestAt) {
        return Time{};
    }
    std::optional<Time> at;
    const Time next = *m_lastRequestAt + currentRequestPeriod();
    const bool mayRun = !isFirstProbeRound() || m_openRequestCount < maxUpdatesRequestedAtFirst();
    if (mayRun && (m_roundTrip > nearRoundTrip || m_isServerWokenByRequests) && (m_followUpRequestCount > 0 || next < m_streamingUntil)) {
        at = next;
    }
    if (m_lastRequestUsedAt) {
        if (m_roundTrip <= nearRoundTrip) {
            return std::max(m_rateLimitPauseUntil, *m_lastRequestUsedAt);
        }
        // The latest time at which the answer to the last request comes. After it the server has no request left, so this is the latest time
        // for the next request.
        const Time used = *m_lastRequestAt + m_roundTrip + m_queueDelay + m_averageReceiveDuration;
        const Time stock = std::clamp<Time>(used, *m_lastRequestUsedAt, *m_lastRequestUsedAt + maxIntervalWhenSaturated);
        at = at ? std::min(*at, stock) : stock;
    }
    return at ? std::max({*at, m_noRequestsUntil, m_rateLimitPauseUntil}) : at;
}

bool RequestPacer::mayRequestMore(Time now) const
{
    return m_roundTrip > nearRoundTrip && now >= std::max(m_noRequestsUntil, m_rateLimitPauseUntil);
}

bool RequestPacer::isStreaming(Time now) const
{
    return now < m_streamingUntil;
}

bool RequestPacer::canMeasurePath(Time now) const
{
    return isStreaming(now) && m_updateTimes.size() >= 2;
}

RequestPacer::Duration RequestPacer::pauseBetweenProbes() const
{
    return isTcpWindowOpening() ? Duration(pauseBetweenFirstProbes) : std::max<Duration>(pauseBetweenSteadyProbes, m_roundTrip / 2);
}

bool RequestPacer::isPathSaturated() const
{
    return !isTcpWindowOpening() && m_saturatedProbeRoundCount > 0;
}

RequestPacer::Duration RequestPacer::requestPeriod() const
{
    return m_requestPeriod;
}

double RequestPacer::receivedBytesPerSecond() const
{
    return m_lastProbeRoundByteRate;
}
}
