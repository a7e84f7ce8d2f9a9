// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/desktopreader.h"

#include "sessions/base/bootclock.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>
#include <initializer_list>

namespace Nightdesk::Rfb
{
using RfbWire::FailureCode;
using Clock = RfbStream::Clock;

namespace
{
// Time limit of the reduced quality: some servers never send a part of the desktop.
constexpr std::chrono::seconds quickLimit{10};
/// One minute of color map cycling at 60 Hz. Without this limit, a server that sends only color maps would keep the user waiting forever.
constexpr int mostColorsBeforePixels = 3600;
/// So long after a key or button, updates may contain what it changed: a round trip and the program's own time.
constexpr std::chrono::seconds timeOfKeyEffects{2};
/// Side of the area to request when the desktop size is not known yet: servers clip a request to the desktop.
constexpr std::uint32_t anySide = 0xffff;

std::optional<Clock::time_point> earliest(std::initializer_list<std::optional<Clock::time_point>> all)
{
    return std::ranges::min(all, {}, [](const auto &each) {
        return each.value_or(Clock::time_point::max());
    });
}
}

DesktopReader::DesktopReader(RfbStream &stream,
                             Outbox &outbox,
                             ClipboardExchange &clipboards,
                             ConsoleSink &console,
                             Counters &counters,
                             ServerLiveness &pulse,
                             RectDecoder &decoder)
    : m_rfbStream(stream)
    , m_outbox(outbox)
    , m_consoleSink(console)
    , m_counters(counters)
    , m_liveness(pulse)
    , m_rectDecoder(decoder)
    , m_pixelReader(stream, decoder, m_picturePublisher, counters)
    , m_encodingOfferSender(outbox)
    , m_updateRequester(outbox, m_encodingOfferSender, counters, pulse)
    , m_pictureQuality(outbox, m_encodingOfferSender, m_updateRequester, console, counters)
    , m_abilityReporter(console)
    , m_desktopAttributeReader(stream, console, m_abilityReporter)
    , m_picturePublisher(console)
    , m_clipboardExchange(clipboards)
    , m_cutTextReader(stream, outbox, clipboards, console)
    , m_fenceReader(stream, outbox)
{
    m_rectDecoder.setJpegTarget([this](const RectHeader &rect) {
        return m_picturePublisher.jpegTarget(*m_framebuffer, {rect.x, rect.y, rect.width, rect.height}, Clock::now());
    });
}

DesktopReader::~DesktopReader()
{
    m_rectDecoder.setTarget(nullptr);
    m_rectDecoder.setJpegTarget({});
}

void DesktopReader::sendEarlyMessages(const RfbWire::RememberedServer &remembered, RfbWire::Quality quality)
{
    m_rememberedServer = remembered;
    m_requestedQuality = quality;
    if (!remembered.colorMapped) {
        m_outbox.push(ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    }
    beginWithQuickImage();
    m_encodingOfferSender.setOffer(EncodingOffer::forQuality(quality, remembered.colorMapped));
    m_updateRequester.start(remembered.width == 0 ? anySide : remembered.width, remembered.height == 0 ? anySide : remembered.height);
}

void DesktopReader::beginWithQuickImage()
{
    // Before the answer to the link's first ping, only TCP's round trip is known.
    const auto roundTrip = m_linkShare.leastRoundTripMicroseconds > 0 ? m_linkShare.leastRoundTripMicroseconds : m_linkShare.roundTripMicroseconds;
    m_updateRequester.begin(std::chrono::microseconds(roundTrip));
    m_encodingOfferSender.beginFirstImage(std::chrono::microseconds(m_linkShare.roundTripMicroseconds), m_linkShare.desktopCount);
}

std::expected<void, SessionError> DesktopReader::begin(const ServerInit &init, RfbWire::Quality quality)
{
    // An 8-bit PseudoColor server keeps its own format. If asked for another one, it would switch to BGR233 and repaint all pixels at each change
    // of its colors.
    m_isColorMapped = init.isColorMapped();
    if (m_rememberedServer && m_rememberedServer->colorMapped != m_isColorMapped) {
        // sendEarlyMessages() sent a pixel format although this server must keep its own, or sent none although this server needs one.
        return std::unexpected(SessionError{FailureCode::NotAsRemembered, {}});
    }
    if (!m_rememberedServer && !m_isColorMapped) {
        m_outbox.push(ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    }
    if (!m_rememberedServer) {
        beginWithQuickImage();
    }
    m_firstImagePixelsLeft = std::uint64_t{init.width} * init.height;
    m_reducedQualityUntil = Clock::now() + quickLimit;
    m_encodingOfferSender.setOffer(EncodingOffer::forQuality(quality, m_isColorMapped));
    m_pictureQuality.begin(quality, m_isColorMapped);
    m_requestedQuality = quality;
    if (const auto resized = resize(init.width, init.height); !resized) {
        return resized;
    }
    m_isDesktopStarted = true;
    const bool isSizeRight =
        m_rememberedServer && (m_rememberedServer->width == 0 || (m_rememberedServer->width == init.width && m_rememberedServer->height == init.height));
    if (isSizeRight) {
        m_updateRequester.confirmStartSize();
    } else {
        m_updateRequester.start(init.width, init.height);
    }
    // If the whole image was requested early with another size, it was requested again just now, so all pixels arrive twice.
    m_firstImageFreshness.begin((m_rememberedServer && !isSizeRight ? 2 : 1) * m_firstImagePixelsLeft, Clock::now());
    return {};
}

void DesktopReader::setQuality(RfbWire::Quality quality)
{
    if (quality == m_requestedQuality || !m_isDesktopStarted) {
        return; // begin() is not called yet, and gets the quality as an argument
    }
    m_pictureQuality.setQuality(quality);
    m_requestedQuality = quality;
}

void DesktopReader::setView(const RfbWire::View &view)
{
    m_picturePublisher.handleMessage(view);
    m_updateRequester.setView(view);
    m_pictureQuality.setView(view);
}

void DesktopReader::setShare(const RfbWire::LinkShare &share)
{
    m_linkShare = share;
    if (m_rememberedServer && !m_isDesktopStarted) {
        beginWithQuickImage(); // this still replaces the early messages, which wait until the ssh channel is open
    }
    m_updateRequester.setShare(share);
    m_pictureQuality.setShare(share);
}

std::optional<Clock::time_point> DesktopReader::sendSizeRequest(Clock::time_point now)
{
    if (const auto message = m_desktopSizer.takeDueSizeRequest(m_framebuffer->width(), m_framebuffer->height(), now);
        message && !m_outbox.pushSizeRequest(*message)) {
        m_desktopSizer.cancelOpenRequest();
    }
    return m_desktopSizer.nextChangeAt();
}

std::optional<Clock::time_point> DesktopReader::checkFirstImageFreshness(Clock::time_point now)
{
    const std::chrono::microseconds roundTrip(m_linkShare.leastRoundTripMicroseconds);
    m_firstImageFreshness.checkChangeTimeout(now, roundTrip);
    if (m_firstImageFreshness.takeDueWakeEvent(now, roundTrip)) {
        m_outbox.wakeServer();
    }
    if (const auto known = m_firstImageFreshness.takeFreshnessChange()) {
        m_consoleSink.send(RfbWire::ImageKnownCurrent{*known});
    }
    return m_firstImageFreshness.nextCheckDueAt(roundTrip);
}

std::expected<void, SessionError> DesktopReader::resize(std::uint32_t width, std::uint32_t height)
{
    if (width == 0 || height == 0) {
        return invalidDataError("an empty desktop");
    }
    if (!RfbWire::isValidSize(width, height)) {
        return std::unexpected(SessionError{FailureCode::TooLarge, std::to_string(width) + "x" + std::to_string(height)});
    }
    m_rectDecoder.setTarget(nullptr);
    m_framebuffer.reset();
    m_framebuffer = Framebuffer::create(width, height, m_isColorMapped ? 1 : 4);
    if (!m_framebuffer) {
        return std::unexpected(SessionError{FailureCode::OutOfMemory, {}});
    }
    m_rectDecoder.setTarget(m_framebuffer.get());
    m_hasReceivedPixels = false;
    m_colorMapMessagesBeforePixels = 0;
    m_updateRequester.handleResize(width, height);
    m_pictureQuality.handleResize(width, height);
    m_outbox.startAcceptingInput(width, height);
    m_picturePublisher.handleResize(width, height);
    return {};
}

std::optional<Clock::time_point> DesktopReader::doDueWork()
{
    if (!m_framebuffer) {
        return std::nullopt;
    }
    const auto now = Clock::now();
    // First of all: the console must know the age of an image before it shows the image, and a server must be awake before it gets requests.
    const auto age = checkFirstImageFreshness(now);
    auto ask = m_updateRequester.doDueWork(now);
    const bool wasAskingExact = m_updateRequester.isExactRequestOpen();
    const auto refine = m_pictureQuality.doDueWork(now);
    if (!wasAskingExact && m_updateRequester.isExactRequestOpen()) {
        ask = m_updateRequester.doDueWork(now); // m_pictureQuality has just begun a request, so the time in ask is outdated
    }
    const auto typedAt = m_outbox.lastSentInput().keyOrButtonSentAt;
    const bool isUserTyping = typedAt && BootClock::now() - *typedAt < timeOfKeyEffects;
    const auto publish = m_picturePublisher.publishDueDamage(now, *m_framebuffer, m_desktopAttributeReader.colors(), isUserTyping);
    const auto tell = m_pictureQuality.reportExactState(m_picturePublisher.isAllPublished(), now);
    return earliest({ask, refine, age, publish, tell, m_desktopAttributeReader.reportColors(now), sendSizeRequest(now)});
}

std::expected<void, SessionError> DesktopReader::readMessage()
{
    if (!pauseIfConsoleBehind()) {
        return streamEndedError();
    }
    std::uint8_t type = 0;
    if (!m_rfbStream.read(&type, 1)) {
        return streamEndedError();
    }
    const auto delayedAnswer = m_fenceReader.takeDelayedFenceAnswer();
    m_updateRequester.handleMessageBegin(Clock::now());
    const Result done = readMessageOfType(type);
    m_updateRequester.handleMessageEnd(Clock::now());
    if (done && delayedAnswer) {
        m_outbox.push(*delayedAnswer);
    }
    return done;
}

std::expected<void, SessionError> DesktopReader::readMessageOfType(std::uint8_t type)
{
    switch (type) {
    case MessageFramebufferUpdate:
        return readUpdate();
    case MessageSetColourMapEntries:
        return readColorMap();
    case MessageBell:
        m_consoleSink.send(RfbWire::Bell{});
        return {};
    case MessageServerCutText:
        return readCutText();
    case MessageFence:
        return readFence();
    case MessageEndOfContinuousUpdates:
        m_updateRequester.handleEndOfContinuousUpdates();
        return {};
    default:
        return invalidDataError("a message of unknown type");
    }
}

bool DesktopReader::pauseIfConsoleBehind()
{
    // Due work is otherwise done only while the reader waits for bytes. If bytes keep coming, it never waits.
    doDueWork();
    if (!m_picturePublisher.mustPauseReading(Clock::now())) {
        return true;
    }
    m_updateRequester.noteReadingPaused(Clock::now());
    const bool goesOn = m_rfbStream.waitUntil(
        [this] {
            return !m_picturePublisher.mustPauseReading(Clock::now());
        },
        false);
    m_updateRequester.noteReadingResumed(Clock::now());
    return goesOn;
}

std::expected<void, SessionError> DesktopReader::readUpdate()
{
    std::array<std::uint8_t, 12> head;
    if (!m_rfbStream.read(head.data(), 3)) {
        return streamEndedError();
    }
    if (m_outbox.isFull()) {
        // The worker sends a request after each update. Its outbox is full because the server sends updates, but reads none of the requests.
        return invalidDataError("updates without end");
    }
    const std::uint32_t count = read16(head.data() + 1);
    const auto began = Clock::now();
    const std::uint64_t bytesBefore = m_rfbStream.bytesRead();
    const std::uint64_t pixelsBefore = m_counters.pixels;
    m_picturePublisher.handleUpdateBegin(began);
    m_updateRequester.handleUpdateBegin(began);
    m_pictureQuality.handleUpdateBegin(began, m_rfbStream.receivedByteCount() - bytesBefore);
    m_firstImageFreshness.handleUpdateBegin();
    std::uint32_t rects = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!m_rfbStream.read(head.data(), head.size())) {
            return streamEndedError();
        }
        const std::uint8_t *const p = head.data();
        const RectHeader rect{read16(p), read16(p + 2), read16(p + 4), read16(p + 6), static_cast<std::int32_t>(read32(p + 8))};
        if (rect.encoding == EncodingLastRect) {
            break;
        }
        ++rects;
        if (const auto done = readRect(rect); !done) {
            return done;
        }
        if (!pauseIfConsoleBehind()) {
            return streamEndedError();
        }
    }
    m_picturePublisher.handleUpdateEnd();
    if (!m_supportsNineButtons) {
        // A server that supports nine buttons announces that in its first update. This update did not, so the server has eight.
        m_outbox.setButtonSupport(InputQueue::ButtonSupport::Eight);
    }
    m_liveness.noteFirstUpdate();
    // A cursor or name alone, or the single pixel that is requested to measure the round trip, is not a frame.
    if (m_counters.pixels > pixelsBefore + 1) {
        ++m_counters.updates;
    }
    if (m_isFirstImageMissing && (m_firstImagePixelsLeft == 0 || Clock::now() >= m_reducedQualityUntil)) {
        m_isFirstImageMissing = false;
        m_pictureQuality.firstImageCame(Clock::now());
        m_updateRequester.requestScreenLayout();
    }
    const auto ended = Clock::now();
    m_updateRequester.handleUpdateEnd(ended, m_rfbStream.bytesRead() - bytesBefore, rects);
    m_pictureQuality.handleUpdateEnd(ended, m_rfbStream.bytesRead() - bytesBefore, m_rfbStream.lastWaitEndedAt());
    m_firstImageFreshness.handleUpdateEnd(ended);
    return {};
}

std::expected<void, SessionError> DesktopReader::readRect(const RectHeader &rect)
{
    switch (rect.encoding) {
    case EncodingRichCursor:
    case EncodingXCursor:
        return m_desktopAttributeReader.readCursor(rect, m_framebuffer->bytesPerPixel());
    case EncodingPointerPos:
        m_desktopAttributeReader.handlePointerMoved(rect, m_framebuffer->width(), m_framebuffer->height());
        return {};
    case EncodingDesktopSize:
        return resize(rect.width, rect.height);
    case EncodingExtendedDesktopSize:
        return readScreens(rect);
    case EncodingDesktopName:
        return m_desktopAttributeReader.readName();
    case EncodingQemuKeys:
        m_outbox.useExtendedKeys();
        m_abilityReporter.noteExtendedKeys();
        m_updateRequester.notePixelRequestSupport();
        m_firstImageFreshness.noteServerIsNotX11vnc();
        return {};
    case EncodingExtendedButtons:
        m_supportsNineButtons = true;
        m_outbox.setButtonSupport(InputQueue::ButtonSupport::Nine);
        return {};
    case EncodingLedState:
    case EncodingVmwareLedState:
        return m_desktopAttributeReader.readLeds(rect.encoding == EncodingLedState ? 1 : 4);
    default:
        return readPixels(rect);
    }
}

std::expected<void, SessionError> DesktopReader::readPixels(const RectHeader &rect)
{
    const auto read = m_pixelReader.read(rect, *m_framebuffer);
    if (!read) {
        return std::unexpected(read.error());
    }
    const RfbWire::Rect area{rect.x, rect.y, rect.width, rect.height};
    if (read->copySourceRect) {
        m_pictureQuality.noteCopiedRect(read->copySourceRect->x, read->copySourceRect->y, area);
    }
    if (rect.width == 0 || rect.height == 0) {
        return {};
    }
    m_hasReceivedPixels = true;
    m_picturePublisher.addDamage(*m_framebuffer, area, Clock::now());
    m_firstImagePixelsLeft -= std::min(m_firstImagePixelsLeft, std::uint64_t{rect.width} * rect.height);
    m_firstImageFreshness.noteRectPainted(area, m_updateRequester.isExactRequestOpen());
    m_updateRequester.rectCame(area, read->isExact);
    if (!read->copySourceRect) {
        m_pictureQuality.noteRectPainted(area, read->isExact);
    }
    return {};
}

std::expected<void, SessionError> DesktopReader::readScreens(const RectHeader &rect)
{
    constexpr std::size_t screenSize = 16;
    std::array<std::uint8_t, 4> head;
    if (!m_rfbStream.read(head.data(), head.size())) {
        return streamEndedError();
    }
    DesktopScreen screen;
    if (const std::size_t count = head[0]; count > 0) {
        std::array<std::uint8_t, screenSize> first;
        if (!m_rfbStream.read(first.data(), first.size()) || !m_rfbStream.skip((count - 1) * screenSize)) {
            return streamEndedError();
        }
        screen = {read32(first.data()), read32(first.data() + 12)};
    }
    // The field x of the rectangle states who changed the size: 0 the server itself, 1 this viewer, 2 another viewer. The field y is the status of
    // a viewer's request.
    if (rect.x == 0) {
        m_updateRequester.handleScreenLayout(Clock::now());
    }
    if (const auto news = m_desktopSizer.handleScreenLayout(rect.x, rect.y, screen)) {
        m_consoleSink.send(*news);
    }
    if (rect.y != 0 || (rect.width == m_framebuffer->width() && rect.height == m_framebuffer->height())) {
        return {};
    }
    return resize(rect.width, rect.height);
}

std::expected<void, SessionError> DesktopReader::readColorMap()
{
    if (m_outbox.isFull()) {
        // As in readUpdate(): the worker sends a request after each color map too, and the server reads none of them.
        return invalidDataError("colors without end");
    }
    if (!m_hasReceivedPixels && ++m_colorMapMessagesBeforePixels > mostColorsBeforePixels) {
        return invalidDataError("colors without an image");
    }
    return m_desktopAttributeReader.readColorMap(m_isColorMapped).transform([this](bool areOurs) {
        if (areOurs) {
            m_updateRequester.colorMapCame(Clock::now());
        }
        if (areOurs && m_hasReceivedPixels) {
            // All pixels are shown again with the new colors. The framebuffer contains their color indexes, so the server need not send them again.
            m_picturePublisher.markAllDamaged();
        }
    });
}

std::expected<void, SessionError> DesktopReader::readCutText()
{
    const auto done = m_cutTextReader.read();
    if (m_clipboardExchange.isExtended()) {
        m_abilityReporter.noteExtendedClipboard();
    }
    return done;
}

std::expected<void, SessionError> DesktopReader::readFence()
{
    const auto fence = m_fenceReader.readFence();
    if (!fence) {
        return std::unexpected(fence.error());
    }
    if (*fence) {
        m_updateRequester.fenceCameBack(**fence, Clock::now());
    }
    m_updateRequester.noteFenceSupport(Clock::now());
    m_firstImageFreshness.noteServerIsNotX11vnc();
    return {};
}
}
