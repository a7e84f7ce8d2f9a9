// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/deliveryprobe.h"

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
// The console pings a link five times a second while much data comes, otherwise twice.
constexpr std::chrono::milliseconds pingsApart{500};
constexpr std::chrono::milliseconds pingSlack{200};
// While a stream has at least this rate, the console reports each ping as soon as it is answered; with less data it reports none.
constexpr double toldRate = 32 * 1024; // in bytes per second
constexpr int mostRoundTrips = 8; // a ping that lost several packets in a row takes at most this many round trips
constexpr double mostBusy = 0.85; // data that comes for this fraction of the time means a full path; bursts leave gaps
constexpr std::chrono::seconds longMessage{1};
constexpr std::chrono::seconds longestReading{60}; // longest time of reading that may be added to a probe's patience

RfbWire::Rect corner(const RfbWire::Rect &all, std::size_t index)
{
    return {index & 1 ? all.width - 1 : 0, index & 2 ? all.height - 1 : 0, 1, 1};
}
}

DeliveryProbe::DeliveryProbe(Outbox &outbox,
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

void DeliveryProbe::resized(const RfbWire::Rect &all)
{
    m_desktopRect = all;
    m_cornerCoveredAt = {};
    m_openProbe.reset();
}

void DeliveryProbe::setLink(const RfbWire::LinkShare &share, Time now)
{
    m_linkMinRoundTrip = std::chrono::microseconds(share.leastRoundTripMicroseconds);
    m_deliveryMeter.setLink(std::chrono::microseconds(share.roundTripMicroseconds), m_linkMinRoundTrip, now);
    if (m_linkMinRoundTrip > 0us) {
        m_requestPacer.setRoundTrip(m_linkMinRoundTrip);
    }
    const Time at{std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(share.pingedAt))};
    if (share.pingedAt != 0 && m_linkPingAnsweredAt != at && at <= now) {
        linkPinged(at, std::chrono::microseconds(share.roundTripMicroseconds), now);
    }
}

void DeliveryProbe::linkPinged(Time at, std::chrono::microseconds roundTrip, Time now)
{
    m_linkPingAnsweredAt = at;
    m_nextPingIsReported = false;
    if (!usesLinkPings(now)) {
        return;
    }
    m_deliveryMeter.linkPingAnswered(roundTrip - m_linkMinRoundTrip);
    if (m_requestPacer.isMeasurable(now)) {
        m_requestPacer.queueMeasured(now, m_deliveryMeter.queue().value_or(Duration::zero()), at - roundTrip);
        m_nextPingIsReported = m_requestPacer.bytesPerSecond() >= toldRate;
    } else {
        m_requestPacer.probeAnswered(m_deliveryMeter.queue().value_or(Duration::zero()));
    }
    m_lastAnswerAt = now;
    m_updateReadingTime = {};
    reportFacts();
}

bool DeliveryProbe::usesLinkPings(Time now) const
{
    const Duration patience = pingsApart + pingSlack + (m_nextPingIsReported ? mostRoundTrips : 2) * m_linkMinRoundTrip;
    return !mayUseFences() && m_linkMinRoundTrip > RequestPacer::nearRoundTrip && m_linkPingAnsweredAt && now - *m_linkPingAnsweredAt < patience;
}

void DeliveryProbe::checkOverduePing(Time now)
{
    // Only one ping is open at a time. After a loss on a long path its answer comes seconds late, and so does all data
    // requested meanwhile.
    if (!m_nextPingIsReported || !usesLinkPings(now) || !m_requestPacer.isStreaming(now) || now - m_lastAnswerAt < probeInterval) {
        return;
    }
    const Duration overdue = DeliveryMeter::unansweredPingQueue(now - *m_linkPingAnsweredAt, pingsApart + pingSlack, m_linkMinRoundTrip);
    if (m_requestPacer.isAnswerLost(overdue)) {
        m_lastAnswerAt = now;
        m_deliveryMeter.linkPingAnswered(overdue);
        m_requestPacer.probeWaits(now, overdue);
        reportFacts();
    }
}

DeliveryProbe::Time DeliveryProbe::probeDueAt(Time now) const
{
    if (usesLinkPings(now)) {
        return std::max(m_probeSentAt, m_firstPictureAt.value_or(now)) + std::max<Duration>(checkInterval, 3 * roundTrip());
    }
    return std::max(m_lastAnswerAt, m_probeSentAt) + m_requestPacer.probePause();
}

void DeliveryProbe::hidden()
{
    m_nextPingIsReported = false; // the console reports no pings of hidden desktops
}

void DeliveryProbe::handleMessageBegin(Time now)
{
    m_longestSilence = silence(now);
    m_messageBegan = now;
}

void DeliveryProbe::handleMessageEnd(Time now)
{
    if (m_openProbe && m_messageBegan && now - *m_messageBegan > longMessage) {
        m_openProbe->longReadTime += now - std::max(*m_messageBegan, m_openProbe->sentAt);
    }
    m_messageBegan.reset();
    m_lastMessageEnded = now;
}

bool DeliveryProbe::isReading() const
{
    return m_messageBegan.has_value();
}

void DeliveryProbe::readingPauseEnded(Time now)
{
    m_openProbe.reset(); // the probe's answer may have waited unread in the socket
    m_nextPingIsReported = false;
    m_lastAnswerAt = now;
    m_updateReadingTime = {};
}

void DeliveryProbe::rectCame(const RfbWire::Rect &rect, Time updateBegan)
{
    const bool isAnswer = m_openProbe && m_openProbe->fenceNumber == 0 && overlapArea(m_openProbe->pixelRect, rect) != 0;
    for (std::size_t i = 0; i < m_cornerCoveredAt.size(); ++i) {
        if (rect.width * rect.height > 1 && overlapArea(corner(m_desktopRect, i), rect) != 0) {
            m_cornerCoveredAt[i] = updateBegan;
        }
    }
    if (isAnswer) {
        answered(Clock::now());
    }
}

void DeliveryProbe::screenLayoutCame(Time now)
{
    if (m_openProbe && m_openProbe->fenceNumber == 0) {
        answered(now);
    }
}

void DeliveryProbe::updateEnded(Time now, Duration took)
{
    m_firstPictureAt = m_firstPictureAt.value_or(now);
    m_updateReadingTime += took;
}

void DeliveryProbe::serverAnswersPixelRequests()
{
    m_isServerNotX11vnc = true;
}

void DeliveryProbe::serverHasFences(Time now)
{
    m_isServerNotX11vnc = true;
    if (!std::exchange(m_serverHasFences, true)) {
        sendProbe(now); // probes at once: the round trip decides how updates are requested
    }
}

void DeliveryProbe::fenceCameBack(std::uint64_t number, Time now)
{
    if (m_openProbe && m_openProbe->fenceNumber == number) {
        answered(now);
    }
}

void DeliveryProbe::sendProbe(Time now)
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
        const auto stillest = std::min_element(m_cornerCoveredAt.begin(), m_cornerCoveredAt.end());
        question.isLivenessCheck = usesLinkPings(now);
        question.pixelRect = corner(m_desktopRect, static_cast<std::size_t>(stillest - m_cornerCoveredAt.begin()));
        ++m_counters.requests;
        m_outbox.push(ClientMessages::updateRequest(false, question.pixelRect));
    }
    m_openProbe = question;
    m_longestSilence = {};
    m_probeSentAt = now;
}

void DeliveryProbe::answered(Time now)
{
    const auto took = now - m_openProbe->sentAt;
    // An answer faster than the path allows is an update that was already on its way. Seen with 50 updates a second at 100 ms: 10 to 50 ms.
    const bool isPossible = took >= m_linkMinRoundTrip;
    if (m_openProbe->fenceNumber == 0 && m_isServerNotX11vnc && isPossible) {
        m_liveness.answered(took);
    }
    const bool isLivenessCheck = m_openProbe->isLivenessCheck;
    m_openProbe.reset();
    if (isLivenessCheck) {
        return;
    }
    m_deliveryMeter.answered(now, took, m_longestSilence);
    if (m_linkMinRoundTrip == 0us) {
        m_requestPacer.setRoundTrip(roundTrip());
    }
    m_requestPacer.queueMeasured(now, m_deliveryMeter.queue().value_or(Duration::zero()));
    m_lastAnswerAt = now;
    m_updateReadingTime = {};
    reportFacts();
}

DeliveryProbe::Duration DeliveryProbe::silence(Time now) const
{
    return m_openProbe && !m_messageBegan ? std::max(m_longestSilence, now - std::max(m_lastMessageEnded, m_openProbe->sentAt)) : m_longestSilence;
}

std::optional<DeliveryProbe::Fault> DeliveryProbe::doDueWork(Time now, Time updateEnded)
{
    checkOverduePing(now);
    if (!m_openProbe) {
        if (m_requestPacer.isMeasurable(now) && mayAsk(now) && now >= probeDueAt(now)) {
            sendProbe(now);
        }
        return {};
    }
    const auto since = now - m_openProbe->sentAt;
    if (!m_openProbe->isLivenessCheck && since > roundTrip() + m_requestPacer.toleratedQueue() && now - m_lastAnswerAt >= probeInterval) {
        m_lastAnswerAt = now;
        m_deliveryMeter.waiting(since, silence(now));
        m_requestPacer.probeWaits(now, m_deliveryMeter.queue().value_or(Duration::zero()));
        reportFacts();
    }
    if (m_messageBegan || since <= patience() + std::min<Duration>(m_openProbe->longReadTime, longestReading)) {
        return {};
    }
    const Probe lost = *m_openProbe;
    m_openProbe.reset();
    if (updateEnded <= lost.sentAt) {
        return Fault::Silent;
    }
    // The server sends data but does not answer the probe.
    m_lastAnswerAt = now;
    m_updateReadingTime = {};
    if (lost.fenceNumber != 0) {
        return Fault::NoFence;
    }
    m_serverAnswersPixels = false;
    return {};
}

bool DeliveryProbe::mayUseFences() const
{
    return m_serverHasFences && m_offerSender.offersFences() && m_modeChooser.mayUseFences();
}

bool DeliveryProbe::mayRequestPixel(Time now) const
{
    // On such a short path, one request at a time is just as good, and a probe would only add another request.
    const bool isNear = m_linkMinRoundTrip > 0us && m_linkMinRoundTrip <= RequestPacer::nearRoundTrip;
    if (isNear || !m_serverAnswersPixels || !m_firstPictureAt) {
        return false;
    }
    return m_isServerNotX11vnc || (!usesLinkPings(now) && now >= *m_firstPictureAt + std::max<Duration>(pixelPause, 5 * roundTrip()));
}

bool DeliveryProbe::mayAsk(Time now) const
{
    return mayUseFences() || mayRequestPixel(now);
}

void DeliveryProbe::measureByGaps(Time now)
{
    const auto since = now - m_lastAnswerAt;
    if (usesLinkPings(now) || mayAsk(now) || m_openProbe || since < std::max<Duration>(500ms, roundTrip())) {
        return;
    }
    // Without probes, only two signs of a full path remain: data that comes without pauses, and what the console knows
    // about the link.
    m_requestPacer.busyMeasured(now, m_updateReadingTime > since * mostBusy, m_deliveryMeter.queue().value_or(Duration::zero()));
    m_lastAnswerAt = now;
    m_updateReadingTime = {};
    reportFacts();
}

bool DeliveryProbe::isProbeOpen() const
{
    return m_openProbe.has_value();
}

const DeliveryMeter &DeliveryProbe::meter() const
{
    return m_deliveryMeter;
}

DeliveryProbe::Duration DeliveryProbe::roundTrip() const
{
    return m_deliveryMeter.least().value_or(100ms);
}

DeliveryProbe::Duration DeliveryProbe::patience() const
{
    return 5s + 3 * roundTrip();
}

std::optional<DeliveryProbe::Time> DeliveryProbe::firstPictureAt() const
{
    return m_firstPictureAt;
}

void DeliveryProbe::reportFacts()
{
    const double rate = m_requestPacer.bytesPerSecond();
    if (!m_requestPacer.isPathFull()) {
        m_demandBytesPerSecond = rate;
    }
    m_counters.demandBytesPerSecond = static_cast<std::uint64_t>(std::max(m_demandBytesPerSecond, m_requestPacer.isPathFull() ? rate * 1.5 : rate));
    const auto queue = std::chrono::duration_cast<std::chrono::microseconds>(m_deliveryMeter.queue().value_or(Duration::zero()));
    m_counters.queueMicroseconds = std::min(static_cast<std::uint64_t>(queue.count()), RfbWire::maxFenceMicroseconds);
}

DeliveryFacts DeliveryProbe::facts() const
{
    DeliveryFacts facts;
    const auto micro = [](Duration d) {
        return std::chrono::duration_cast<std::chrono::microseconds>(d);
    };
    if (const auto least = m_deliveryMeter.least()) {
        facts.roundTrip = micro(*least);
    }
    if (const auto queue = m_deliveryMeter.queue()) {
        facts.queue = micro(*queue);
    }
    facts.isPathFull = m_requestPacer.isPathFull();
    if (facts.isPathFull && m_requestPacer.bytesPerSecond() > 0) {
        facts.bytesPerSecond = m_requestPacer.bytesPerSecond();
    }
    return facts;
}
}
