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
constexpr std::chrono::milliseconds slowViewInterval{1000}; ///< between two updates of a view that is painted once a second
constexpr unsigned mostEmpty = 12;
constexpr std::chrono::milliseconds answersWithin{200};
}

UpdateRequester::UpdateRequester(Outbox &outbox, EncodingOfferSender &offers, Counters &counters, ServerLiveness &pulse)
    : m_outbox(outbox)
    , m_offerSender(offers)
    , m_counters(counters)
    , m_liveness(pulse)
    , m_pathProbe(outbox, offers, counters, pulse, m_requestPacer, m_modeChooser)
{
}

void UpdateRequester::sendUpdateRequest(bool incremental, const RfbWire::Rect &rect, Time now)
{
    ++m_counters.requests;
    m_lastUpdateRequestAt = now;
    m_isRequestOpen = true;
    m_requestPacer.noteRequestSent(now);
    m_outbox.push(ClientMessages::updateRequest(incremental, rect));
}

void UpdateRequester::requestWholeDesktop(bool incremental, Time now)
{
    // One non-incremental request for each size. Xvnc answers each of them with its screen layout only and sends the pixels with the next request;
    // further non-incremental requests would make it send the layout forever.
    const bool isDue = m_wholeImage.isRequestDue();
    m_wholeImage.handle(WholeImageEvent::Requested);
    sendUpdateRequest(!isDue && incremental, m_desktopRect, now);
}

void UpdateRequester::begin(Clock::duration roundTrip)
{
    if (roundTrip >= RequestModeChooser::minRoundTripWithoutFences) {
        m_requestsBeforeFirstImage.setRoundTrip(roundTrip);
        if (roundTrip >= imageCompressionMinRoundTrip) {
            m_requestPacer.expectCompressedFirstImages();
        }
        m_modeChooser.stopOfferingFences();
        m_offerSender.setOffersFences(false);
    }
}

std::optional<UpdateRequester::Time> UpdateRequester::requestBeforeFirstImageDueAt(Time now) const
{
    return m_wholeImage.hasArrived() || isViewHiddenOrSlow() || !m_modeChooser.mayRequestAhead(now)
        ? std::nullopt
        : m_requestsBeforeFirstImage.nextRequestDueAt(m_lastUpdateRequestAt);
}

void UpdateRequester::handleResize(std::uint32_t width, std::uint32_t height)
{
    m_desktopRect = {0, 0, width, height};
    m_wholeImage.handle(WholeImageEvent::DesktopResized);
    m_pathProbe.handleResize(m_desktopRect);
    if (m_exactRequest.isRequestOpen()) {
        m_exactRequest.handle(ExactRequestEvent::DesktopResized, Clock::now());
        m_offerSender.setOffersExactOnly(false);
    }
}

void UpdateRequester::start(std::uint32_t width, std::uint32_t height)
{
    m_desktopRect = {0, 0, width, height};
    m_pathProbe.handleResize(m_desktopRect);
    m_wholeImage.handle(WholeImageEvent::Requested);
    const Time now = Clock::now();
    m_requestsBeforeFirstImage.noteFirstRequestSent(now);
    sendUpdateRequest(false, m_desktopRect, now);
}

void UpdateRequester::confirmStartSize()
{
    m_wholeImage.handle(WholeImageEvent::Requested);
    // The first request was sent when the channel opened, a round trip before the server's greeting came.
    m_requestsBeforeFirstImage.noteFirstRequestSent(Clock::now() - m_requestsBeforeFirstImage.roundTrip());
}

void UpdateRequester::requestChangesAgain(Time now)
{
    // Not counted by RequestPacer, which counts requests that get an update of their own. The server merges this one with earlier ones.
    ++m_counters.requests;
    m_lastUpdateRequestAt = now;
    m_isRequestOpen = true;
    m_outbox.push(ClientMessages::updateRequest(true, m_desktopRect));
}

void UpdateRequester::noteReadingResumed(Time now)
{
    const auto paused = m_readingPausedAt ? now - *m_readingPausedAt : Clock::duration::zero();
    m_readingPausedAt.reset();
    m_readingResumedAt = now;
    m_pathProbe.handleReadingPauseEnded(now);
    m_continuousUpdates.handleReadingPauseEnded(now);
    m_updateBeganAt += paused;
}

void UpdateRequester::colorMapCame(Time now)
{
    if (m_wholeImage.hasArrived()) {
        m_requestPacer.colorMapCame(now);
    }
}

void UpdateRequester::handleUpdateBegin(Time now)
{
    m_updateBeganAt = now;
    m_currentUpdateHasPixels = false;
    m_speedTest.handleUpdateBegin();
}

void UpdateRequester::rectCame(const RfbWire::Rect &rect, bool isExact)
{
    m_exactRequest.rectCame(rect, isExact, m_updateBeganAt, m_pathProbe.roundTrip());
    m_currentUpdateHasPixels = m_currentUpdateHasPixels || !(rect.width == 1 && rect.height == 1);
    m_pathProbe.rectCame(rect, m_updateBeganAt);
    m_speedTest.rectCame(rect);
}

void UpdateRequester::handleUpdateEnd(Time now, std::uint64_t bytes, std::uint32_t rects)
{
    m_isRequestOpen = false;
    m_lastUpdateEndedAt = now;
    m_speedTest.handleUpdateEnd(now, bytes, m_pathProbe.roundTrip());
    updateSpeedTestState(now);
    if (m_currentUpdateHasPixels) {
        m_wholeImage.handle(WholeImageEvent::PixelsCame);
        m_pathProbe.handleUpdateEnd(now, now - m_updateBeganAt);
        m_requestPacer.updateCame(now, now - m_updateBeganAt, bytes);
    }
    if (!m_currentUpdateHasPixels) {
        m_requestPacer.emptyUpdateCame(now);
    }
    m_consecutiveEmptyUpdates = rects == 0 ? m_consecutiveEmptyUpdates + 1 : 0;
    if (m_requestMode == RequestMode::AheadOfUpdates && m_consecutiveEmptyUpdates > mostEmpty) {
        m_modeChooser.noteAheadModeFailure(now); // the server answers each request with an empty update
        m_consecutiveEmptyUpdates = 0;
    }
    if (m_continuousUpdates.isOn() && m_currentUpdateHasPixels
        && !m_continuousUpdates.handlePixelsArrived(now,
                                                    m_pathProbe.roundTrip() + m_pathProbe.queueDelayEstimator().queueDelay().value_or(Clock::duration::zero())
                                                        + answersWithin)) {
        m_modeChooser.noteContinuousUpdateFailure();
    }
    if (m_exactRequest.isAnswered()) {
        endExactRequest(ExactRequestEvent::Answered, now);
        return;
    }
    if (m_exactRequest.isExclusive()) {
        return;
    }
    if (m_wholeImage.isRequestDue() || !m_wholeImage.hasArrived() || (m_requestMode == RequestMode::OneAtATime && !isViewHiddenOrSlow())) {
        requestWholeDesktop(true, now);
    }
}

void UpdateRequester::notePixelRequestSupport()
{
    m_pathProbe.notePixelRequestSupport();
    m_speedTest.noteServerIsNotX11vnc();
    updateSpeedTestState(Clock::now());
}

void UpdateRequester::noteFenceSupport(Time now)
{
    m_modeChooser.noteFenceSupport();
    m_speedTest.noteServerIsNotX11vnc();
    updateSpeedTestState(now);
    if (m_offerSender.offersFences() && m_modeChooser.mayUseFences()) {
        // Otherwise fences are not offered any more, and the server sent this one before it received the offer without fences.
        m_liveness.setHasFences(true);
    }
    m_pathProbe.noteFenceSupport(now);
}

void UpdateRequester::fenceCameBack(std::uint64_t number, Time now)
{
    if (number & PathProbe::probeFenceBit) {
        m_pathProbe.fenceCameBack(number, now);
    } else {
        m_liveness.fenceCameBack(number, BootClock::now());
    }
}

void UpdateRequester::handleEndOfContinuousUpdates()
{
    m_modeChooser.noteContinuousUpdateSupport();
    if (!m_continuousUpdates.handleReportedEnd(Clock::now())) {
        m_modeChooser.noteContinuousUpdateFailure();
    }
}

void UpdateRequester::setView(const RfbWire::View &view)
{
    const bool wasHeld = isViewHiddenOrSlow();
    m_view = view;
    if (isViewHiddenOrSlow()) {
        m_pathProbe.handleDesktopHidden();
    } else if (wasHeld) {
        m_requestPacer.cancelRateLimitPause();
    }
    if (wasHeld && !isViewHiddenOrSlow() && m_wholeImage.hasArrived() && !m_exactRequest.isExclusive()) {
        requestWholeDesktop(true, Clock::now());
    }
}

void UpdateRequester::setShare(const RfbWire::LinkShare &share)
{
    m_linkShare = share;
    m_pathProbe.setLinkShare(share, Clock::now());
    m_requestPacer.setAllowedRate(static_cast<double>(share.bytesPerSecond), Clock::now());
}

bool UpdateRequester::requestExact(const RfbWire::Rect &rect, bool besideMotion, Time now)
{
    const auto streamBegan = besideMotion && m_requestPacer.isStreaming(now) ? m_pathProbe.firstUpdateEndedAt() : std::nullopt;
    if (m_exactRequest.isRequestOpen() || m_speedTest.mayBeRunning() || m_wholeImage.isRequestDue() || !m_wholeImage.hasArrived()
        || !m_exactRequest.mayRequest(now, streamBegan, m_pathProbe.roundTrip())) {
        return false;
    }
    // The server sends all pixels lossless until the exact pixels have come, so it must not send other changes meanwhile.
    setContinuousUpdates(false);
    m_exactRequest.noteRequestSent(rect, now);
    m_offerSender.setOffersExactOnly(true);
    prepareUpdateRequestAfterKeys(now);
    sendUpdateRequest(false, rect, now);
    return true;
}

void UpdateRequester::endExactRequest(ExactRequestEvent event, Time now)
{
    const bool wasExclusive = m_exactRequest.isExclusive();
    m_exactRequest.handle(event, now);
    if (!wasExclusive || m_exactRequest.isExclusive()) {
        return;
    }
    m_offerSender.setOffersExactOnly(false);
    if (m_requestMode == RequestMode::Continuous) {
        setContinuousUpdates(true);
    } else if (!isViewHiddenOrSlow()) {
        requestWholeDesktop(true, now);
    }
}

void UpdateRequester::setContinuousUpdates(bool on)
{
    if (m_continuousUpdates.setOn(on, Clock::now())) {
        m_outbox.push(ClientMessages::enableContinuousUpdates(on, m_desktopRect));
    }
}

bool UpdateRequester::mustEnterRequestMode(RequestMode mode) const
{
    return mode != m_requestMode || (m_modeChooser.mustNotOfferFences() && m_offerSender.offersFences());
}

void UpdateRequester::enterRequestMode(RequestMode mode, Time now)
{
    const bool wasContinuous = m_continuousUpdates.isOn();
    m_requestMode = mode;
    m_counters.requestMode = mode;
    if (mode != RequestMode::Continuous) {
        setContinuousUpdates(false); // servers accept this message only while fences are offered
        if (m_modeChooser.mustNotOfferFences() && m_offerSender.offersFences()) {
            m_liveness.setHasFences(false);
            m_offerSender.setOffersFences(false);
        }
        if (!isViewHiddenOrSlow() && !m_exactRequest.isExclusive() && (wasContinuous || !m_isRequestOpen)) {
            requestWholeDesktop(true, now);
        }
    } else if (!m_exactRequest.isExclusive()) {
        setContinuousUpdates(true);
    }
}

RequestModeChooser::Facts UpdateRequester::modeChooserFacts() const
{
    RequestModeChooser::Facts facts;
    facts.needsAllUpdates = !isViewHiddenOrSlow();
    facts.hasImage = m_wholeImage.hasArrived() && !m_wholeImage.isRequestDue();
    facts.isRateLimited = m_linkShare.bytesPerSecond > 0;
    facts.roundTrip = m_pathProbe.queueDelayEstimator().provenMinRoundTrip();
    return facts;
}

void UpdateRequester::runPathProbe(Time now)
{
    const auto fault = m_pathProbe.doDueWork(now, m_lastUpdateEndedAt);
    if (fault == PathProbe::ProbeFailure::FenceNotReturned) {
        m_modeChooser.noteFenceFailure();
    } else if (fault == PathProbe::ProbeFailure::NothingReceived && m_requestMode == RequestMode::AheadOfUpdates) {
        m_modeChooser.noteAheadModeFailure(now); // the server stopped answering while requests were sent ahead of its answers
    }
    m_pathProbe.measureByUpdateGaps(now);
}

void UpdateRequester::sendDueScreenLayoutRequest(Time now)
{
    if (const auto from = m_pathProbe.pixelRequestsAllowedFrom(); m_isScreenLayoutDue && from && now >= *from) {
        m_isScreenLayoutDue = false;
        ++m_counters.requests;
        m_outbox.push(ClientMessages::updateRequest(false, {0, 0, 1, 1}));
    }
}

void UpdateRequester::checkOverdueUpdates(Time now)
{
    if (!m_pathProbe.isReadingMessage() && m_continuousUpdates.detectMissingEndConfirmation(now, m_pathProbe.answerTimeout(), m_lastUpdateEndedAt)) {
        m_modeChooser.noteContinuousUpdateFailure();
    }
    // An occasional test request detects a server that does not send continuous updates. Xvnc ignores such a request.
    if (m_continuousUpdates.isOn() && !m_pathProbe.isReadingMessage() && now >= continuousTestRequestDueAt()) {
        m_continuousUpdates.noteTestRequestSent(now);
        sendUpdateRequest(true, m_desktopRect, now);
    }
}

UpdateRequester::Time UpdateRequester::continuousTestRequestDueAt() const
{
    return m_continuousUpdates.testRequestDueAt(std::max({m_lastUpdateEndedAt, m_readingResumedAt, m_lastUpdateRequestAt}));
}

void UpdateRequester::sendDueRequest(Time now)
{
    if (m_exactRequest.mustGiveUp(now)) {
        endExactRequest(ExactRequestEvent::GivenUp, now);
    }
    if (m_exactRequest.isExclusiveTimeOver(now)) {
        endExactRequest(ExactRequestEvent::ExclusiveTimeOver, now);
        return;
    }
    if (m_exactRequest.isExclusive()) {
        if (m_exactRequest.takeDueRepeatRequest(now)) {
            sendUpdateRequest(true, m_exactRequest.requestedRect(), now);
        }
        return;
    }
    if (!m_wholeImage.hasArrived()) {
        if (const auto at = requestBeforeFirstImageDueAt(now); at && now >= *at) {
            requestChangesAgain(now);
        }
        return;
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        if (now >= m_lastUpdateRequestAt + slowViewInterval) {
            requestWholeDesktop(true, now);
        }
        return;
    }
    if (m_requestMode == RequestMode::AheadOfUpdates) {
        const auto at = m_requestPacer.nextRequestAt();
        if (at && now >= *at) {
            requestWholeDesktop(true, now);
        }
    }
}

void UpdateRequester::updateSpeedTestState(Time now)
{
    m_speedTest.checkTimeout(now);
    m_liveness.setMayServerBeMeasuringSpeed(m_speedTest.mayBeRunning());
    m_requestPacer.setServerWokenByRequests(m_speedTest.isServerWokenByRequests());
}

void UpdateRequester::prepareUpdateRequestAfterKeys(Time now)
{
    const bool follows = m_requestMode == RequestMode::AheadOfUpdates && m_wholeImage.hasArrived() && !m_wholeImage.isRequestDue() && !isViewHiddenOrSlow()
        && !m_exactRequest.isExclusive() && m_requestPacer.mayRequestMore(now);
    if (follows != m_isUpdateRequestedAfterKeys || (follows && m_rectRequestedAfterKeys != m_desktopRect)) {
        m_isUpdateRequestedAfterKeys = follows;
        m_rectRequestedAfterKeys = m_desktopRect;
        m_outbox.setUpdateRequestAfterKeys(follows ? ClientMessages::updateRequest(true, m_desktopRect) : Bytes());
    }
}

std::optional<UpdateRequester::Time> UpdateRequester::doDueWork(Time now)
{
    if (m_desktopRect.width == 0) {
        return std::nullopt;
    }
    updateSpeedTestState(now);
    const RequestMode mode = m_modeChooser.chooseMode(now, modeChooserFacts());
    if (mustEnterRequestMode(mode)) {
        enterRequestMode(mode, now);
    }
    sendDueRequest(now);
    prepareUpdateRequestAfterKeys(now);
    if (m_wholeImage.hasArrived() && !isViewHiddenOrSlow() && !m_exactRequest.isExclusive() && !m_readingPausedAt) {
        sendDueScreenLayoutRequest(now);
        runPathProbe(now);
        checkOverdueUpdates(now);
    }
    if (mustEnterRequestMode(m_modeChooser.chooseMode(now, modeChooserFacts()))) {
        return now; // a failure was just detected, so the request mode must be chosen again at once
    }
    return nextChangeAt(now);
}

std::optional<UpdateRequester::Time> UpdateRequester::nextChangeAt(Time now) const
{
    std::optional<Time> next;
    const auto add = [&next](Time at) {
        next = next ? std::min(*next, at) : at;
    };
    if (m_exactRequest.isExclusive()) {
        return m_exactRequest.nextChangeAt();
    }
    if (m_exactRequest.isRequestOpen()) {
        add(m_exactRequest.nextChangeAt());
    }
    if (const auto at = m_speedTest.timeoutDueAt()) {
        add(*at);
    }
    if (!m_wholeImage.hasArrived()) {
        return requestBeforeFirstImageDueAt(now);
    }
    if (m_view.visibility == RfbWire::Visibility::OneHertz) {
        add(m_lastUpdateRequestAt + slowViewInterval);
        return next;
    }
    if (isViewHiddenOrSlow()) {
        return next;
    }
    if (const auto from = m_pathProbe.pixelRequestsAllowedFrom(); m_isScreenLayoutDue && from && !m_readingPausedAt) {
        add(*from);
    }
    if (m_requestMode == RequestMode::AheadOfUpdates) {
        if (const auto at = m_requestPacer.nextRequestAt()) {
            add(*at);
        }
    }
    if (m_continuousUpdates.isOn() && !m_pathProbe.isReadingMessage() && !m_readingPausedAt) {
        add(continuousTestRequestDueAt());
    }
    if (m_requestPacer.isStreaming(now) || m_pathProbe.isProbeOpen()) {
        add(now + PathProbe::probeInterval / 2);
    }
    return next;
}

PathFacts UpdateRequester::pathFacts() const
{
    return m_pathProbe.pathFacts();
}
}
