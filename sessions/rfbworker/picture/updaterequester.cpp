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

UpdateRequester::UpdateRequester(Outbox &outbox, EncodingOfferSender &offers, Counters &counters, ServerLiveness &pulse)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_counters(counters)
    , m_liveness(pulse)
    , m_probe(outbox, offers, counters, pulse, m_pacer, m_chooser)
{
}

void UpdateRequester::request(bool incremental, const RfbWire::Rect &rect, Time now)
{
    ++m_counters.requests;
    m_requestedAt = now;
    m_isRequestOpen = true;
    m_pacer.asked(now);
    m_outbox.push(ClientMessages::updateRequest(incremental, rect));
}

void UpdateRequester::requestAll(bool incremental, Time now)
{
    // One non-incremental request for each size. Xvnc answers each of them with its screen layout only and sends the pixels with the next request;
    // further non-incremental requests would make it send the layout forever.
    const bool isDue = m_wholeImage.isDue();
    m_wholeImage.handle(WholeImageEvent::Requested);
    request(!isDue && incremental, m_desktopRect, now);
}

void UpdateRequester::begin(Clock::duration roundTrip)
{
    if (roundTrip >= RequestModeChooser::longRoundTrip) {
        m_earlyRequests.setRoundTrip(roundTrip);
        if (roundTrip >= compressesImagesFrom) {
            m_pacer.setCompressed();
        }
        m_chooser.setLongPath();
        m_offers.setFences(false);
    }
}

const EarlyRequests &UpdateRequester::early() const
{
    return m_earlyRequests;
}

std::optional<UpdateRequester::Time> UpdateRequester::earlyDueAt(Time now) const
{
    return m_wholeImage.hasArrived() || isViewSlow() || !m_chooser.mayRequestAhead(now) ? std::nullopt : m_earlyRequests.dueAt(m_requestedAt);
}

void UpdateRequester::resized(std::uint32_t width, std::uint32_t height)
{
    m_desktopRect = {0, 0, width, height};
    m_wholeImage.handle(WholeImageEvent::Resized);
    m_probe.resized(m_desktopRect);
    if (m_exactRequest.isAsked()) {
        m_exactRequest.handle(ExactEvent::Resized, Clock::now());
        m_offers.setExactOnly(false);
    }
}

void UpdateRequester::start(std::uint32_t width, std::uint32_t height)
{
    m_desktopRect = {0, 0, width, height};
    m_probe.resized(m_desktopRect);
    m_wholeImage.handle(WholeImageEvent::Requested);
    const Time now = Clock::now();
    m_earlyRequests.firstRequestSent(now);
    request(false, m_desktopRect, now);
}

void UpdateRequester::confirmStart()
{
    m_wholeImage.handle(WholeImageEvent::Requested);
    // The first request was sent when the channel opened, a round trip before the server's greeting came.
    m_earlyRequests.firstRequestSent(Clock::now()
                                     - m_earlyRequests.roundTrip());
}

void UpdateRequester::requestMore(Time now)
{
    // Not reported to the pacer: the server merges this request with earlier ones, and the pacer counts requests that get their own update.
    ++m_counters.requests;
    m_requestedAt = now;
    m_isRequestOpen = true;
    m_outbox.push(ClientMessages::updateRequest(true, m_desktopRect));
}

void UpdateRequester::handleMessageBegin(Time now)
{
    m_probe.handleMessageBegin(now);
}

void UpdateRequester::handleMessageEnd(Time now)
{
    m_probe.handleMessageEnd(now);
}

void UpdateRequester::readingPaused(Time now)
{
    m_pausedAt = now;
}

void UpdateRequester::readingResumed(Time now)
{
    const auto paused = m_pausedAt ? now - *m_pausedAt : Clock::duration::zero();
    m_pausedAt.reset();
    m_resumedAt = now;
    m_probe.pauseEnded(now);
    m_continuous.pauseOver(now);
    m_updateBegan += paused;
}

void UpdateRequester::colorMapCame(Time now)
{
    if (m_wholeImage.hasArrived()) {
        m_pacer.colorMapCame(now);
    }
}

void UpdateRequester::handleUpdateBegin(Time now)
{
    m_updateBegan = now;
    m_updateHasPixels = false;
    m_speedTest.handleUpdateBegin();
}

void UpdateRequester::rectCame(const RfbWire::Rect &rect, bool isExact)
{
    m_exactRequest.rectCame(rect, isExact, m_updateBegan, m_probe.roundTrip());
    m_updateHasPixels = m_updateHasPixels || !(rect.width == 1 && rect.height == 1);
    m_probe.rectCame(rect, m_updateBegan);
    m_speedTest.rectCame(rect);
}

void UpdateRequester::screenLayoutCame(Time now)
{
    m_probe.screenLayoutCame(now);
}

void UpdateRequester::handleUpdateEnd(Time now, std::uint64_t bytes, std::uint32_t rects)
{
    m_isRequestOpen = false;
    m_updateEnded = now;
    m_speedTest.handleUpdateEnd(now, bytes, m_probe.roundTrip());
    watchSpeedTest(now);
    if (m_updateHasPixels) {
        m_wholeImage.handle(WholeImageEvent::PixelsCame);
        m_probe.updateEnded(now, now - m_updateBegan);
        m_pacer.updateCame(now, now - m_updateBegan, bytes);
    }
    if (!m_updateHasPixels) {
        m_pacer.emptyUpdateCame(now);
    }
    m_emptyUpdates = rects == 0 ? m_emptyUpdates + 1 : 0;
    if (m_mode == RequestMode::Ahead && m_emptyUpdates > mostEmpty) {
        m_chooser.aheadModeFailed(now); // the server answers each request with an empty update
        m_emptyUpdates = 0;
    }
    if (m_continuous.isOn() && m_updateHasPixels
        && !m_continuous.pixelsArrived(now, m_probe.roundTrip() + m_probe.meter().queue().value_or(Clock::duration::zero()) + answersWithin)) {
        m_chooser.continuousFailed();
    }
    if (m_exactRequest.isAnswered()) {
        endExactRequest(ExactEvent::Answered, now);
        return;
    }
    if (m_exactRequest.isExclusive()) {
        return;
    }
    if (m_wholeImage.isDue() || !m_wholeImage.hasArrived() || (m_mode == RequestMode::Stock && !isViewSlow())) {
        requestAll(true, now);
    }
}

bool UpdateRequester::isViewSlow() const
{
    return m_view.visibility != RfbWire::Visibility::Visible;
}

void UpdateRequester::answersPixels()
{
    m_probe.serverAnswersPixels();
    m_speedTest.serverIsNotX11vnc();
    watchSpeedTest(Clock::now());
}

void UpdateRequester::serverHasFences(Time now)
{
    m_chooser.serverHasFences();
    m_speedTest.serverIsNotX11vnc();
    watchSpeedTest(now);
    if (m_offers.offersFences() && m_chooser.mayUseFences()) {
        // If fences are withdrawn, the server sent this fence before it received the new offer.
        m_liveness.setHasFences(true);
    }
    m_probe.serverHasFences(now);
}

void UpdateRequester::fenceCameBack(std::uint64_t number, Time now)
{
    if (number & DeliveryProbe::probeFenceBit) {
        m_probe.fenceCameBack(number, now);
    } else {
        m_liveness.fenceCameBack(number, BootClock::now());
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
    const bool wasHeld = isViewSlow();
    m_view = view;
    if (isViewSlow()) {
        m_probe.hidden();
    } else if (wasHeld) {
        m_pacer.forgetDebt();
    }
    if (wasHeld && !isViewSlow() && m_wholeImage.hasArrived() && !m_exactRequest.isExclusive()) {
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
    if (m_exactRequest.isAsked() || m_speedTest.mayBeRunning() || m_wholeImage.isDue() || !m_wholeImage.hasArrived()
        || !m_exactRequest.mayAsk(now, m_pacer.isStreaming(now) ? m_probe.firstPictureAt() : std::nullopt)) {
        return false;
    }
    // Other changes wait meanwhile, or they would be sent lossless too.
    setContinuous(false);
    m_exactRequest.setRequest(rect, now);
    m_offers.setExactOnly(true);
    followKeyInput(now);
    request(false, rect, now);
    return true;
}

bool UpdateRequester::isExactRequestOpen() const
{
    return m_exactRequest.isAsked();
}

void UpdateRequester::endExactRequest(ExactEvent event, Time now)
{
    const bool wasExclusive = m_exactRequest.isExclusive();
    m_exactRequest.handle(event, now);
    if (!wasExclusive || m_exactRequest.isExclusive()) {
        return;
    }
    m_offers.setExactOnly(false);
    if (m_mode == RequestMode::Continuous) {
        setContinuous(true);
    } else if (!isViewSlow()) {
        requestAll(true, now);
    }
}

void UpdateRequester::setContinuous(bool on)
{
    if (m_continuous.set(on, Clock::now())) {
        m_outbox.push(ClientMessages::enableContinuous(on, m_desktopRect));
    }
}

bool UpdateRequester::mustEnterMode(RequestMode mode) const
{
    return mode != m_mode || (m_chooser.withdrawsFences() && m_offers.offersFences());
}

void UpdateRequester::enterMode(RequestMode mode, Time now)
{
    const bool wasContinuous = m_continuous.isOn();
    m_mode = mode;
    m_counters.mode = mode;
    if (mode != RequestMode::Continuous) {
        setContinuous(false); // servers accept this message only while fences are offered
        if (m_chooser.withdrawsFences() && m_offers.offersFences()) {
            m_liveness.setHasFences(false);
            m_offers.setFences(false);
        }
        if (!isViewSlow() && !m_exactRequest.isExclusive() && (wasContinuous || !m_isRequestOpen)) {
            requestAll(true, now);
        }
    } else if (!m_exactRequest.isExclusive()) {
        setContinuous(true);
    }
}

RequestModeChooser::Facts UpdateRequester::chooserFacts() const
{
    RequestModeChooser::Facts facts;
    facts.needsAllUpdates = !isViewSlow();
    facts.hasPicture = m_wholeImage.hasArrived() && !m_wholeImage.isDue();
    facts.isRateLimited = m_share.bytesPerSecond > 0;
    facts.roundTrip = m_probe.meter().provenMinRoundTrip();
    return facts;
}

void UpdateRequester::watchProbe(Time now)
{
    const auto fault = m_probe.doDueWork(now, m_updateEnded);
    if (fault == DeliveryProbe::Fault::NoFence) {
        m_chooser.fencesFailed();
    } else if (fault == DeliveryProbe::Fault::Silent && m_mode == RequestMode::Ahead) {
        m_chooser.aheadModeFailed(now); // the server stopped answering while it was asked ahead
    }
    m_probe.measureByGaps(now);
}

void UpdateRequester::checkOverdueUpdates(Time now)
{
    if (!m_probe.isReading() && m_continuous.isEndMissing(now, m_probe.patience(), m_updateEnded)) {
        m_chooser.continuousFailed();
    }
    // An occasional test request detects a server that does not send continuous updates. Xvnc ignores such a request.
    if (m_continuous.isOn() && !m_probe.isReading() && now >= testRequestDueAt()) {
        m_continuous.asked(now);
        request(true, m_desktopRect, now);
    }
}

UpdateRequester::Time UpdateRequester::testRequestDueAt() const
{
    return m_continuous.askDueAt(std::max({m_updateEnded, m_resumedAt, m_requestedAt}));
}

void UpdateRequester::requestDue(Time now)
{
    if (m_exactRequest.isGivenUp(now)) {
        endExactRequest(ExactEvent::PatienceOver, now);
    }
    if (m_exactRequest.isWindowOver(now)) {
        endExactRequest(ExactEvent::WindowOver, now);
        return;
    }
    if (m_exactRequest.isExclusive()) {
        if (m_exactRequest.takeRepeatDue(now)) {
            request(true, m_exactRequest.rect(), now);
        }
        return;
    }
    if (!m_wholeImage.hasArrived()) {
        if (const auto at = earlyDueAt(now); at && now >= *at) {
            requestMore(now);
        }
        return;
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        if (now >= m_requestedAt + slowPause) {
            requestAll(true, now);
        }
        return;
    }
    if (m_mode == RequestMode::Ahead) {
        const auto at = m_pacer.nextRequestAt();
        if (at && now >= *at) {
            requestAll(true, now);
        }
    }
}

void UpdateRequester::watchSpeedTest(Time now)
{
    m_speedTest.checkTime(now);
    m_liveness.setSpeedTesting(m_speedTest.mayBeRunning());
}

void UpdateRequester::followKeyInput(Time now)
{
    const bool follows = m_mode == RequestMode::Ahead && m_wholeImage.hasArrived() && !m_wholeImage.isDue() && !isViewSlow() && !m_exactRequest.isExclusive()
        && m_pacer.mayRequestMore(now);
    if (follows != m_followsKeys || (follows && m_keyRect != m_desktopRect)) {
        m_followsKeys = follows;
        m_keyRect = m_desktopRect;
        m_outbox.setKeyRequest(follows ? ClientMessages::updateRequest(true, m_desktopRect) : Bytes());
    }
}

std::optional<UpdateRequester::Time> UpdateRequester::doDueWork(Time now)
{
    if (m_desktopRect.width == 0) {
        return std::nullopt;
    }
    watchSpeedTest(now);
    const RequestMode mode = m_chooser.chooseMode(now, chooserFacts());
    if (mustEnterMode(mode)) {
        enterMode(mode, now);
    }
    requestDue(now);
    followKeyInput(now);
    if (m_wholeImage.hasArrived() && !isViewSlow() && !m_exactRequest.isExclusive() && !m_pausedAt) {
        watchProbe(now);
        checkOverdueUpdates(now);
    }
    if (mustEnterMode(m_chooser.chooseMode(now, chooserFacts()))) {
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
    if (m_exactRequest.isExclusive()) {
        return m_exactRequest.nextChange();
    }
    if (m_exactRequest.isAsked()) {
        add(m_exactRequest.nextChange());
    }
    if (const auto at = m_speedTest.due()) {
        add(*at);
    }
    if (!m_wholeImage.hasArrived()) {
        return earlyDueAt(now);
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        add(m_requestedAt + slowPause);
        return next;
    }
    if (isViewSlow()) {
        return next;
    }
    if (m_mode == RequestMode::Ahead) {
        if (const auto at = m_pacer.nextRequestAt()) {
            add(*at);
        }
    }
    if (m_continuous.isOn() && !m_probe.isReading() && !m_pausedAt) {
        add(testRequestDueAt());
    }
    if (m_pacer.isStreaming(now) || m_probe.isProbeOpen()) {
        add(now + DeliveryProbe::probeInterval / 2);
    }
    return next;
}

DeliveryFacts UpdateRequester::facts() const
{
    return m_probe.facts();
}
}
