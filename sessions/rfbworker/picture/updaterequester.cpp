// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/updaterequester.h"

#include "sessions/base/imagecompression.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;
using RfbWire::RequestMode;

namespace
{
constexpr std::chrono::milliseconds slowPause{1000}; ///< between two updates of a view that is painted once a second
constexpr unsigned mostEmpty = 12;
constexpr std::chrono::milliseconds answersWithin{200};
}

UpdateRequester::UpdateRequester(Outbox &outbox, OfferSender &offers, Counters &counters, Pulse &pulse)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_counters(counters)
    , m_pulse(pulse)
    , m_probe(outbox, offers, counters, pulse, m_pacer, m_chooser)
{
}

void UpdateRequester::request(bool incremental, const RfbWire::Rect &rect, Time now)
{
    ++m_counters.requests;
    m_askedAt = now;
    m_requestIsOut = true;
    m_pacer.asked(now);
    m_outbox.push(ClientMessages::updateRequest(incremental, rect));
}

void UpdateRequester::requestAll(bool incremental, Time now)
{
    // One non-incremental request for each size. Xvnc answers each of them with its screen layout only and sends the pixels with the next request;
    // further non-incremental requests would make it send the layout forever.
    const bool isDue = m_image.isDue();
    m_image.handle(WholeImageEvent::Requested);
    request(!isDue && incremental, m_all, now);
}

void UpdateRequester::begin(Clock::duration roundTrip)
{
    if (roundTrip >= RequestModeChooser::longRoundTrip) {
        m_early.setRoundTrip(roundTrip);
        if (roundTrip >= compressesImagesFrom) {
            m_pacer.setCompressed();
        }
        m_chooser.setFar();
        m_offers.setFences(false);
    }
}

const EarlyRequests &UpdateRequester::early() const
{
    return m_early;
}

std::optional<UpdateRequester::Time> UpdateRequester::earlyDueAt(Time now) const
{
    return m_image.isHere() || isHeld() || !m_chooser.mayAskAhead(now) ? std::nullopt : m_early.dueAt(m_askedAt);
}

void UpdateRequester::resized(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_image.handle(WholeImageEvent::Resized);
    m_probe.resized(m_all);
    if (m_exact.isAsked()) {
        m_exact.handle(ExactEvent::Resized, Clock::now());
        m_offers.setExactOnly(false);
    }
}

void UpdateRequester::start(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_probe.resized(m_all);
    m_image.handle(WholeImageEvent::Requested);
    const Time now = Clock::now();
    m_early.firstRequested(now);
    request(false, m_all, now);
}

void UpdateRequester::confirmStart()
{
    m_image.handle(WholeImageEvent::Requested);
    m_early.firstRequested(Clock::now() - m_early.roundTrip()); // the request left when the channel opened; the server's greeting answers what left then
}

void UpdateRequester::requestMore(Time now)
{
    // Not reported to the pacer: the server merges this request with earlier ones, and the pacer counts requests that get their own update.
    ++m_counters.requests;
    m_askedAt = now;
    m_requestIsOut = true;
    m_outbox.push(ClientMessages::updateRequest(true, m_all));
}

void UpdateRequester::messageBegins(Time now)
{
    m_probe.messageBegins(now);
}

void UpdateRequester::messageEnds(Time now)
{
    m_probe.messageEnds(now);
}

void UpdateRequester::pauses(Time now)
{
    m_pausedAt = now;
}

void UpdateRequester::readingResumed(Time now)
{
    const auto paused = m_pausedAt ? now - *m_pausedAt : Clock::duration::zero();
    m_pausedAt.reset();
    m_wentOnAt = now;
    m_probe.pauseEnded(now);
    m_continuous.pauseOver(now);
    m_updateBegan += paused;
}

void UpdateRequester::coloursCame(Time now)
{
    if (m_image.isHere()) {
        m_pacer.coloursCame(now);
    }
}

void UpdateRequester::updateBegins(Time now)
{
    m_updateBegan = now;
    m_updateHasPixels = false;
    m_measure.updateBegins();
}

void UpdateRequester::rectCame(const RfbWire::Rect &rect, bool isExact)
{
    m_exact.rectCame(rect, isExact, m_updateBegan, m_probe.roundTrip());
    m_updateHasPixels = m_updateHasPixels || !(rect.width == 1 && rect.height == 1);
    m_probe.rectCame(rect, m_updateBegan);
    m_measure.rectCame(rect);
}

void UpdateRequester::screensCame(Time now)
{
    m_probe.screensCame(now);
}

void UpdateRequester::updateEnds(Time now, std::uint64_t bytes, std::uint32_t rects)
{
    m_requestIsOut = false;
    m_updateEnded = now;
    m_measure.updateEnds(now, bytes, m_probe.roundTrip());
    watchMeasure(now);
    if (m_updateHasPixels) {
        m_image.handle(WholeImageEvent::PixelsCame);
        m_probe.updateEnded(now, now - m_updateBegan);
        m_pacer.updateCame(now, now - m_updateBegan, bytes);
    }
    if (!m_updateHasPixels) {
        m_pacer.usedUp(now);
    }
    m_emptyUpdates = rects == 0 ? m_emptyUpdates + 1 : 0;
    if (m_mode == RequestMode::Ahead && m_emptyUpdates > mostEmpty) {
        m_chooser.aheadFailed(now); // the server answers each request with an empty update
        m_emptyUpdates = 0;
    }
    if (m_continuous.isOn() && m_updateHasPixels
        && !m_continuous.pixelsCame(now, m_probe.roundTrip() + m_probe.meter().queue().value_or(Clock::duration::zero()) + answersWithin)) {
        m_chooser.continuousFailed();
    }
    if (m_exact.isAnswered()) {
        endExact(ExactEvent::Answered, now);
        return;
    }
    if (m_exact.isExclusive()) {
        return;
    }
    if (m_image.isDue() || !m_image.isHere() || (m_mode == RequestMode::Stock && !isHeld())) {
        requestAll(true, now);
    }
}

bool UpdateRequester::isHeld() const
{
    return m_view.visibility != RfbWire::Visibility::Visible;
}

void UpdateRequester::answersPixels()
{
    m_probe.serverAnswersPixels();
    m_measure.serverKnown();
    watchMeasure(Clock::now());
}

void UpdateRequester::serverHasFences(Time now)
{
    m_chooser.serverHasFences();
    m_measure.serverKnown();
    watchMeasure(now);
    if (m_offers.offersFences() && m_chooser.mayUseFences()) {
        m_pulse.setHasFences(true); // if fences are withdrawn, the server had sent this one before it knew
    }
    m_probe.serverHasFences(now);
}

void UpdateRequester::fenceCameBack(std::uint64_t number, Time now)
{
    if (number & DeliveryProbe::ownFence) {
        m_probe.fenceCameBack(number, now);
    } else {
        m_pulse.fenceCameBack(number, BootClock::now());
    }
}

void UpdateRequester::continuousEnded()
{
    m_chooser.serverHasContinuous();
    if (!m_continuous.ended(Clock::now())) {
        m_chooser.continuousFailed();
    }
}

void UpdateRequester::setView(const RfbWire::View &view)
{
    const bool wasHeld = isHeld();
    m_view = view;
    if (isHeld()) {
        m_probe.hidden();
    } else if (wasHeld) {
        m_pacer.forgetDebt();
    }
    if (wasHeld && !isHeld() && m_image.isHere() && !m_exact.isExclusive()) {
        requestAll(true, Clock::now());
    }
}

void UpdateRequester::setShare(const RfbWire::LinkShare &share)
{
    m_share = share;
    m_probe.setLink(share, Clock::now());
    m_pacer.setAllowance(static_cast<double>(share.bytesPerSecond), Clock::now());
}

bool UpdateRequester::requestExact(const RfbWire::Rect &rect, Time now)
{
    if (m_exact.isAsked() || m_measure.mayRun() || m_image.isDue() || !m_image.isHere()
        || !m_exact.mayAsk(now, m_pacer.isStreaming(now) ? m_probe.firstPictureAt() : std::nullopt)) {
        return false;
    }
    // Other changes wait meanwhile, or they would be sent lossless too.
    setContinuous(false);
    m_exact.setRequest(rect, now);
    m_offers.setExactOnly(true);
    followKeys(now);
    request(false, rect, now);
    return true;
}

bool UpdateRequester::isAskingExact() const
{
    return m_exact.isAsked();
}

void UpdateRequester::endExact(ExactEvent event, Time now)
{
    const bool wasExclusive = m_exact.isExclusive();
    m_exact.handle(event, now);
    if (!wasExclusive || m_exact.isExclusive()) {
        return;
    }
    m_offers.setExactOnly(false);
    if (m_mode == RequestMode::Continuous) {
        setContinuous(true);
    } else if (!isHeld()) {
        requestAll(true, now);
    }
}

void UpdateRequester::setContinuous(bool on)
{
    if (m_continuous.set(on, Clock::now())) {
        m_outbox.push(ClientMessages::enableContinuous(on, m_all));
    }
}

bool UpdateRequester::mustEnter(RequestMode mode) const
{
    return mode != m_mode || (m_chooser.withdrawsFences() && m_offers.offersFences());
}

void UpdateRequester::enter(RequestMode mode, Time now)
{
    const bool wasContinuous = m_continuous.isOn();
    m_mode = mode;
    m_counters.mode = mode;
    if (mode != RequestMode::Continuous) {
        setContinuous(false); // servers accept this message only while fences are offered
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

RequestModeChooser::Facts UpdateRequester::chooserFacts() const
{
    RequestModeChooser::Facts facts;
    facts.isSeen = !isHeld();
    facts.hasPicture = m_image.isHere() && !m_image.isDue();
    facts.isLimited = m_share.bytesPerSecond > 0;
    facts.roundTrip = m_probe.meter().provenLeastRoundTrip();
    return facts;
}

void UpdateRequester::watchProbe(Time now)
{
    const auto fault = m_probe.doDueWork(now, m_updateEnded);
    if (fault == DeliveryProbe::Fault::NoFence) {
        m_chooser.fencesFailed();
    } else if (fault == DeliveryProbe::Fault::Silent && m_mode == RequestMode::Ahead) {
        m_chooser.aheadFailed(now); // the server stopped answering while it was asked ahead
    }
    m_probe.measureByGaps(now);
}

void UpdateRequester::checkOverdueUpdates(Time now)
{
    if (!m_probe.isReading() && m_continuous.isEndMissing(now, m_probe.patience(), m_updateEnded)) {
        m_chooser.continuousFailed();
    }
    // A request now and then finds a server whose continuous updates do not come. Xvnc ignores it.
    if (m_continuous.isOn() && !m_probe.isReading() && now >= safetyDueAt()) {
        m_continuous.asked(now);
        request(true, m_all, now);
    }
}

UpdateRequester::Time UpdateRequester::safetyDueAt() const
{
    return m_continuous.askDueAt(std::max({m_updateEnded, m_wentOnAt, m_askedAt}));
}

void UpdateRequester::askDue(Time now)
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
    if (!m_image.isHere()) {
        if (const auto at = earlyDueAt(now); at && now >= *at) {
            requestMore(now);
        }
        return;
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        if (now >= m_askedAt + slowPause) {
            requestAll(true, now);
        }
        return;
    }
    if (m_mode == RequestMode::Ahead) {
        const auto at = m_pacer.askAt();
        if (at && now >= *at) {
            requestAll(true, now);
        }
    }
}

void UpdateRequester::watchMeasure(Time now)
{
    m_measure.checkTime(now);
    m_pulse.setMeasuresLine(m_measure.mayRun());
}

void UpdateRequester::followKeys(Time now)
{
    const bool follows = m_mode == RequestMode::Ahead && m_image.isHere() && !m_image.isDue() && !isHeld() && !m_exact.isExclusive() && m_pacer.mayAskMore(now);
    if (follows != m_followsKeys || (follows && m_keyRect != m_all)) {
        m_followsKeys = follows;
        m_keyRect = m_all;
        m_outbox.setKeyRequest(follows ? ClientMessages::updateRequest(true, m_all) : Bytes());
    }
}

std::optional<UpdateRequester::Time> UpdateRequester::doDueWork(Time now)
{
    if (m_all.width == 0) {
        return std::nullopt;
    }
    watchMeasure(now);
    const RequestMode mode = m_chooser.choose(now, chooserFacts());
    if (mustEnter(mode)) {
        enter(mode, now);
    }
    askDue(now);
    followKeys(now);
    if (m_image.isHere() && !isHeld() && !m_exact.isExclusive() && !m_pausedAt) {
        watchProbe(now);
        checkOverdueUpdates(now);
    }
    if (mustEnter(m_chooser.choose(now, chooserFacts()))) {
        return now; // a failure was just detected: choose again at once
    }
    return nextChange(now);
}

std::optional<UpdateRequester::Time> UpdateRequester::nextChange(Time now) const
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
    if (const auto at = m_measure.due()) {
        add(*at);
    }
    if (!m_image.isHere()) {
        return earlyDueAt(now);
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        add(m_askedAt + slowPause);
        return next;
    }
    if (isHeld()) {
        return next;
    }
    if (m_mode == RequestMode::Ahead) {
        if (const auto at = m_pacer.askAt()) {
            add(*at);
        }
    }
    if (m_continuous.isOn() && !m_probe.isReading() && !m_pausedAt) {
        add(safetyDueAt());
    }
    if (m_pacer.isStreaming(now) || m_probe.isAsking()) {
        add(now + DeliveryProbe::betweenQuestions / 2);
    }
    return next;
}

DeliveryFacts UpdateRequester::facts() const
{
    return m_probe.facts();
}
}
