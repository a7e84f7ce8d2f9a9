// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturequality.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// Minimum time between two checks of the JPEG level. Several frames of a video, one every 40 ms, come within it.
constexpr auto considerPause = 250ms;
// A user who typed or moved the pointer this recently is still working.
constexpr auto inUse = 500ms;
// Keys are typed for so long before images come with less quality, and none is typed for so long before they come with more.
constexpr auto typingBegin = 400ms;
constexpr auto typingEnd = 1s;
// How long to wait when UpdateRequester cannot take a request for exact pixels now.
constexpr auto retryPause = 50ms;
// With a shorter queue delay than this, updates take long because the server is slow, not because the path is.
constexpr std::chrono::microseconds waiting = 20ms;
// If updates are being read for more than the first fraction of the time, m_isMostlyReceiving becomes true; below the second, it becomes false. This
// shows that a path is saturated where probes do not: Xvnc's congestion control keeps queues short, and some servers answer no probes.
constexpr double busyFrom = 0.9;
constexpr double busyTo = 0.7;
// Extra round trip of the link's ping while this desktop receives data: other desktops' images fill the link as well.
constexpr std::uint64_t congestedMicroseconds = 250'000;
constexpr double minOwnRate = 8192;
// If frames of a video take longer than this to receive, the path counts as saturated. A server that sends each frame only after the one before has
// arrived never causes a queue that a probe could measure.
constexpr auto slowTransfer = 85ms;
constexpr double nearLimit = 0.9;
// Fewer bytes show too little of the path. A shorter transfer time is within the error of the round trip.
constexpr std::uint64_t minMeasuredBytes = 16 * 1024;
constexpr auto minMeasuredTransfer = 5ms;
// Images that move slower than this are not a stream that exact pixels could hold up.
constexpr auto motionEnd = 1s;
// 16 Mbit/s: leaves room for videos on other desktops.
constexpr double maxRequestedRate = 2'000'000;

bool rectsOverlap(const RfbWire::Rect &a, const RfbWire::Rect &b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
}

PictureQuality::PictureQuality(Outbox &outbox, EncodingOfferSender &offers, UpdateRequester &requester, ConsoleSink &console, Counters &counters)
    : m_outbox(outbox)
    , m_offerSender(offers)
    , m_updateRequester(requester)
    , m_console(console)
    , m_counters(counters)
{
}

void PictureQuality::begin(RfbWire::Quality quality, bool colorMapped)
{
    m_isColorMapped = colorMapped;
    setQuality(quality);
}

void PictureQuality::setQuality(RfbWire::Quality quality)
{
    m_quality = quality;
    m_qualityChooser.setQuality(quality);
    offerQuality();
}

void PictureQuality::offerQuality()
{
    EncodingOffer offer = m_offerSender.baseOffer();
    offer.jpegLevel = m_qualityChooser.jpegLevel();
    m_offerSender.setOffer(offer);
    const auto level = offer.jpegLevel ? std::optional(std::min(*offer.jpegLevel, m_qualityRamp.maxJpegLevel().value_or(*offer.jpegLevel))) : std::nullopt;
    m_counters.jpegQuality = level && !m_isColorMapped ? static_cast<std::uint8_t>(*level) : RfbWire::noJpeg;
}

void PictureQuality::setView(const RfbWire::View &view)
{
    m_view = view;
}

void PictureQuality::setShare(const RfbWire::LinkShare &share)
{
    m_linkShare = share;
    m_linkShareLimit.setShare(static_cast<double>(share.bytesPerSecond));
    m_refiner.setRoundTrip(std::chrono::microseconds(share.leastRoundTripMicroseconds));
}

void PictureQuality::handleResize(std::uint32_t width, std::uint32_t height)
{
    m_exactMap.resize(width, height);
    m_refiner.handleResize(m_exactMap);
    m_openExactRequestRect.reset();
}

void PictureQuality::firstImageCame(Clock::time_point now)
{
    // A fixed quality is used at once, without a ramp.
    if (m_quality == RfbWire::Quality::Auto && !m_isColorMapped && m_offerSender.offersReducedQuality()) {
        m_qualityRamp.begin(roundTrip(m_updateRequester.pathFacts()), now);
    }
    m_offerSender.endFirstImage(m_qualityRamp.maxJpegLevel());
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::advanceRamp(Clock::time_point now)
{
    if (m_qualityRamp.updateLevel(m_updateRequester.pathFacts().isPathSaturated, now)) {
        if (const auto level = m_qualityRamp.levelAtSaturation()) {
            m_qualityChooser.startAtLevel(*level);
        } else if (const auto most = effectiveRateLimit(m_linkShareLimit.rateLimit(), m_updateRequester.pathFacts());
                   !m_qualityRamp.maxJpegLevel() && most && m_qualityRamp.level8ImageBytes()) {
            m_qualityChooser.startAtBestLevelWithinRate(*m_qualityRamp.level8ImageBytes(), *most);
        }
        m_offerSender.setMaxJpegLevel(m_qualityRamp.maxJpegLevel());
        offerQuality();
    }
    return m_qualityRamp.nextStepDueAt();
}

void PictureQuality::handleUpdateBegin(Clock::time_point now, std::uint64_t bytesAtHand)
{
    m_isReadingUpdate = true;
    m_updateBeganAt = now;
    m_exactPixelsInUpdate = 0;
    m_lossyPixelsInUpdate = 0;
    m_movingPixelsInUpdate = 0;
    m_isReducedQualityUpdate = m_offerSender.offersReducedQuality();
    m_updateMeter.handleUpdateBegin(now, bytesAtHand);
}

void PictureQuality::noteRectPainted(const RfbWire::Rect &rect, bool exact)
{
    if (const std::uint64_t movingPixels = m_exactMap.markPainted(rect, exact, m_updateBeganAt)) {
        m_movingPixelsInUpdate += movingPixels;
        m_motionSeenAt = m_updateBeganAt;
    }
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    (exact ? m_exactPixelsInUpdate : m_lossyPixelsInUpdate) += pixels;
    if (!exact) {
        m_refiner.noteLossyPaint(m_updateBeganAt);
        m_requestedPixelsCameLossy = m_requestedPixelsCameLossy || (m_openExactRequestRect && rectsOverlap(rect, *m_openExactRequestRect));
    }
}

void PictureQuality::noteCopiedRect(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to)
{
    m_exactMap.noteCopiedRect(fromX, fromY, to, m_updateBeganAt);
    if (!m_exactMap.isExact()) {
        m_refiner.noteLossyPaint(m_updateBeganAt);
    }
}

void PictureQuality::handleUpdateEnd(Clock::time_point now, std::uint64_t bytes, Clock::time_point lastWaitEndedAt)
{
    m_isReadingUpdate = false;
    if (m_openExactRequestRect) {
        // An update with exact pixels only shows how many bytes each of these takes. It shows nothing about the rate of the moving images.
        if (m_lossyPixelsInUpdate == 0) {
            m_refineBudget.noteExactPixels(m_exactPixelsInUpdate, bytes);
            measureExactPixels(now, bytes);
        }
        m_updateMeter.clear();
        return;
    }
    const PathFacts facts = m_updateRequester.pathFacts();
    if (m_isReducedQualityUpdate) {
        m_lastReducedUpdateEndedAt = now;
    }
    // Updates of the reduced quality, which have a tenth of the bytes, still arrive for a round trip after that quality ended. Their rate must not
    // be used to choose a level.
    if (m_lastReducedUpdateEndedAt && now - *m_lastReducedUpdateEndedAt <= roundTrip(facts)) {
        if (m_lossyPixelsInUpdate > 0) {
            m_qualityRamp.updateCame(bytes);
        }
        m_updateMeter.handleUpdateEnd(now, bytes, m_movingPixelsInUpdate, lastWaitEndedAt);
        if (const auto burstBytesPerSecond = m_updateMeter.measurements(now).burstBytesPerSecond) {
            m_pathCapacity = burstBytesPerSecond;
        }
        m_updateMeter.clear();
        return;
    }
    m_updateMeter.handleUpdateEnd(now, bytes, m_movingPixelsInUpdate, lastWaitEndedAt);
    if (!m_lastLevelCheckAt || now - *m_lastLevelCheckAt >= considerPause) {
        adjustLevel(now, facts);
    }
}

/// TCP's slow start may have made the first image slower than the path, so the exact pixels that follow correct the capacity upwards. Doubled at most by
/// each request, since the round trip may have become shorter.
void PictureQuality::measureExactPixels(Clock::time_point now, std::uint64_t bytes)
{
    if (m_wasExactRequestMeasured || bytes < minMeasuredBytes || !m_pathCapacity) {
        return;
    }
    m_wasExactRequestMeasured = true;
    const auto transfer = std::max<Clock::duration>(now - m_lastExactRequestAt - roundTrip(m_updateRequester.pathFacts()), minMeasuredTransfer);
    const double bytesPerSecond = static_cast<double>(bytes) / std::chrono::duration<double>(transfer).count();
    m_pathCapacity = std::max(*m_pathCapacity, std::min(bytesPerSecond, 2 * *m_pathCapacity));
}

void PictureQuality::adjustLevel(Clock::time_point now, const PathFacts &facts)
{
    m_lastLevelCheckAt = now;
    const UpdateMeter::Measurements measurements = m_updateMeter.measurements(now);
    if (measurements.burstBytesPerSecond || facts.bytesPerSecond) {
        m_pathCapacity = facts.bytesPerSecond ? facts.bytesPerSecond : measurements.burstBytesPerSecond;
    }
    QualityChooser::Measurements link;
    link.bytesPerSecond = measurements.bytesPerSecond;
    link.updatesPerSecond = measurements.updatesPerSecond;
    m_linkShareLimit.noteUsedRate(measurements.bytesPerSecond, now);
    link.rateLimit = effectiveRateLimit(m_linkShareLimit.rateLimit(), facts);
    link.isPathSaturated = isPathSaturated(measurements, facts) || (link.rateLimit && measurements.bytesPerSecond > nearLimit * *link.rateLimit);
    link.capacityBytesPerSecond = measuredCapacity(measurements, facts);
    link.roundTrip = roundTrip(facts);
    link.transferTime = measurements.transferTime;
    link.timeOnPath = measurements.timeOnPath;
    link.isTyping = typingTimeLeft().has_value();
    if (m_qualityChooser.adjustLevel(link, now)) {
        offerQuality();
    }
}

/// How long the user counts as typing if nothing more is typed. Empty: the user does not type, or has only begun. Buttons count as keys.
std::optional<PictureQuality::Clock::duration> PictureQuality::typingTimeLeft() const
{
    const Outbox::SentInput input = m_outbox.lastSentInput();
    if (!input.keyOrButtonSentAt || *input.keyOrButtonSentAt - input.typingSince < typingBegin) {
        return std::nullopt;
    }
    const auto left = *input.keyOrButtonSentAt + typingEnd - BootClock::now();
    return left > Clock::duration::zero() ? std::optional<Clock::duration>(left) : std::nullopt;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::endTypingLimit(Clock::time_point now)
{
    if (!m_qualityChooser.isLimitedForKeys()) {
        return std::nullopt;
    }
    if (const auto left = typingTimeLeft()) {
        return now + *left;
    }
    if (m_qualityChooser.endLimitForKeys(now)) {
        offerQuality();
    }
    return std::nullopt;
}

bool PictureQuality::isPathSaturated(const UpdateMeter::Measurements &measurements, const PathFacts &facts)
{
    m_isMostlyReceiving = measurements.receivingTimeFraction > (m_isMostlyReceiving ? busyTo : busyFrom);
    // Data that comes all the time saturates the path only if it also waits on the path; otherwise the server sends slowly.
    const bool isBusy = m_isMostlyReceiving && facts.queueDelay.value_or(waiting) >= waiting;
    const bool isCongested =
        m_linkShare.roundTripMicroseconds > m_linkShare.leastRoundTripMicroseconds + congestedMicroseconds && measurements.bytesPerSecond > minOwnRate;
    const bool isSlow = measurements.updatesPerSecond >= QualityChooser::minVideoUpdateRate && measurements.transferTime > slowTransfer;
    return facts.isPathSaturated || isBusy || isSlow || isCongested;
}

std::chrono::microseconds PictureQuality::roundTrip(const PathFacts &facts) const
{
    return facts.roundTrip.value_or(std::chrono::microseconds(m_linkShare.leastRoundTripMicroseconds));
}

std::optional<double> PictureQuality::effectiveRateLimit(std::optional<double> share, const PathFacts &facts) const
{
    std::optional<double> most = share;
    const auto way = roundTrip(facts);
    if (m_linkShare.sshChannelWindowBytes > 0 && way.count() > 0) {
        const double window = m_linkShare.sshChannelWindowBytes / std::chrono::duration<double>(way).count();
        most = most ? std::min(*most, window) : window;
    }
    return most;
}

std::optional<double> PictureQuality::measuredCapacity(const UpdateMeter::Measurements &measurements, const PathFacts &facts) const
{
    return facts.bytesPerSecond                                           ? facts.bytesPerSecond
        : m_isMostlyReceiving || measurements.transferTime > slowTransfer ? measurements.burstBytesPerSecond
                                                                          : std::nullopt;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::doDueWork(Clock::time_point now)
{
    std::optional<Clock::time_point> next;
    for (const auto &due : {advanceRamp(now), endTypingLimit(now), requestRefinement(now)}) {
        next = next && due ? std::min(*next, *due) : next ? next : due;
    }
    return next;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::requestRefinement(Clock::time_point now)
{
    if (m_openExactRequestRect) {
        if (m_updateRequester.isExactRequestOpen()) {
            return std::nullopt;
        }
        m_refiner.noteRequestEnded(m_exactMap,
                                   *m_openExactRequestRect,
                                   m_requestedPixelsCameLossy ? Refiner::RequestFailure::Refused : Refiner::RequestFailure::Unanswered,
                                   now);
        m_refineBudget.noteRequestEnded(now, roundTrip(m_updateRequester.pathFacts()));
        if (m_videoSeenAt) {
            *m_videoSeenAt += now - m_lastExactRequestAt; // while exact pixels were requested, no video could be seen, so this time is added
        }
        m_openExactRequestRect.reset();
    }
    // No exact pixels are requested for a hidden desktop, or while an update is only partly received.
    const auto due = m_refiner.nextRequestDueAt();
    if (!due || now < *due || m_view.visibility != RfbWire::Visibility::Visible) {
        m_counters.refiningBytesPerSecond = 0;
    }
    if (!due || m_isReadingUpdate || m_view.visibility != RfbWire::Visibility::Visible) {
        return std::nullopt;
    }
    const auto from = m_refineRetryAt ? std::max(*due, *m_refineRetryAt) : *due;
    if (now < from) {
        return from;
    }
    m_refineRetryAt.reset();
    const PathFacts facts = m_updateRequester.pathFacts();
    const UpdateMeter::Measurements measurements = m_updateMeter.measurements(now);
    const Outbox::SentInput input = m_outbox.lastSentInput();
    RefineBudget::Facts budget;
    const auto capacity = m_pathCapacity ? m_pathCapacity : measurements.burstBytesPerSecond;
    const auto most = effectiveRateLimit(m_linkShare.bytesPerSecond > 0 ? std::optional(static_cast<double>(m_linkShare.bytesPerSecond)) : std::nullopt, facts);
    budget.capacityBytesPerSecond = capacity && most ? std::min(*capacity, *most) : capacity ? capacity : most;
    budget.roundTrip = roundTrip(facts);
    budget.isPathSaturated = facts.isPathSaturated || m_isMostlyReceiving;
    const auto bootNow = BootClock::now();
    // Without the keyboard focus here, the user probably works with another desktop of the same connection, which long requests would delay too.
    budget.isUserWorking = !m_view.hasKeyboardFocus || (input.eventSentAt && bootNow - *input.eventSentAt < inUse);
    if (input.keyOrButtonSentAt) {
        budget.typingTimeLeft = std::max<Clock::duration>(*input.keyOrButtonSentAt + Outbox::maxPauseWhileTyping - bootNow, Clock::duration::zero());
        budget.typingDuration = *input.keyOrButtonSentAt - input.typingSince;
    }
    // Less than minVideoUpdateRate is not a video. While exact pixels are requested, no video can be seen, so its last known rate is kept.
    if (measurements.updatesPerSecond >= QualityChooser::minVideoUpdateRate) {
        m_videoPixelRate = measurements.movingPixelsPerSecond;
        m_videoSeenAt = now;
    }
    budget.movingPixelsPerSecond = m_videoSeenAt && now - *m_videoSeenAt < UpdateMeter::measuringWindow + budget.roundTrip ? m_videoPixelRate : 0;
    const std::uint64_t pixels = m_refineBudget.pixelsToRequest(budget, now);
    if (pixels == 0) {
        // Retries after Refiner::minUnchangedTime at the latest, because a video may stop meanwhile.
        m_refineRetryAt = std::min(m_refineBudget.retryAt().value_or(now + retryPause), now + Refiner::minUnchangedTime);
        return m_refineRetryAt;
    }
    const auto rect = m_refiner.chooseRect(m_exactMap, {m_view.visibleRect, input.x, input.y}, pixels, now);
    if (!rect) {
        m_counters.refiningBytesPerSecond = 0;
        return m_refiner.nextRequestDueAt();
    }
    // Reports to the console the data rate at which all pixels would be exact within one second, so that this desktop gets a larger share of the
    // connection. Next to a video, exact pixels are requested rarely, so no rate is reported.
    const double wish = static_cast<double>(m_exactMap.inexactTileCount()) * ExactPixelMap::tileSide * ExactPixelMap::tileSide * m_refineBudget.bytesPerPixel();
    m_counters.refiningBytesPerSecond = budget.movingPixelsPerSecond > 0 ? 0 : static_cast<std::uint64_t>(std::min(wish, maxRequestedRate));
    if (!m_updateRequester.requestExact(*rect, m_motionSeenAt && now - *m_motionSeenAt < motionEnd, now)) {
        m_refineRetryAt = now + retryPause;
        return m_refineRetryAt;
    }
    m_openExactRequestRect = rect;
    m_requestedPixelsCameLossy = false;
    m_wasExactRequestMeasured = false;
    m_lastExactRequestAt = now;
    m_refineBudget.noteRequestSent(now);
    return std::nullopt;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::reportExactState(bool isShown, Clock::time_point now)
{
    if (const auto exact = m_exactReporter.takeReport(m_exactMap.isExact(), isShown, now)) {
        m_console.send(RfbWire::LosslessState{*exact});
    }
    return m_exactReporter.nextReportDueAt();
}
}
