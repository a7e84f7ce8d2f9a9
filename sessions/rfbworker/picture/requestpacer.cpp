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
constexpr std::chrono::milliseconds longestUpdate{1000};
constexpr std::chrono::milliseconds shortestRound{50};
constexpr std::chrono::milliseconds hold{500}; // pause of requests, extended while the answer does not come
constexpr unsigned mostFollowUps = 4;
constexpr std::size_t mostUpdates = 256; // limits the memory if a server sends without end

RequestPacer::Duration times(RequestPacer::Duration duration, double factor)
{
    return std::chrono::duration_cast<RequestPacer::Duration>(duration * factor);
}
}

void RequestPacer::handle(PacerEvent event)
{
    m_state = nextState(m_state, event).value_or(m_state);
}

bool RequestPacer::isTcpOpening() const
{
    return m_state == PacerState::FirstRound || m_state == PacerState::Opening;
}

bool RequestPacer::isFirstRound() const
{
    return m_state == PacerState::FirstRound || m_state == PacerState::FirstRoundFull;
}

void RequestPacer::setRoundTrip(Duration roundTrip)
{
    m_roundTrip = roundTrip;
}

void RequestPacer::setCompressed()
{
    m_share = compressedShare;
}

void RequestPacer::setAllowance(double bytesPerSecond, Time now)
{
    if (bytesPerSecond == m_allowance) {
        return;
    }
    if (bytesPerSecond <= 0) {
        forgetDebt();
    } else if (m_allowance > 0 && m_debtUntil > now) {
        m_debtUntil = now + std::min<Duration>(times(m_debtUntil - now, m_allowance / bytesPerSecond), repricedDebt);
    }
    m_allowance = bytesPerSecond;
}

void RequestPacer::forgetDebt()
{
    m_debtUntil = {};
}

RequestPacer::Duration RequestPacer::updateWindow() const
{
    return std::max<Duration>(500ms, times(m_roundTrip, 1.2));
}

RequestPacer::Duration RequestPacer::toleratedQueue() const
{
    // A full path always holds the update that is being sent. While TCP opens its window, the path is full at every step.
    const Duration steady = largeQueue + m_updateDuration;
    return isTcpOpening() ? std::max(steady, m_roundTrip / 2) : steady;
}

bool RequestPacer::isAnswerLost(Duration late) const
{
    return late > toleratedQueue() + 3 * m_roundTrip / 2;
}

void RequestPacer::asked(Time now)
{
    m_requestedAt = now;
    ++m_openRequests;
    m_requestUsedAt.reset();
    m_followUpRequests -= m_followUpRequests > 0 ? 1 : 0;
}

void RequestPacer::emptyUpdateCame(Time now)
{
    m_requestUsedAt = now;
}

void RequestPacer::updateCame(Time now, Duration took, std::uint64_t bytes)
{
    emptyUpdateCame(now);
    m_openRequests -= m_openRequests > 0 ? 1 : 0;
    m_updateTimes.push_back(now);
    while (m_updateTimes.front() < now - updateWindow() || m_updateTimes.size() > mostUpdates) {
        m_updateTimes.pop_front();
    }
    m_updateBytes = m_updateBytes == 0 ? static_cast<double>(bytes) : 0.75 * m_updateBytes + 0.25 * static_cast<double>(bytes);
    m_updateDuration = times(m_updateDuration, 0.75) + times(std::min<Duration>(took, longestUpdate), 0.25);
    if (m_updateTimes.size() >= 3 || bytes >= largeUpdate) {
        m_streamUntil = now + updateWindow();
    } else {
        m_followUpRequests = static_cast<unsigned>(std::min<Duration::rep>(mostFollowUps, m_roundTrip / longestInterval + 1));
    }
    ++m_roundUpdates;
    m_roundBytes += bytes;
    if (!m_roundBegan) {
        m_roundBegan = now;
    }
    if (m_allowance > 0) {
        // The debt is counted from the time at which the update began to arrive.
        const double owed = std::min(static_cast<double>(bytes) / m_allowance, toSeconds(took + 250ms + largestDebt));
        const Time paid = std::max(m_debtUntil, now - took - Duration(250ms));
        m_debtUntil = std::min<Time>(paid + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(owed)), now + largestDebt);
    }
}

void RequestPacer::colorMapCame(Time now)
{
    m_openRequests -= m_openRequests > 0 ? 1 : 0;
    m_streamUntil = std::max(m_streamUntil, now + updateWindow());
}

void RequestPacer::probeWaits(Time now, Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
    if (m_queueDelay <= toleratedQueue()) {
        return;
    }
    // Updates requested since then wait in the same queue; they have all come before the answer to the probe.
    m_waitingSince = m_waitingSince.value_or(now);
    m_noRequestsUntil = std::min<Time>(now + hold, *m_waitingSince + longestHold);
    // While TCP opens its window, a queue holds at most the data requested in one round trip. A longer one shows that
    // the path is full.
    if (m_queueDelay > 2 * (m_roundTrip + m_updateDuration) + 2 * largeQueue) {
        handle(PacerEvent::PathFull);
    }
}

void RequestPacer::busyMeasured(Time now, bool isBusy, Duration queue)
{
    if (isBusy) {
        handle(PacerEvent::PathFull); // while TCP opens its window, data comes in bursts, so without gaps the window is open
    }
    queueMeasured(now, isBusy ? std::max<Duration>(queue, toleratedQueue() + largeQueue) : queue);
}

void RequestPacer::probeAnswered(Duration queue)
{
    m_queueDelay = std::max(queue, Duration::zero());
    m_noRequestsUntil = {};
    m_waitingSince.reset();
}

void RequestPacer::queueMeasured(Time now, Duration queue, std::optional<Time> leftAt)
{
    probeAnswered(queue);
    if (!m_roundBegan || now - *m_roundBegan < shortestRound) {
        return;
    }
    if (leftAt && *leftAt + startPause < m_slowedAt && m_queueDelay > usualQueue()) {
        return; // requests were slowed down for this queue already
    }
    const Duration round = now - *m_roundBegan;
    m_rate = static_cast<double>(m_roundBytes) / toSeconds(round);
    const bool had = m_roundUpdates > 0;
    if (had) {
        m_updateInterval = round / m_roundUpdates;
        m_period = askingPeriod();
        handle(PacerEvent::RoundMeasured);
    }
    m_roundBegan = now;
    m_roundUpdates = 0;
    m_roundBytes = 0;
    if (m_queueDelay > toleratedQueue()) {
        reduceRate(now);
    } else if (had) {
        followSource(now);
    }
}

void RequestPacer::reduceRate(Time now)
{
    if (isTcpOpening()) {
        const bool grew = m_rate > m_bestRate * grows;
        m_bestRate = std::max(m_bestRate, m_rate);
        m_fullRounds = grew ? 0 : m_fullRounds + 1;
        if (m_fullRounds >= fullAfter) {
            handle(PacerEvent::PathFull);
        }
        // The present queue makes TCP send more in the next round trip; a queue longer than a round trip would only delay.
        if (isTcpOpening() && m_queueDelay < m_roundTrip + largeQueue + m_updateDuration) {
            m_period = std::max(m_period, times(m_updateInterval, 0.8));
            return;
        }
    }
    m_fullRounds = isFullFor;
    slowDown(now);
}

RequestPacer::Duration RequestPacer::usualQueue() const
{
    // On a long path a measurement has an effect for longer, so a longer queue counts as normal: a server that was busy
    // must not slow requests down.
    return smallQueue + m_roundTrip / 16 + times(m_updateDuration, usualShare);
}

void RequestPacer::slowDown(Time now)
{
    m_slowedAt = now;
    // Requests a little less than arrives, so that the queue drains in a second or two.
    const double excess = toSeconds(m_queueDelay - usualQueue()) / (toSeconds(m_roundTrip) + 0.5);
    m_period = std::clamp<Duration>(times(m_updateInterval, 1.02 + std::clamp(excess, 0.0, 0.3)), shortestInterval, slowestInterval);
}

void RequestPacer::followSource(Time now)
{
    // Fraction of requests that got their own update: if nearly all did, the source may have more to send.
    const double answered = m_updateInterval > Duration::zero() ? toSeconds(m_period) / toSeconds(m_updateInterval) : 0;
    const bool isUsual = m_queueDelay <= usualQueue();
    m_longRounds = isUsual ? 0 : m_longRounds + 1;
    if (m_longRounds > fullAfter) {
        handle(PacerEvent::PathFull);
        m_fullRounds = isFullFor;
    } else if (isUsual) {
        m_fullRounds = isTcpOpening() ? 0 : std::max(m_fullRounds - 1, 0);
    }
    if (!isTcpOpening() && m_longRounds > 1) {
        slowDown(now);
    } else if (answered > 0.7) {
        // In smaller steps once TCP has opened its window.
        const double step = isTcpOpening() ? 0.5 : answered < 1 ? 0.97 : 0.93;
        m_period = std::max<Duration>(times(m_period, step), shortestInterval);
    } else if (answered < 0.45 && m_period < longestInterval) {
        m_period = std::clamp<Duration>(times(m_updateInterval, 0.65),
                                        std::min<Duration>(m_period, longestInterval),
                                        std::min<Duration>(times(m_period, 1.15), longestInterval));
    } else if (m_period > longestInterval) {
        m_period = std::max<Duration>(times(m_period, 0.9), longestInterval);
    }
}

double RequestPacer::firstUpdates() const
{
    return std::max(2.0, firstFlightBytes / std::max(m_updateBytes * m_share, 1.0));
}

RequestPacer::Duration RequestPacer::askingPeriod() const
{
    if (!isFirstRound()) {
        return m_period;
    }
    return std::max(m_period, times(m_roundTrip, 1 / firstUpdates()));
}

std::optional<RequestPacer::Time> RequestPacer::nextRequestAt() const
{
    if (!m_requestedAt) {
        return Time{};
    }
    std::optional<Time> at;
    const Time next = *m_requestedAt + askingPeriod();
    const bool mayRun = !isFirstRound() || m_openRequests < firstUpdates();
    if (mayRun && m_roundTrip > nearRoundTrip && (m_followUpRequests > 0 || next < m_streamUntil)) {
        at = next;
    }
    if (m_requestUsedAt) {
        if (m_roundTrip <= nearRoundTrip) {
            return m_debtUntil > *m_requestUsedAt ? m_debtUntil : *m_requestUsedAt;
        }
        // By this time the last request has been answered at the latest, so the server has no request left. Standard
        // viewers send their next request only then.
        const Time used = *m_requestedAt + m_roundTrip + m_queueDelay + m_updateDuration;
        const Time stock = std::clamp<Time>(used, *m_requestUsedAt, *m_requestUsedAt + slowestInterval);
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
    return now < m_streamUntil;
}

bool RequestPacer::isMeasurable(Time now) const
{
    return isStreaming(now) && m_updateTimes.size() >= 2;
}

RequestPacer::Duration RequestPacer::measurePause() const
{
    return isTcpOpening() ? Duration(startPause) : std::max<Duration>(steadyPause, m_roundTrip / 2);
}

bool RequestPacer::isPathFull() const
{
    return !isTcpOpening() && m_fullRounds > 0;
}

RequestPacer::Duration RequestPacer::period() const
{
    return m_period;
}

double RequestPacer::bytesPerSecond() const
{
    return m_rate;
}
}
