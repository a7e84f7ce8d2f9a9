// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/pictureasker.h"

#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;
using RfbWire::AskingWay;

namespace
{
constexpr std::chrono::milliseconds betweenMarkers{200};
// x11vnc measures its line when a viewer has got its first picture: it changes a corner and waits until that is sent and asked for
// again. A pixel asked for meanwhile keeps it waiting, 1.5 s three times over, in which nothing comes.
constexpr std::chrono::milliseconds pixelPause{3000};
constexpr std::chrono::milliseconds slowPause{1000}; ///< between two updates that are looked at once a second
constexpr double mostBusy = 0.85; // what comes in lumps leaves gaps though the way is full
constexpr unsigned mostEmpty = 12;
constexpr std::chrono::milliseconds answersWithin{200};
constexpr std::chrono::seconds longMessage{1};
constexpr std::chrono::seconds longestReading{60}; // that a question bears

RfbWire::Rect corner(const RfbWire::Rect &all, std::size_t index)
{
    return {index & 1 ? all.width - 1 : 0, index & 2 ? all.height - 1 : 0, 1, 1};
}
}

PictureAsker::PictureAsker(Outbox &outbox, OfferSender &offers, Counters &counters, Pulse &pulse)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_counters(counters)
    , m_pulse(pulse)
{
}

void PictureAsker::request(bool incremental, const RfbWire::Rect &rect, Time now)
{
    ++m_counters.requests;
    m_askedAt = now;
    m_requestIsOut = true;
    m_pacer.asked(now);
    m_outbox.push(ClientMessages::updateRequest(incremental, rect));
}

void PictureAsker::requestAll(bool incremental, Time now)
{
    // One full request for each size. Xvnc answers every full one with its screens alone and sends the pixels with the next;
    // asked for all again, it would tell of its screens for ever.
    request(!std::exchange(m_wantsAll, false) && incremental, m_all, now);
}

void PictureAsker::resized(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_wantsAll = true;
    m_hasPicture = false;
    m_cornerCoveredAt = {};
    m_marker.reset();
    if (m_exact.isAsked()) {
        m_exact.handle(ExactEvent::Resized, Clock::now());
        m_offers.setExactOnly(false);
    }
}

void PictureAsker::start(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_wantsAll = false;
    request(false, m_all, Clock::now());
}

void PictureAsker::foresaw()
{
    m_wantsAll = false;
}

void PictureAsker::askAgain()
{
    request(true, m_all, Clock::now());
}

void PictureAsker::messageBegins(Time now)
{
    m_silence = silence(now);
    m_messageBegan = now;
}

void PictureAsker::messageEnds(Time now)
{
    if (m_marker && m_messageBegan && now - *m_messageBegan > longMessage) {
        m_marker->longReading += now - std::max(*m_messageBegan, m_marker->sentAt);
    }
    m_messageBegan.reset();
    m_messageEnded = now;
}

void PictureAsker::pauses(Time now)
{
    m_pausedAt = now;
}

void PictureAsker::goesOn(Time now)
{
    const auto paused = m_pausedAt ? now - *m_pausedAt : Clock::duration::zero();
    m_pausedAt.reset();
    m_wentOnAt = now;
    m_marker.reset(); // its answer may have been here for long
    m_markerHeardAt = now;
    m_busy = {};
    m_continuous.pauseOver(now);
    m_updateBegan += paused;
}

void PictureAsker::coloursCame(Time now)
{
    if (m_hasPicture) {
        m_pacer.coloursCame(now);
    }
}

void PictureAsker::updateBegins(Time now)
{
    m_updateBegan = now;
    m_updateHasPixels = false;
}

void PictureAsker::rectCame(const RfbWire::Rect &rect, bool isExact)
{
    m_exact.rectCame(rect, isExact, m_updateBegan, roundTrip());
    const bool isAnswer = m_marker && m_marker->fence == 0 && overlapArea(m_marker->pixel, rect) != 0;
    for (std::size_t i = 0; i < m_cornerCoveredAt.size(); ++i) {
        if (rect.width * rect.height > 1 && overlapArea(corner(m_all, i), rect) != 0) {
            m_cornerCoveredAt[i] = m_updateBegan;
        }
    }
    m_updateHasPixels = m_updateHasPixels || !(rect.width == 1 && rect.height == 1);
    if (isAnswer) {
        markerCame(Clock::now());
    }
}

void PictureAsker::screensCame(Time now)
{
    if (m_marker && m_marker->fence == 0) {
        markerCame(now);
    }
}

void PictureAsker::updateEnds(Time now, std::uint64_t bytes, std::uint32_t rects)
{
    m_requestIsOut = false;
    m_updateEnded = now;
    if (m_updateHasPixels) {
        m_hasPicture = true;
        m_firstPictureAt = m_firstPictureAt.value_or(now);
        m_busy += now - m_updateBegan;
        m_pacer.updateCame(now, now - m_updateBegan, bytes);
    }
    if (!m_updateHasPixels) {
        m_pacer.usedUp(now);
    }
    m_emptyUpdates = rects == 0 ? m_emptyUpdates + 1 : 0;
    if (m_way == AskingWay::Ahead && m_emptyUpdates > mostEmpty) {
        m_chooser.aheadFailed(now); // it answers each request though there is nothing new
        m_emptyUpdates = 0;
    }
    if (m_continuous.isOn() && m_updateHasPixels
        && !m_continuous.pixelsCame(now, roundTrip() + m_meter.queue().value_or(Clock::duration::zero()) + answersWithin)) {
        m_chooser.continuousFailed();
    }
    if (m_exact.isAnswered()) {
        endExact(ExactEvent::Answered, now);
        return;
    }
    if (m_exact.isExclusive()) {
        return;
    }
    if (m_wantsAll || !m_hasPicture || (m_way == AskingWay::Stock && !isHeld())) {
        requestAll(true, now);
    }
}

bool PictureAsker::isHeld() const
{
    return m_view.visibility != RfbWire::Visibility::Visible;
}

void PictureAsker::serverHasFences(Time now)
{
    m_chooser.serverHasFences();
    if (m_offers.offersFences() && m_chooser.mayUseFences()) {
        m_pulse.setHasFences(true); // else it was sent before it heard that we withdrew them
    }
    if (!std::exchange(m_hasFences, true)) {
        sendMarker(now); // how far it is decides how it is asked
    }
}

void PictureAsker::fenceCameBack(std::uint64_t number, Time now)
{
    if (m_marker && m_marker->fence == number) {
        markerCame(now);
    }
}

void PictureAsker::continuousEnded()
{
    m_chooser.serverHasContinuous();
    if (!m_continuous.ended(Clock::now())) {
        m_chooser.continuousFailed();
    }
}

void PictureAsker::setView(const RfbWire::View &view)
{
    const bool wasHeld = isHeld();
    m_view = view;
    if (wasHeld && !isHeld()) {
        m_pacer.forgetDebt();
    }
    if (wasHeld && !isHeld() && m_hasPicture && !m_exact.isExclusive()) {
        requestAll(true, Clock::now());
    }
}

void PictureAsker::setShare(const RfbWire::LinkShare &share)
{
    m_share = share;
    m_meter.setLink(std::chrono::microseconds(share.roundTripMicroseconds), std::chrono::microseconds(share.leastRoundTripMicroseconds), Clock::now());
    if (share.leastRoundTripMicroseconds > 0) {
        m_pacer.setRoundTrip(std::chrono::microseconds(share.leastRoundTripMicroseconds));
    }
    m_pacer.setAllowance(static_cast<double>(share.bytesPerSecond), Clock::now());
}

bool PictureAsker::askExact(const RfbWire::Rect &rect, Time now)
{
    if (m_exact.isAsked() || m_wantsAll || !m_hasPicture || !m_exact.mayAsk(now, m_pacer.isStreaming(now) ? m_firstPictureAt : std::nullopt)) {
        return false;
    }
    // Whatever else changes waits meanwhile, or it would come without loss too.
    setContinuous(false);
    m_exact.ask(rect, now);
    m_offers.setExactOnly(true);
    request(false, rect, now);
    return true;
}

bool PictureAsker::isAskingExact() const
{
    return m_exact.isAsked();
}

void PictureAsker::endExact(ExactEvent event, Time now)
{
    const bool wasExclusive = m_exact.isExclusive();
    m_exact.handle(event, now);
    if (!wasExclusive || m_exact.isExclusive()) {
        return;
    }
    m_offers.setExactOnly(false);
    if (m_way == AskingWay::Continuous) {
        setContinuous(true);
    } else if (!isHeld()) {
        requestAll(true, now);
    }
}

void PictureAsker::setContinuous(bool on)
{
    if (m_continuous.set(on, Clock::now())) {
        m_outbox.push(ClientMessages::enableContinuous(on, m_all));
    }
}

bool PictureAsker::mustEnter(AskingWay way) const
{
    return way != m_way || (m_chooser.withdrawsFences() && m_offers.offersFences());
}

void PictureAsker::enter(AskingWay way, Time now)
{
    const bool wasContinuous = m_continuous.isOn();
    m_way = way;
    m_counters.way = way;
    if (way != AskingWay::Continuous) {
        setContinuous(false); // it may be told so only while fences are offered
        if (m_chooser.withdrawsFences() && m_offers.offersFences()) {
            m_pulse.setHasFences(false);
            m_offers.setFences(false);
        }
        if (!isHeld() && !m_exact.isExclusive() && (wasContinuous || !m_requestIsOut)) {
            requestAll(true, now);
        }
    } else if (!m_exact.isExclusive()) {
        setContinuous(true);
    }
}

PictureAsker::Clock::duration PictureAsker::roundTrip() const
{
    return m_meter.least().value_or(100ms);
}

PictureAsker::Clock::duration PictureAsker::patience() const
{
    return 5s + 3 * roundTrip();
}

WayChooser::Facts PictureAsker::chooserFacts() const
{
    WayChooser::Facts facts;
    facts.isSeen = !isHeld();
    facts.hasPicture = m_hasPicture && !m_wantsAll;
    facts.isLimited = m_share.bytesPerSecond > 0;
    facts.roundTrip = m_meter.sureLeast();
    return facts;
}

void PictureAsker::sendMarker(Time now)
{
    Marker marker{0, {}, now};
    if (m_hasFences && m_offers.offersFences() && m_chooser.mayUseFences()) {
        marker.fence = ownFence | ++m_markers;
        if (!m_outbox.pushFence(ClientMessages::fenceRequest(marker.fence))) {
            return;
        }
    } else {
        if (!mayAskPixels(now)) {
            return;
        }
        // Where nothing moves, so that what covers it is the answer.
        const auto stillest = std::min_element(m_cornerCoveredAt.begin(), m_cornerCoveredAt.end());
        marker.pixel = corner(m_all, static_cast<std::size_t>(stillest - m_cornerCoveredAt.begin()));
        ++m_counters.requests;
        m_outbox.push(ClientMessages::updateRequest(false, marker.pixel));
    }
    m_marker = marker;
    m_silence = {};
    m_markerSentAt = now;
}

void PictureAsker::markerCame(Time now)
{
    const auto took = now - m_marker->sentAt;
    // Sooner than the path allows: what covered the pixel was on its way already. Seen with 50 updates a second at 100 ms: 10 to 50 ms.
    const bool isPossible = took >= std::chrono::microseconds(m_share.leastRoundTripMicroseconds);
    if (m_marker->fence == 0 && m_hasFences && isPossible) {
        m_pulse.answered(took);
    }
    m_marker.reset();
    m_meter.answered(now, took, m_silence);
    if (m_share.leastRoundTripMicroseconds == 0) {
        m_pacer.setRoundTrip(roundTrip());
    }
    m_pacer.measured(now, m_meter.queue().value_or(Clock::duration::zero()));
    m_markerHeardAt = now;
    m_busy = {};
    tell();
}

PictureAsker::Clock::duration PictureAsker::silence(Time now) const
{
    return m_marker && !m_messageBegan ? std::max(m_silence, now - std::max(m_messageEnded, m_marker->sentAt)) : m_silence;
}

void PictureAsker::watchMarker(Time now)
{
    if (!m_marker) {
        if (m_pacer.isMeasurable(now) && mayMark(now) && now >= std::max(m_markerHeardAt, m_markerSentAt) + m_pacer.measurePause()) {
            sendMarker(now);
        }
        return;
    }
    const auto since = now - m_marker->sentAt;
    if (since > roundTrip() + m_pacer.tolerated() && now - m_markerHeardAt >= betweenMarkers) {
        m_markerHeardAt = now;
        m_meter.waiting(since, silence(now));
        m_pacer.waits(now, m_meter.queue().value_or(Clock::duration::zero()));
        tell();
    }
    if (!m_messageBegan && since > patience() + std::min<Clock::duration>(m_marker->longReading, longestReading)) {
        if (m_updateEnded <= m_marker->sentAt) {
            if (m_way == AskingWay::Ahead) {
                m_chooser.aheadFailed(now); // it fell silent under our requests
            }
            m_marker.reset();
            return;
        }
        // It talks and does not answer.
        if (m_marker->fence != 0) {
            m_chooser.fencesFailed();
        } else {
            m_pixelsAnswer = false;
        }
        m_marker.reset();
        m_markerHeardAt = now;
        m_busy = {};
    }
}

bool PictureAsker::mayAskPixels(Time now) const
{
    // So near, one request at a time is as good, and a question would only add another.
    const bool isNear = m_share.leastRoundTripMicroseconds > 0 && std::chrono::microseconds(m_share.leastRoundTripMicroseconds) <= RequestPacer::near;
    return !isNear && m_pixelsAnswer && m_firstPictureAt && (m_hasFences || now >= *m_firstPictureAt + std::max<Clock::duration>(pixelPause, 5 * roundTrip()));
}

bool PictureAsker::mayMark(Time now) const
{
    return (m_hasFences && m_offers.offersFences() && m_chooser.mayUseFences()) || mayAskPixels(now);
}

void PictureAsker::measureByGaps(Time now)
{
    const auto since = now - m_markerHeardAt;
    if (mayMark(now) || m_marker || since < std::max<Clock::duration>(500ms, roundTrip())) {
        return;
    }
    // No question leaves only this: a way that is never silent is full. And what the console knows of the link.
    m_pacer.busy(now, m_busy > since * mostBusy, m_meter.queue().value_or(Clock::duration::zero()));
    m_markerHeardAt = now;
    m_busy = {};
    tell();
}

void PictureAsker::watchPromises(Time now)
{
    if (!m_messageBegan && m_continuous.isEndMissing(now, patience(), m_updateEnded)) {
        m_chooser.continuousFailed();
    }
    // A server whose continuous updates do not come is found by asking now and then. Xvnc takes no notice of it.
    if (m_continuous.isOn() && !m_messageBegan && now >= safetyDueAt()) {
        m_continuous.asked(now);
        request(true, m_all, now);
    }
}

PictureAsker::Time PictureAsker::safetyDueAt() const
{
    return m_continuous.askDueAt(std::max({m_updateEnded, m_wentOnAt, m_askedAt}));
}

void PictureAsker::askDue(Time now)
{
    if (m_exact.isGivenUp(now)) {
        endExact(ExactEvent::PatienceOver, now);
    }
    if (m_exact.isWindowOver(now)) {
        endExact(ExactEvent::WindowOver, now);
        return;
    }
    if (m_exact.isExclusive()) {
        if (m_exact.takeRepeat(now)) {
            request(true, m_exact.rect(), now);
        }
        return;
    }
    if (!m_hasPicture) {
        return;
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        if (now >= m_askedAt + slowPause) {
            requestAll(true, now);
        }
        return;
    }
    if (m_way == AskingWay::Ahead) {
        const auto at = m_pacer.askAt();
        if (at && now >= *at) {
            requestAll(true, now);
        }
    }
}

std::optional<PictureAsker::Time> PictureAsker::attend(Time now)
{
    if (m_all.width == 0) {
        return std::nullopt;
    }
    const AskingWay way = m_chooser.choose(now, chooserFacts());
    if (mustEnter(way)) {
        enter(way, now);
    }
    askDue(now);
    if (m_hasPicture && !isHeld() && !m_exact.isExclusive() && !m_pausedAt) {
        watchMarker(now);
        measureByGaps(now);
        watchPromises(now);
    }
    if (mustEnter(m_chooser.choose(now, chooserFacts()))) {
        return now; // a promise was broken just now
    }
    return nextChange(now);
}

std::optional<PictureAsker::Time> PictureAsker::nextChange(Time now) const
{
    std::optional<Time> next;
    const auto add = [&next](Time at) {
        next = next ? std::min(*next, at) : at;
    };
    if (m_exact.isExclusive()) {
        return m_exact.nextChange();
    }
    if (m_exact.isAsked()) {
        add(m_exact.nextChange());
    }
    if (!m_hasPicture) {
        return next;
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        return m_askedAt + slowPause;
    }
    if (isHeld()) {
        return next;
    }
    if (m_way == AskingWay::Ahead) {
        if (const auto at = m_pacer.askAt()) {
            add(*at);
        }
    }
    if (m_continuous.isOn() && !m_messageBegan && !m_pausedAt) {
        add(safetyDueAt());
    }
    if (m_pacer.isStreaming(now) || m_marker) {
        add(now + betweenMarkers / 2);
    }
    return next;
}

void PictureAsker::tell()
{
    const double rate = m_pacer.bytesPerSecond();
    if (!m_pacer.isFull()) {
        m_demand = rate;
    }
    m_counters.demandBytesPerSecond = static_cast<std::uint64_t>(std::max(m_demand, m_pacer.isFull() ? rate * 1.5 : rate));
    const auto queue = std::chrono::duration_cast<std::chrono::microseconds>(m_meter.queue().value_or(Clock::duration::zero()));
    m_counters.queueMicroseconds = std::min(static_cast<std::uint64_t>(queue.count()), RfbWire::maxFenceMicroseconds);
}

DeliveryFacts PictureAsker::facts() const
{
    DeliveryFacts facts;
    const auto micro = [](Clock::duration d) {
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
