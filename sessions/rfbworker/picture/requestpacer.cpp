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
// Rounds without a higher rate after which the path counts as full; TCP's window opens within fewer rounds.
constexpr int fullAfter = 3;
constexpr int isFullFor = 8; // rounds for which the path counts as full after the last sign
constexpr double grows = 1.25;
constexpr double usualShare = 0.4; // average fraction of an update that waits on a full path when it is probed
constexpr double muchRoom = 0.75; // below this fraction of the full path's rate, requests may become more frequent in larger steps
constexpr std::chrono::milliseconds longestUpdate{1000};
constexpr std::chrono::milliseconds shortestRound{50};
constexpr std::chrono::milliseconds hold{500}; // pause of requests, extended while the answer does not come
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
    return m_state == PacerState::FirstRound || m_state == PacerState::TcpWindowOpening;
}

bool RequestPacer::isFirstRound() const
{
    return m_state == PacerState::FirstRound || m_state == PacerState::FirstRoundFull;
}

void RequestPacer::setRoundTrip(Duration roundTrip)
{
    m_roundTrip = roundTrip;
}

void RequestPacer::setRequestsWakeServer(bool wakesServer)
{
    m_requestsWakeServer = wakesServer;
}

void RequestPacer::setFirstImagesCompressed()
{
    m_compressionRatio = assumedCompressionRatio;
}

void RequestPacer::setAllowedRate(double bytesPerSecond, Time now)
{
    if (bytesPerSecond == m_allowedByteRate) {
        return;
    }
    if (bytesPerSecond <= 0) {
        cancelRateDebt();
    } else if (m_allowedByteRate > 0 && m_debtUntil > now) {
        m_debtUntil = now + std::min<Duration>(scaled(m_debtUntil - now, m_allowedByteRate / bytesPerSecond), maxConvertedDebtTime);
    }
    m_allowedByteRate = bytesPerSecond;
}

void RequestPacer::cancelRateDebt()
{
    m_debtUntil = {};
}

RequestPacer::Duration RequestPacer::recentUpdateTimeSpan() const
{
    return std::max<Duration>(500ms, scaled(m_roundTrip, 1.2));
}

RequestPacer::Duration RequestPacer::toleratedQueueDelay() const
{
    // A full path always holds the update that is being sent. While TCP opens its window, the path is full at every step.
    const Duration steady = largeQueueDelay + sendDuration();
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
    while (m_updateTimes.front() < now - recentUpdateTimeSpan() || m_updateTimes.size() > mostUpdates) {
        m_updateTimes.pop_front();
    }
    m_averageUpdateBytes = m_averageUpdateBytes == 0 ? static_cast<double>(bytes) : 0.75 * m_averageUpdateBytes + 0.25 * static_cast<double>(bytes);
    m_averageReceiveDuration = scaled(m_averageReceiveDuration, 0.75) + scaled(std::min<Duration>(took, longestUpdate), 0.25);
    if (m_updateTimes.size() >= 3 || bytes >= largeUpdateBytes) {
        m_streamingUntil = now + recentUpdateTimeSpan();
    } else {
        m_followUpRequestCount = static_cast<unsigned>(std::min<Duration::rep>(mostFollowUps, m_roundTrip / maxNormalInterval + 1));
    }
    ++m_roundUpdateCount;
    m_roundBytes += bytes;
    if (!m_roundBeganAt) {
        m_roundBeganAt = now;
    }
    if (m_allowedByteRate > 0) {
        // The debt is counted from the time at which the update began to arrive.
        const double owed = std::min(static_cast<double>(bytes) / m_allowedByteRate, toSeconds(took + 250ms + maxDebtTime));
        const Time paid = std::max(m_debtUntil, now - took - Duration(250ms));
        m_debtUntil = std::min<Time>(paid + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(owed)), now + maxDebtTime);
    }
}

void RequestPacer::colorMapCame(Time now)
{
    m_openRequestCount -= m_openRequestCount > 0 ? 1 : 0;
    m_streamingUntil = std::max(m_streamingUntil, now + recentUpdateTimeSpan());
}

void RequestPacer::handleUnansweredProbe(Time now, Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
    if (m_queueDelay <= toleratedQueueDelay()) {
        return;
    }
    // Further updates would wait in the same queue, so requests are held while the probe's answer does not come.
    m_requestsHeldSince = m_requestsHeldSince.value_or(now);
    m_noRequestsUntil = std::min<Time>(now + hold, *m_requestsHeldSince + longestRequestHold);
    // While TCP opens its window, a queue holds at most the data requested in one round trip. A longer one shows that
    // the path is full.
    if (m_queueDelay > 2 * (m_roundTrip + m_averageReceiveDuration) + 2 * largeQueueDelay) {
        handle(PacerEvent::PathFull);
    }
}

void RequestPacer::handleUpdateGapMeasurement(Time now, bool isBusy, Duration queue)
{
    if (isBusy) {
        handle(PacerEvent::PathFull); // while TCP opens its window, data comes in bursts, so without gaps the window is open
    }
    handleQueueDelay(now, isBusy ? std::max<Duration>(queue, toleratedQueueDelay() + largeQueueDelay) : queue);
}

void RequestPacer::handleUnmeasuredProbeAnswer(Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
    m_noRequestsUntil = {};
    m_requestsHeldSince.reset();
}

void RequestPacer::handleQueueDelay(Time now, Duration queue, std::optional<Time> leftAt)
{
    handleUnmeasuredProbeAnswer(queue);
    if (!m_roundBeganAt || now - *m_roundBeganAt < shortestRound) {
        return;
    }
    if (leftAt && *leftAt + startProbePause < m_rateLoweredAt && m_queueDelay > usualQueueDelay()) {
        return; // requests were slowed down for this queue already
    }
    const Duration round = now - *m_roundBeganAt;
    m_lastRoundByteRate = static_cast<double>(m_roundBytes) / toSeconds(round);
    const bool had = m_roundUpdateCount > 0;
    if (had) {
        m_lastUpdateInterval = round / m_roundUpdateCount;
        m_requestPeriod = isFirstRound() ? currentRequestPeriod() : m_requestPeriod;
        handle(PacerEvent::RoundMeasured);
    }
    m_roundBeganAt = now;
    m_roundUpdateCount = 0;
    m_roundBytes = 0;
    if (m_queueDelay > toleratedQueueDelay()) {
        handleLongQueueDelay(now);
    } else if (had) {
        adjustToUpdateRate(now);
    }
}

void RequestPacer::handleLongQueueDelay(Time now)
{
    if (isTcpWindowOpening()) {
        const bool grew = m_lastRoundByteRate > m_bestByteRate * grows;
        m_bestByteRate = std::max(m_bestByteRate, m_lastRoundByteRate);
        m_fullPathRoundCount = grew ? 0 : m_fullPathRoundCount + 1;
        if (m_fullPathRoundCount >= fullAfter) {
            handle(PacerEvent::PathFull);
        }
        // The present queue makes TCP send more in the next round trip; a queue longer than a round trip would only delay.
        if (isTcpWindowOpening() && m_queueDelay < m_roundTrip + largeQueueDelay + m_averageReceiveDuration) {
            m_requestPeriod = std::max(m_requestPeriod, scaled(m_lastUpdateInterval, 0.8));
            return;
        }
    }
    m_fullPathRoundCount = isFullFor;
    m_fullPathByteRate = m_lastRoundByteRate;
    lowerRequestRate(now);
}

RequestPacer::Duration RequestPacer::sendDuration() const
{
    // ssh passes up to 32 kB on at once, so a small update seems to come in no time.
    const double seconds = m_fullPathByteRate > 0 ? m_averageUpdateBytes / m_fullPathByteRate : 0;
    return std::max(m_averageReceiveDuration, std::min<Duration>(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)), longestUpdate));
}

RequestPacer::Duration RequestPacer::usualQueueDelay() const
{
    // On a long path a measurement has an effect for longer, so a longer queue counts as normal: a server that was busy
    // must not slow requests down.
    return normalQueueDelay + m_roundTrip / 16 + scaled(sendDuration(), usualShare);
}

void RequestPacer::lowerRequestRate(Time now)
{
    m_rateLoweredAt = now;
    // Requests a little less than arrives, so that the queue drains in a second or two.
    const double excess = toSeconds(m_queueDelay - usualQueueDelay()) / (toSeconds(m_roundTrip) + 0.5);
    m_requestPeriod = std::clamp<Duration>(scaled(m_lastUpdateInterval, 1.02 + std::clamp(excess, 0.0, 0.3)), shortestInterval, maxFullPathInterval);
}

double RequestPacer::shorterPeriodFactor(double answered) const
{
    if (isTcpWindowOpening()) {
        return 0.5;
    }
    // Smaller updates than those that filled the path leave room.
    if (m_queueDelay <= normalQueueDelay && m_lastRoundByteRate < muchRoom * m_fullPathByteRate) {
        return 0.85;
    }
    return answered < 1 ? 0.97 : 0.93;
}

void RequestPacer::adjustToUpdateRate(Time now)
{
    // Fraction of requests that got their own update: if nearly all did, the source may have more to send.
    const double answered = m_lastUpdateInterval > Duration::zero() ? toSeconds(m_requestPeriod) / toSeconds(m_lastUpdateInterval) : 0;
    const bool isUsual = m_queueDelay <= usualQueueDelay();
    m_longQueueRoundCount = isUsual ? 0 : m_longQueueRoundCount + 1;
    if (m_longQueueRoundCount > fullAfter) {
        handle(PacerEvent::PathFull);
        m_fullPathRoundCount = isFullFor;
    } else if (isUsual) {
        m_fullPathRoundCount = isTcpWindowOpening() ? 0 : std::max(m_fullPathRoundCount - 1, 0);
    }
    if (!isTcpWindowOpening() && m_longQueueRoundCount > 1) {
        lowerRequestRate(now);
    } else if (answered > 0.7) {
        m_requestPeriod = std::max<Duration>(scaled(m_requestPeriod, shorterPeriodFactor(answered)), shortestInterval);
    } else if (answered < 0.45 && m_requestPeriod < maxNormalInterval) {
        m_requestPeriod = std::clamp<Duration>(scaled(m_lastUpdateInterval, 0.65),
                                               std::min<Duration>(m_requestPeriod, maxNormalInterval),
                                               std::min<Duration>(scaled(m_requestPeriod, 1.15), maxNormalInterval));
    } else if (m_requestPeriod > maxNormalInterval) {
        m_requestPeriod = std::max<Duration>(scaled(m_requestPeriod, 0.9), maxNormalInterval);
    }
}

double RequestPacer::firstFlightUpdates() const
{
    const double flightBytes = m_compressionRatio < 1 ? compressedFirstFlightBytes : firstFlightBytes;
    return std::max(2.0, flightBytes / std::max(m_averageUpdateBytes * m_compressionRatio, 1.0));
}

RequestPacer::Duration RequestPacer::currentRequestPeriod() const
{
    if (!isFirstRound()) {
        const bool mayWake = m_requestsWakeServer && m_fullPathByteRate == 0 && m_queueDelay <= normalQueueDelay;
        return mayWake ? std::min<Duration>(m_requestPeriod, serverWakeInterval) : m_requestPeriod;
    }
    return std::max(m_requestPeriod, scaled(m_roundTrip, 1 / firstFlightUpdates()));
}

std::optional<RequestPacer::Time> RequestPacer::nextRequestAt() const
{
    if (!m_lastRequestAt) {
        return Time{};
    }
    std::optional<Time> at;
    const Time next = *m_lastRequestAt + currentRequestPeriod();
    const bool mayRun = !isFirstRound() || m_openRequestCount < firstFlightUpdates();
    if (mayRun && (m_roundTrip > nearRoundTrip || m_requestsWakeServer) && (m_followUpRequestCount > 0 || next < m_streamingUntil)) {
        at = next;
    }
    if (m_lastRequestUsedAt) {
        if (m_roundTrip <= nearRoundTrip) {
            return std::max(m_debtUntil, *m_lastRequestUsedAt);
        }
        // By this time the last request has been answered at the latest, so the server has no request left. Standard
        // viewers send their next request only then.
        const Time used = *m_lastRequestAt + m_roundTrip + m_queueDelay + m_averageReceiveDuration;
        const Time stock = std::clamp<Time>(used, *m_lastRequestUsedAt, *m_lastRequestUsedAt + maxFullPathInterval);
        at = at ? std::min(*at, stock) : stock;
    }
    return at ? std::max({*at, m_noRequestsUntil, m_debtUntil}) : at;
}

bool RequestPacer::mayRequestMore(Time now) const
{
    return m_roundTrip > nearRoundTrip && now >= std::max(m_noRequestsUntil, m_debtUntil);
}

bool RequestPacer::isStreaming(Time now) const
{
    return now < m_streamingUntil;
}

bool RequestPacer::isMeasurable(Time now) const
{
    return isStreaming(now) && m_updateTimes.size() >= 2;
}

RequestPacer::Duration RequestPacer::probePause() const
{
    return isTcpWindowOpening() ? Duration(startProbePause) : std::max<Duration>(steadyProbePause, m_roundTrip / 2);
}

bool RequestPacer::isPathFull() const
{
    return !isTcpWindowOpening() && m_fullPathRoundCount > 0;
}

RequestPacer::Duration RequestPacer::requestPeriod() const
{
    return m_requestPeriod;
}

double RequestPacer::bytesPerSecond() const
{
    return m_lastRoundByteRate;
}
}
