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
                             const OfferSender &offers,
                             Counters &counters,
                             Pulse &pulse,
                             RequestPacer &pacer,
                             const RequestModeChooser &chooser)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_counters(counters)
    , m_pulse(pulse)
    , m_pacer(pacer)
    , m_chooser(chooser)
{
}

void DeliveryProbe::resized(const RfbWire::Rect &all)
{
    m_all = all;
    m_cornerCoveredAt = {};
    m_question.reset();
}

void DeliveryProbe::setLink(const RfbWire::LinkShare &share, Time now)
{
    m_linkLeast = std::chrono::microseconds(share.leastRoundTripMicroseconds);
    m_meter.setLink(std::chrono::microseconds(share.roundTripMicroseconds), m_linkLeast, now);
    if (m_linkLeast > 0us) {
        m_pacer.setRoundTrip(m_linkLeast);
    }
    const Time at{std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(share.pingedAt))};
    if (share.pingedAt != 0 && m_pingedAt != at && at <= now) {
        pinged(at, std::chrono::microseconds(share.roundTripMicroseconds), now);
    }
}

void DeliveryProbe::pinged(Time at, std::chrono::microseconds roundTrip, Time now)
{
    m_pingedAt = at;
    m_nextPingIsReported = false;
    if (!goesByPings(now)) {
        return;
    }
    m_meter.linkAnswered(roundTrip - m_linkLeast);
    if (m_pacer.isMeasurable(now)) {
        m_pacer.measured(now, m_meter.queue().value_or(Duration::zero()), at - roundTrip);
        m_nextPingIsReported = m_pacer.bytesPerSecond() >= toldRate;
    } else {
        m_pacer.waitsNoMore(m_meter.queue().value_or(Duration::zero()));
    }
    m_heardAt = now;
    m_busy = {};
    reportFacts();
}

bool DeliveryProbe::goesByPings(Time now) const
{
    const Duration patience = pingsApart + pingSlack + (m_nextPingIsReported ? mostRoundTrips : 2) * m_linkLeast;
    return !mayUseFences() && m_linkLeast > RequestPacer::near && m_pingedAt && now - *m_pingedAt < patience;
}

void DeliveryProbe::watchPing(Time now)
{
    // Only one ping is open at a time. After a loss on a long path it returns seconds late, and so does everything requested meanwhile.
    if (!m_nextPingIsReported || !goesByPings(now) || !m_pacer.isStreaming(now) || now - m_heardAt < betweenQuestions) {
        return;
    }
    const Duration overdue = DeliveryMeter::pingWaits(now - *m_pingedAt, pingsApart + pingSlack, m_linkLeast);
    if (m_pacer.isStuck(overdue)) {
        m_heardAt = now;
        m_meter.linkAnswered(overdue);
        m_pacer.waits(now, overdue);
        reportFacts();
    }
}

DeliveryProbe::Time DeliveryProbe::askDueAt(Time now) const
{
    if (goesByPings(now)) {
        return std::max(m_askedAt, m_firstPictureAt.value_or(now)) + std::max<Duration>(betweenChecks, 3 * roundTrip());
    }
    return std::max(m_heardAt, m_askedAt) + m_pacer.measurePause();
}

void DeliveryProbe::hidden()
{
    m_nextPingIsReported = false; // the console reports no pings of hidden desktops
}

void DeliveryProbe::messageBegins(Time now)
{
    m_silence = silence(now);
    m_messageBegan = now;
}

void DeliveryProbe::messageEnds(Time now)
{
    if (m_question && m_messageBegan && now - *m_messageBegan > longMessage) {
        m_question->longReading += now - std::max(*m_messageBegan, m_question->sentAt);
    }
    m_messageBegan.reset();
    m_messageEnded = now;
}

bool DeliveryProbe::isReading() const
{
    return m_messageBegan.has_value();
}

void DeliveryProbe::pauseEnded(Time now)
{
    m_question.reset(); // the probe's answer may have waited unread in the socket
    m_nextPingIsReported = false;
    m_heardAt = now;
    m_busy = {};
}

void DeliveryProbe::rectCame(const RfbWire::Rect &rect, Time updateBegan)
{
    const bool isAnswer = m_question && m_question->fence == 0 && overlapArea(m_question->pixel, rect) != 0;
    for (std::size_t i = 0; i < m_cornerCoveredAt.size(); ++i) {
        if (rect.width * rect.height > 1 && overlapArea(corner(m_all, i), rect) != 0) {
            m_cornerCoveredAt[i] = updateBegan;
        }
    }
    if (isAnswer) {
        answered(Clock::now());
    }
}

void DeliveryProbe::screensCame(Time now)
{
    if (m_question && m_question->fence == 0) {
        answered(now);
    }
}

void DeliveryProbe::updateEnded(Time now, Duration took)
{
    m_firstPictureAt = m_firstPictureAt.value_or(now);
    m_busy += took;
}

void DeliveryProbe::serverAnswersPixels()
{
    m_isModern = true;
}

void DeliveryProbe::serverHasFences(Time now)
{
    m_isModern = true;
    if (!std::exchange(m_hasFences, true)) {
        sendQuestion(now); // probes at once: the round trip decides how updates are requested
    }
}

void DeliveryProbe::fenceCameBack(std::uint64_t number, Time now)
{
    if (m_question && m_question->fence == number) {
        answered(now);
    }
}

void DeliveryProbe::sendQuestion(Time now)
{
    Probe question{0, {}, now, false, {}};
    if (mayUseFences()) {
        question.fence = ownFence | ++m_fences;
        if (!m_outbox.pushFence(ClientMessages::fenceRequest(question.fence))) {
            return;
        }
    } else {
        if (!mayAskPixels(now)) {
            return;
        }
        // Chooses the corner that has not changed for the longest time, so that the next update of it is the answer.
        const auto stillest = std::min_element(m_cornerCoveredAt.begin(), m_cornerCoveredAt.end());
        question.isCheck = goesByPings(now);
        question.pixel = corner(m_all, static_cast<std::size_t>(stillest - m_cornerCoveredAt.begin()));
        ++m_counters.requests;
        m_outbox.push(ClientMessages::updateRequest(false, question.pixel));
    }
    m_question = question;
    m_silence = {};
    m_askedAt = now;
}

void DeliveryProbe::answered(Time now)
{
    const auto took = now - m_question->sentAt;
    // An answer faster than the path allows is an update that was already on its way. Seen with 50 updates a second at 100 ms: 10 to 50 ms.
    const bool isPossible = took >= m_linkLeast;
    if (m_question->fence == 0 && m_isModern && isPossible) {
        m_pulse.answered(took);
    }
    const bool isCheck = m_question->isCheck;
    m_question.reset();
    if (isCheck) {
        return;
    }
    m_meter.answered(now, took, m_silence);
    if (m_linkLeast == 0us) {
        m_pacer.setRoundTrip(roundTrip());
    }
    m_pacer.measured(now, m_meter.queue().value_or(Duration::zero()));
    m_heardAt = now;
    m_busy = {};
    reportFacts();
}

DeliveryProbe::Duration DeliveryProbe::silence(Time now) const
{
    return m_question && !m_messageBegan ? std::max(m_silence, now - std::max(m_messageEnded, m_question->sentAt)) : m_silence;
}

std::optional<DeliveryProbe::Fault> DeliveryProbe::doDueWork(Time now, Time updateEnded)
{
    watchPing(now);
    if (!m_question) {
        if (m_pacer.isMeasurable(now) && mayAsk(now) && now >= askDueAt(now)) {
            sendQuestion(now);
        }
        return {};
    }
    const auto since = now - m_question->sentAt;
    if (!m_question->isCheck && since > roundTrip() + m_pacer.tolerated() && now - m_heardAt >= betweenQuestions) {
        m_heardAt = now;
        m_meter.waiting(since, silence(now));
        m_pacer.waits(now, m_meter.queue().value_or(Duration::zero()));
        reportFacts();
    }
    if (m_messageBegan || since <= patience() + std::min<Duration>(m_question->longReading, longestReading)) {
        return {};
    }
    const Probe lost = *m_question;
    m_question.reset();
    if (updateEnded <= lost.sentAt) {
        return Fault::Silent;
    }
    // The server sends data but does not answer the probe.
    m_heardAt = now;
    m_busy = {};
    if (lost.fence != 0) {
        return Fault::NoFence;
    }
    m_pixelsAnswer = false;
    return {};
}

bool DeliveryProbe::mayUseFences() const
{
    return m_hasFences && m_offers.offersFences() && m_chooser.mayUseFences();
}

bool DeliveryProbe::mayAskPixels(Time now) const
{
    // On such a short path, one request at a time is just as good, and a probe would only add another request.
    const bool isNear = m_linkLeast > 0us && m_linkLeast <= RequestPacer::near;
    if (isNear || !m_pixelsAnswer || !m_firstPictureAt) {
        return false;
    }
    return m_isModern || (!goesByPings(now) && now >= *m_firstPictureAt + std::max<Duration>(pixelPause, 5 * roundTrip()));
}

bool DeliveryProbe::mayAsk(Time now) const
{
    return mayUseFences() || mayAskPixels(now);
}

void DeliveryProbe::measureByGaps(Time now)
{
    const auto since = now - m_heardAt;
    if (goesByPings(now) || mayAsk(now) || m_question || since < std::max<Duration>(500ms, roundTrip())) {
        return;
    }
    // Without probes, only two signs of a full path remain: data that comes without pauses, and what the console knows
    // about the link.
    m_pacer.busy(now, m_busy > since * mostBusy, m_meter.queue().value_or(Duration::zero()));
    m_heardAt = now;
    m_busy = {};
    reportFacts();
}

bool DeliveryProbe::isAsking() const
{
    return m_question.has_value();
}

const DeliveryMeter &DeliveryProbe::meter() const
{
    return m_meter;
}

DeliveryProbe::Duration DeliveryProbe::roundTrip() const
{
    return m_meter.least().value_or(100ms);
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
    const double rate = m_pacer.bytesPerSecond();
    if (!m_pacer.isFull()) {
        m_demand = rate;
    }
    m_counters.demandBytesPerSecond = static_cast<std::uint64_t>(std::max(m_demand, m_pacer.isFull() ? rate * 1.5 : rate));
    const auto queue = std::chrono::duration_cast<std::chrono::microseconds>(m_meter.queue().value_or(Duration::zero()));
    m_counters.queueMicroseconds = std::min(static_cast<std::uint64_t>(queue.count()), RfbWire::maxFenceMicroseconds);
}

DeliveryFacts DeliveryProbe::facts() const
{
    DeliveryFacts facts;
    const auto micro = [](Duration d) {
        return std::chrono::duration_cast<std::chrono::microseconds>(d);
    };
    if (const auto least = m_meter.least()) {
        facts.roundTrip = micro(*least);
    }
    if (const auto queue = m_meter.queue()) {
        facts.queue = micro(*queue);
    }
    facts.isFull = m_pacer.isFull();
    if (facts.isFull && m_pacer.bytesPerSecond() > 0) {
        facts.bytesPerSecond = m_pacer.bytesPerSecond();
    }
    return facts;
}
}
