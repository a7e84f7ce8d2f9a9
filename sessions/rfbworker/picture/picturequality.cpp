// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/picturequality.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using namespace std::chrono_literals;

namespace
{
// A film has a frame every 40 ms: this pause is long enough to see several.
constexpr auto considerPause = 250ms;
// A user who typed or moved the pointer this recently is still working.
constexpr auto inUse = 500ms;
// How long to wait when UpdateRequester cannot take a request for exact pixels now.
constexpr auto retryPause = 50ms;
// A shorter queue on the path means that the server is slow, not the path.
constexpr std::chrono::microseconds waiting = 20ms;
// Fraction of the time in which an update is being read. Xvnc's own congestion control keeps queues short, and a server
// that answers no probes gives no other sign that the path is full. One limit to enter this state and one to leave it.
constexpr double busyFrom = 0.9;
constexpr double busyTo = 0.7;
// Extra round trip of the link's ping while this desktop receives data: other desktops' images fill the link as well.
constexpr std::uint64_t congestedMicroseconds = 250'000;
constexpr double minOwnRate = 8192;
// Time to receive one frame of a film: if each frame waits for the one before, the path never looks full.
constexpr auto slowTransfer = 85ms;
constexpr double film = 3;
constexpr double nearLimit = 0.9;
// 16 Mbit/s: leaves room for films on other desktops.
constexpr double maxRequestedRate = 2'000'000;

bool rectsOverlap(const RfbWire::Rect &a, const RfbWire::Rect &b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
}

PictureQuality::PictureQuality(Outbox &outbox, EncodingOfferSender &offers, UpdateRequester &requester, ConsoleSink &console, Counters &counters)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_requester(requester)
    , m_console(console)
    , m_counters(counters)
{
}

void PictureQuality::begin(RfbWire::Quality quality, bool colourMapped)
{
    m_colourMapped = colourMapped;
    setQuality(quality);
}

void PictureQuality::setQuality(RfbWire::Quality quality)
{
    m_quality = quality;
    m_chooser.setQuality(quality);
    offerQuality();
}

void PictureQuality::offerQuality()
{
    EncodingOffer offer = m_offers.baseOffer();
    offer.jpeg = m_chooser.jpeg();
    m_offers.setOffer(offer);
    const auto level = offer.jpeg ? std::optional(std::min(*offer.jpeg, m_ramp.most().value_or(*offer.jpeg))) : std::nullopt;
    m_counters.jpegQuality = level && !m_colourMapped ? static_cast<std::uint8_t>(*level) : RfbWire::noJpeg;
}

void PictureQuality::setView(const RfbWire::View &view)
{
    m_view = view;
}

void PictureQuality::setShare(const RfbWire::LinkShare &share)
{
    m_share = share;
    m_shareLimit.setShare(static_cast<double>(share.bytesPerSecond));
}

void PictureQuality::resized(std::uint32_t width, std::uint32_t height)
{
    m_exactMap.resize(width, height);
    m_refiner.resized(m_exactMap);
    m_exactRequest.reset();
}

void PictureQuality::firstImageCame(Clock::time_point now)
{
    // A fixed quality is used at once, without a ramp.
    const bool mayRamp = m_quality == RfbWire::Quality::Auto && !m_colourMapped;
    if (!m_ramp.most() && !(mayRamp && m_ramp.begin(roundTrip(m_requester.facts()), now))) {
        m_offers.setQuickQuality(false);
    }
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::advanceRamp(Clock::time_point now)
{
    if (m_ramp.updateLevel(m_requester.facts().isPathFull, now)) {
        if (const auto level = m_ramp.fullPathLevel()) {
            m_chooser.startAtLevel(*level);
        } else if (const auto most = limit(m_shareLimit.limit(), m_requester.facts()); !m_ramp.most() && most && m_ramp.imageBytes()) {
            m_chooser.beginWithin(*m_ramp.imageBytes(), *most);
        }
        m_offers.setMaxLevel(m_ramp.most());
        offerQuality();
    }
    return m_ramp.due();
}

void PictureQuality::handleUpdateBegin(Clock::time_point now)
{
    m_isReading = true;
    m_updateBegan = now;
    m_exactPixels = 0;
    m_lossyPixels = 0;
    m_isQuickUpdate = m_offers.isQuick();
    m_meter.updateBegan(now);
}

void PictureQuality::painted(const RfbWire::Rect &rect, bool exact)
{
    m_exactMap.painted(rect, exact, m_updateBegan);
    const std::uint64_t pixels = std::uint64_t{rect.width} * rect.height;
    (exact ? m_exactPixels : m_lossyPixels) += pixels;
    if (!exact) {
        m_refiner.painted(m_updateBegan);
        m_exactCameLossy = m_exactCameLossy || (m_exactRequest && rectsOverlap(rect, *m_exactRequest));
    }
}

void PictureQuality::copied(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to)
{
    m_exactMap.copied(fromX, fromY, to, m_updateBegan);
    if (!m_exactMap.isExact()) {
        m_refiner.painted(m_updateBegan);
    }
}

void PictureQuality::handleUpdateEnd(Clock::time_point now, std::uint64_t bytes)
{
    m_isReading = false;
    if (m_exactRequest) {
        // Exact pixels show the cost of exact pixels, not the demand of the stream.
        if (m_lossyPixels == 0) {
            m_budget.came(m_exactPixels, bytes);
        }
        m_meter.clear();
        return;
    }
    const DeliveryFacts facts = m_requester.facts();
    if (m_isQuickUpdate) {
        m_quickEndedAt = now;
    }
    // In the quick quality an image has a tenth of the bytes. So have updates that were on their way when that quality
    // ended.
    if (m_quickEndedAt && now - *m_quickEndedAt <= roundTrip(facts)) {
        if (m_lossyPixels > 0) {
            m_ramp.updateCame(bytes);
        }
        m_meter.ended(now, bytes, m_lossyPixels);
        if (const auto burstRate = m_meter.measurements(now).burstRate) {
            m_capacity = burstRate;
        }
        m_meter.clear();
        return;
    }
    m_meter.ended(now, bytes, m_lossyPixels);
    if (!m_adjustedAt || now - *m_adjustedAt >= considerPause) {
        adjustLevel(now, facts);
    }
}

void PictureQuality::adjustLevel(Clock::time_point now, const DeliveryFacts &facts)
{
    m_adjustedAt = now;
    const UpdateMeter::Measurements measurements = m_meter.measurements(now);
    if (measurements.burstRate || facts.bytesPerSecond) {
        m_capacity = facts.bytesPerSecond ? facts.bytesPerSecond : measurements.burstRate;
    }
    QualityChooser::Measurements link;
    link.bytesPerSecond = measurements.bytesPerSecond;
    link.updatesPerSecond = measurements.updatesPerSecond;
    m_shareLimit.noteUsedRate(measurements.bytesPerSecond, now);
    link.limit = limit(m_shareLimit.limit(), facts);
    link.isPathFull = isPathFull(measurements, facts) || (link.limit && measurements.bytesPerSecond > nearLimit * *link.limit);
    link.knownCapacity = measuredCapacity(measurements, facts);
    link.roundTrip = roundTrip(facts);
    link.transferTime = measurements.transferTime;
    if (m_chooser.adjustLevel(link, now)) {
        offerQuality();
    }
}

bool PictureQuality::isPathFull(const UpdateMeter::Measurements &measurements, const DeliveryFacts &facts)
{
    m_wasBusy = measurements.busy > (m_wasBusy ? busyTo : busyFrom);
    // If there is no queue on the path, the server is the slow part.
    const bool isBusy = m_wasBusy && facts.queue.value_or(waiting) >= waiting;
    const bool isCongested =
        m_share.roundTripMicroseconds > m_share.leastRoundTripMicroseconds + congestedMicroseconds && measurements.bytesPerSecond > minOwnRate;
    const bool isSlow = measurements.updatesPerSecond >= film && measurements.transferTime > slowTransfer;
    return facts.isPathFull || isBusy || isSlow || isCongested;
}

std::chrono::microseconds PictureQuality::roundTrip(const DeliveryFacts &facts) const
{
    return facts.roundTrip.value_or(std::chrono::microseconds(m_share.leastRoundTripMicroseconds));
}

std::optional<double> PictureQuality::limit(std::optional<double> share, const DeliveryFacts &facts) const
{
    std::optional<double> most = share;
    const auto way = roundTrip(facts);
    if (m_share.windowBytes > 0 && way.count() > 0) {
        const double window = m_share.windowBytes / std::chrono::duration<double>(way).count();
        most = most ? std::min(*most, window) : window;
    }
    return most;
}

std::optional<double> PictureQuality::measuredCapacity(const UpdateMeter::Measurements &measurements, const DeliveryFacts &facts) const
{
    return facts.bytesPerSecond ? facts.bytesPerSecond : m_wasBusy || measurements.transferTime > slowTransfer ? measurements.burstRate : std::nullopt;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::doDueWork(Clock::time_point now)
{
    const auto ramp = advanceRamp(now);
    const auto refined = requestRefinement(now);
    return ramp && refined ? std::min(*ramp, *refined) : ramp ? ramp : refined;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::requestRefinement(Clock::time_point now)
{
    if (m_exactRequest) {
        if (m_requester.isExactRequestOpen()) {
            return std::nullopt;
        }
        m_refiner.ended(m_exactMap, *m_exactRequest, m_exactCameLossy ? Refiner::MissReason::Refused : Refiner::MissReason::Silent, now);
        m_budget.ended(now, roundTrip(m_requester.facts()));
        if (m_movementSeenAt) {
            *m_movementSeenAt += now - m_exactRequestedAt; // time in which exact pixels were requested does not count
        }
        m_exactRequest.reset();
    }
    // A hidden desktop is not refined. In the middle of an update, its remaining pixels come first.
    const auto due = m_refiner.due();
    if (!due || now < *due || m_view.visibility != RfbWire::Visibility::Visible) {
        m_counters.refiningBytesPerSecond = 0;
    }
    if (!due || m_isReading || m_view.visibility != RfbWire::Visibility::Visible) {
        return std::nullopt;
    }
    const auto from = m_retryAt ? std::max(*due, *m_retryAt) : *due;
    if (now < from) {
        return from;
    }
    m_retryAt.reset();
    const DeliveryFacts facts = m_requester.facts();
    const UpdateMeter::Measurements measurements = m_meter.measurements(now);
    const Outbox::Input input = m_outbox.lastInput();
    RefineBudget::Facts budget;
    const auto knownCapacity = m_capacity ? m_capacity : measurements.burstRate;
    const auto most = limit(m_share.bytesPerSecond > 0 ? std::optional(static_cast<double>(m_share.bytesPerSecond)) : std::nullopt, facts);
    budget.knownCapacity = knownCapacity && most ? std::min(*knownCapacity, *most) : knownCapacity ? knownCapacity : most;
    budget.roundTrip = roundTrip(facts);
    budget.isPathFull = facts.isPathFull || m_wasBusy;
    const auto bootNow = BootClock::now();
    budget.isInUse = !m_view.focus || (input.sentAt && bootNow - *input.sentAt < inUse); // without the focus, another desktop is in use
    if (input.pressSentAt) {
        budget.typingLeft = std::max<Clock::duration>(*input.pressSentAt + Outbox::typingPause - bootNow, Clock::duration::zero());
        budget.typingFor = *input.pressSentAt - input.typingSince;
    }
    // While exact pixels are requested no movement is seen, so the last known rate still applies. A single image is not a film.
    if (measurements.updatesPerSecond >= film) {
        m_movingPixelRate = measurements.lossyPixelsPerSecond;
        m_movementSeenAt = now;
    }
    budget.movingPixelsPerSecond = m_movementSeenAt && now - *m_movementSeenAt < UpdateMeter::window + budget.roundTrip ? m_movingPixelRate : 0;
    const std::uint64_t pixels = m_budget.pixels(budget, now);
    if (pixels == 0) {
        // Retries after Refiner::stillTime at the latest, because a film may stop meanwhile.
        m_retryAt = std::min(m_budget.retryAt().value_or(now + retryPause), now + Refiner::stillTime);
        return m_retryAt;
    }
    const auto rect = m_refiner.chooseRect(m_exactMap, {m_view.shown, input.x, input.y}, pixels, now);
    if (!rect) {
        m_counters.refiningBytesPerSecond = 0;
        return m_refiner.due();
    }
    // Reports the rate that all inexact pixels need to come within one second: the small share of a quiet desktop would
    // delay them. Next to a film, exact pixels are rare, so no rate is reported.
    const double wish = static_cast<double>(m_exactMap.inexactTiles()) * ExactPixelMap::tileSide * ExactPixelMap::tileSide * m_budget.bytesPerPixel();
    m_counters.refiningBytesPerSecond = budget.movingPixelsPerSecond > 0 ? 0 : static_cast<std::uint64_t>(std::min(wish, maxRequestedRate));
    if (!m_requester.requestExact(*rect, now)) {
        m_retryAt = now + retryPause;
        return m_retryAt;
    }
    m_exactRequest = rect;
    m_exactCameLossy = false;
    m_exactRequestedAt = now;
    m_budget.asked(now);
    return std::nullopt;
}

std::optional<PictureQuality::Clock::time_point> PictureQuality::reportExactState(bool isShown, Clock::time_point now)
{
    if (const auto exact = m_exactReporter.takeReport(m_exactMap.isExact(), isShown, now)) {
        m_console.send(RfbWire::Clarity{*exact});
    }
    return m_exactReporter.due();
}
}
