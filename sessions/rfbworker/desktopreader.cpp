// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/desktopreader.h"

#include "sessions/base/imagecompression.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace Nightdesk::Rfb
{
using RfbWire::FailureCode;
using Clock = RfbStream::Clock;

namespace
{
// Round trip from which the first image is requested in reduced quality. TCP's first window is 14 KB: an image of 200
// KB at full quality takes three round trips more than one of 40 KB. Below 20 ms nobody notices them.
constexpr std::uint64_t longWayMicroseconds = 20'000;
// Time limit of the reduced quality: some servers never send a part of the desktop.
constexpr std::chrono::seconds quickLimit{10};
/// One minute of color map cycling at 60 Hz. Without this limit, a server that sends only color maps would keep the user waiting forever.
constexpr int mostColorsBeforePixels = 3600;
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
                             Pulse &pulse,
                             RectDecoder &decoder)
    : m_stream(stream)
    , m_outbox(outbox)
    , m_console(console)
    , m_counters(counters)
    , m_pulse(pulse)
    , m_decoder(decoder)
    , m_pixelReader(stream, decoder, m_publisher, counters)
    , m_offers(outbox)
    , m_requester(outbox, m_offers, counters, pulse)
    , m_pictureQuality(outbox, m_offers, m_requester, console, counters)
    , m_shown(console)
    , m_extras(stream, console, m_shown)
    , m_publisher(console)
    , m_clipboards(clipboards)
    , m_cutTexts(stream, outbox, clipboards, console)
    , m_fences(stream, outbox)
{
    m_decoder.setJpegTarget([this](const RectHeader &rect) {
        return m_publisher.jpegTarget(*m_pixels, {rect.x, rect.y, rect.width, rect.height}, Clock::now());
    });
}

DesktopReader::~DesktopReader()
{
    m_decoder.setTarget(nullptr);
    m_decoder.setJpegTarget({});
}

PicturePublisher &DesktopReader::publisher()
{
    return m_publisher;
}

std::unexpected<Refusal> DesktopReader::broken(const char *what) const
{
    return std::unexpected(Refusal{FailureCode::Malformed, what});
}

std::unexpected<Refusal> DesktopReader::closed() const
{
    return std::unexpected(Refusal{FailureCode::Closed, {}});
}

void DesktopReader::startEarly(const RfbWire::ServerMemory &remembered, RfbWire::Quality quality)
{
    m_remembered = remembered;
    m_quality = quality;
    if (!remembered.colourMapped) {
        m_outbox.push(ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    }
    beginQuickly();
    m_offers.setOffer(EncodingOffer::of(quality, remembered.colourMapped));
    m_requester.start(remembered.width == 0 ? anySide : remembered.width, remembered.height == 0 ? anySide : remembered.height);
}

void DesktopReader::beginQuickly()
{
    // Before the answer to the link's first ping, only TCP's round trip is known.
    const auto roundTrip = m_share.leastRoundTripMicroseconds > 0 ? m_share.leastRoundTripMicroseconds : m_share.roundTripMicroseconds;
    m_requester.begin(std::chrono::microseconds(roundTrip));
    m_offers.setVeryFar(std::chrono::microseconds(m_share.roundTripMicroseconds) >= compressesImagesFrom);
    m_offers.setQuick(m_share.roundTripMicroseconds >= longWayMicroseconds);
}

const EarlyRequests &DesktopReader::early() const
{
    return m_requester.early();
}

void DesktopReader::askAgain()
{
    m_requester.requestMore(Clock::now());
}

std::expected<void, Refusal> DesktopReader::begin(const ServerInit &init, RfbWire::Quality quality)
{
    // An 8-bit PseudoColor server keeps its own format. If asked for another one, it would switch to BGR233 and repaint all pixels at each change
    // of its colors.
    m_colourMapped = init.isColourMapped();
    if (m_remembered && m_remembered->colourMapped != m_colourMapped) {
        // The pixel format was sent early although this server keeps its own, or the reverse.
        return std::unexpected(Refusal{FailureCode::NotAsRemembered, {}});
    }
    if (!m_remembered && !m_colourMapped) {
        m_outbox.push(ClientMessages::setPixelFormat(PixelFormat::rgb32()));
    }
    if (!m_remembered) {
        beginQuickly();
    }
    m_quickPixelsLeft = std::uint64_t{init.width} * init.height;
    m_quickUntil = Clock::now() + quickLimit;
    m_offers.setOffer(EncodingOffer::of(quality, m_colourMapped));
    m_pictureQuality.begin(quality, m_colourMapped);
    m_quality = quality;
    if (const auto resized = resize(init.width, init.height); !resized) {
        return resized;
    }
    m_begun = true;
    const bool isRemembered = m_remembered && (m_remembered->width == 0 || (m_remembered->width == init.width && m_remembered->height == init.height));
    if (isRemembered) {
        m_requester.confirmStart();
    } else {
        m_requester.start(init.width, init.height);
    }
    // All pixels were requested twice, so they arrive twice.
    m_age.begin((m_remembered && !isRemembered ? 2 : 1) * m_quickPixelsLeft);
    return {};
}

void DesktopReader::setQuality(RfbWire::Quality quality)
{
    if (quality == m_quality || !m_begun) {
        return; // begin() is not called yet, and gets the quality as an argument
    }
    m_pictureQuality.setQuality(quality);
    m_quality = quality;
}

void DesktopReader::setView(const RfbWire::View &view)
{
    m_publisher.handleMessage(view);
    m_requester.setView(view);
    m_pictureQuality.setView(view);
}

void DesktopReader::setShare(const RfbWire::LinkShare &share)
{
    m_share = share;
    if (m_remembered && !m_begun) {
        beginQuickly(); // the messages sent early still wait for the channel, so this change is in time
    }
    m_requester.setShare(share);
    m_pictureQuality.setShare(share);
}

void DesktopReader::requestSize(const RfbWire::RequestSize &size)
{
    m_sizer.requestSize(size.width, size.height);
}

std::optional<Clock::time_point> DesktopReader::askForSize(Clock::time_point now)
{
    if (const auto message = m_sizer.dueMessage(m_pixels->width(), m_pixels->height(), now); message && !m_outbox.pushSize(*message)) {
        m_sizer.forget();
    }
    return m_sizer.nextChange();
}

std::optional<Clock::time_point> DesktopReader::watchAge(Clock::time_point now)
{
    const std::chrono::microseconds roundTrip(m_share.leastRoundTripMicroseconds);
    m_age.checkPatience(now, roundTrip);
    if (const auto place = m_age.takeWake(now)) {
        m_outbox.wakeServer(place->x, place->y, BootClock::now());
    }
    if (const auto known = m_age.takeAgeChange()) {
        m_console.send(RfbWire::AgeKnown{*known});
    }
    return m_age.due(roundTrip);
}

std::expected<void, Refusal> DesktopReader::resize(std::uint32_t width, std::uint32_t height)
{
    if (width == 0 || height == 0) {
        return broken("an empty desktop");
    }
    if (!RfbWire::isValidSize(width, height)) {
        return std::unexpected(Refusal{FailureCode::TooLarge, std::to_string(width) + "x" + std::to_string(height)});
    }
    m_decoder.setTarget(nullptr);
    m_pixels.reset();
    m_pixels = Framebuffer::create(width, height, m_colourMapped ? 1 : 4);
    if (!m_pixels) {
        return std::unexpected(Refusal{FailureCode::OutOfMemory, {}});
    }
    m_decoder.setTarget(m_pixels.get());
    m_hadPixels = false;
    m_colorsBeforePixels = 0;
    m_requester.resized(width, height);
    m_pictureQuality.resized(width, height);
    m_outbox.openInput(width, height);
    m_publisher.resized(width, height);
    return {};
}

std::optional<Clock::time_point> DesktopReader::doDueWork()
{
    if (!m_pixels) {
        return std::nullopt;
    }
    const auto now = Clock::now();
    auto ask = m_requester.doDueWork(now);
    const bool wasAskingExact = m_requester.isAskingExact();
    const auto refine = m_pictureQuality.doDueWork(now);
    if (!wasAskingExact && m_requester.isAskingExact()) {
        ask = m_requester.doDueWork(now); // the time that this function returned before is outdated
    }
    const auto age = watchAge(now); // the age is reported to the console before the image
    const auto publish = m_publisher.publishDue(now, *m_pixels, m_extras.colours());
    const auto tell = m_pictureQuality.reportClarity(m_publisher.hasShownAll(), now);
    return earliest({ask, refine, age, publish, tell, m_extras.reportColors(now), askForSize(now)});
}

std::expected<void, Refusal> DesktopReader::readMessage()
{
    if (!pauseIfBehind()) {
        return closed();
    }
    std::uint8_t type = 0;
    if (!m_stream.read(&type, 1)) {
        return closed();
    }
    const auto delayedAnswer = m_fences.takeDelayedAnswer();
    m_requester.messageBegins(Clock::now());
    const Result done = readMessageOf(type);
    m_requester.messageEnds(Clock::now());
    if (done && delayedAnswer) {
        m_outbox.push(*delayedAnswer);
    }
    return done;
}

std::expected<void, Refusal> DesktopReader::readMessageOf(std::uint8_t type)
{
    switch (type) {
    case MessageFramebufferUpdate:
        return readUpdate();
    case MessageSetColourMapEntries:
        return readColours();
    case MessageBell:
        m_console.send(RfbWire::Bell{});
        return {};
    case MessageServerCutText:
        return readCutText();
    case MessageFence:
        return readFence();
    case MessageEndOfContinuousUpdates:
        m_requester.continuousEnded();
        return {};
    default:
        return broken("a message of unknown type");
    }
}

bool DesktopReader::pauseIfBehind()
{
    // Work may be due although bytes keep coming and the reader never waits.
    doDueWork();
    if (!m_publisher.mustPause(Clock::now())) {
        return true;
    }
    m_requester.pauses(Clock::now());
    const bool goesOn = m_stream.waitUntil(
        [this] {
            return !m_publisher.mustPause(Clock::now());
        },
        false);
    m_requester.readingResumed(Clock::now());
    return goesOn;
}

std::expected<void, Refusal> DesktopReader::readUpdate()
{
    std::array<std::uint8_t, 12> head;
    if (!m_stream.read(head.data(), 3)) {
        return closed();
    }
    if (m_outbox.isFull()) {
        return broken("updates without end"); // each update is followed by a request, and the server reads none of them
    }
    const std::uint32_t count = read16(head.data() + 1);
    const auto began = Clock::now();
    const std::uint64_t bytesBefore = m_stream.bytesRead();
    const std::uint64_t pixelsBefore = m_counters.pixels;
    m_publisher.updateBegins(began);
    m_requester.updateBegins(began);
    m_pictureQuality.updateBegins(began);
    m_age.updateBegins();
    std::uint32_t rects = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!m_stream.read(head.data(), head.size())) {
            return closed();
        }
        RectHeader rect;
        rect.x = read16(head.data());
        rect.y = read16(head.data() + 2);
        rect.width = read16(head.data() + 4);
        rect.height = read16(head.data() + 6);
        rect.encoding = static_cast<std::int32_t>(read32(head.data() + 8));
        if (rect.encoding == EncodingLastRect) {
            break;
        }
        ++rects;
        if (const auto done = readRect(rect); !done) {
            return done;
        }
        if (!pauseIfBehind()) {
            return closed();
        }
    }
    m_publisher.updateEnds();
    if (!m_knowsNineButtons) {
        m_outbox.setButtons(InputQueue::Buttons::Eight); // a server with nine buttons would have announced them in this update
    }
    m_pulse.desktopIsUp();
    // A cursor or name alone, or the single pixel that is requested to measure the round trip, is not a frame.
    if (m_counters.pixels > pixelsBefore + 1) {
        ++m_counters.updates;
    }
    if (m_offers.isQuick() && (m_quickPixelsLeft == 0 || Clock::now() >= m_quickUntil)) {
        m_pictureQuality.firstImageCame(Clock::now());
    }
    const auto ended = Clock::now();
    m_requester.updateEnds(ended, m_stream.bytesRead() - bytesBefore, rects);
    m_pictureQuality.updateEnds(ended, m_stream.bytesRead() - bytesBefore);
    m_age.updateEnds(ended);
    return {};
}

std::expected<void, Refusal> DesktopReader::readRect(const RectHeader &rect)
{
    switch (rect.encoding) {
    case EncodingRichCursor:
    case EncodingXCursor:
        return m_extras.readCursor(rect, m_pixels->bytesPerPixel());
    case EncodingPointerPos:
        m_age.pointerAt({rect.x, rect.y}, Clock::now());
        m_extras.pointerMoved(rect, m_pixels->width(), m_pixels->height());
        return {};
    case EncodingDesktopSize:
        return resize(rect.width, rect.height);
    case EncodingExtendedDesktopSize:
        return readScreens(rect);
    case EncodingDesktopName:
        return m_extras.readName();
    case EncodingQemuKeys:
        m_outbox.useExtendedKeys();
        m_shown.extendedKeys();
        m_requester.answersPixels();
        m_age.serverKnown();
        return {};
    case EncodingExtendedButtons:
        m_knowsNineButtons = true;
        m_outbox.setButtons(InputQueue::Buttons::Nine);
        return {};
    case EncodingLedState:
    case EncodingVmwareLedState:
        return m_extras.readLights(rect.encoding == EncodingLedState ? 1 : 4);
    default:
        return readPixels(rect);
    }
}

std::expected<void, Refusal> DesktopReader::readPixels(const RectHeader &rect)
{
    const auto read = m_pixelReader.read(rect, *m_pixels);
    if (!read) {
        return std::unexpected(read.error());
    }
    const RfbWire::Rect area{rect.x, rect.y, rect.width, rect.height};
    if (read->copiedFrom) {
        m_pictureQuality.copied(read->copiedFrom->x, read->copiedFrom->y, area);
    }
    if (rect.width == 0 || rect.height == 0) {
        return {};
    }
    m_hadPixels = true;
    m_publisher.damage(*m_pixels, area, Clock::now());
    m_quickPixelsLeft -= std::min(m_quickPixelsLeft, std::uint64_t{rect.width} * rect.height);
    m_age.painted(area, m_requester.isAskingExact());
    m_requester.rectCame(area, read->isExact);
    if (!read->copiedFrom) {
        m_pictureQuality.painted(area, read->isExact);
    }
    return {};
}

std::expected<void, Refusal> DesktopReader::readScreens(const RectHeader &rect)
{
    constexpr std::size_t screenSize = 16;
    std::array<std::uint8_t, 4> head;
    if (!m_stream.read(head.data(), head.size())) {
        return closed();
    }
    ScreenName screen;
    if (const std::size_t count = head[0]; count > 0) {
        std::array<std::uint8_t, screenSize> first;
        if (!m_stream.read(first.data(), first.size()) || !m_stream.skip((count - 1) * screenSize)) {
            return closed();
        }
        screen = {read32(first.data()), read32(first.data() + 12)};
    }
    // X says who changed the size: 0 the server itself, 1 this viewer, 2 another viewer. y is the status of a viewer's
    // request.
    if (rect.x == 0) {
        m_requester.screensCame(Clock::now());
    }
    if (const auto news = m_sizer.screensCame(rect.x, rect.y, screen)) {
        m_console.send(*news);
    }
    if (rect.y != 0 || (rect.width == m_pixels->width() && rect.height == m_pixels->height())) {
        return {};
    }
    return resize(rect.width, rect.height);
}

std::expected<void, Refusal> DesktopReader::readColours()
{
    if (m_outbox.isFull()) {
        return broken("colors without end"); // each color map is followed by a request too
    }
    if (!m_hadPixels && ++m_colorsBeforePixels > mostColorsBeforePixels) {
        return broken("colors without an image");
    }
    return m_extras.readColours(m_colourMapped).transform([this](bool areOurs) {
        if (areOurs) {
            m_requester.coloursCame(Clock::now());
        }
        if (areOurs && m_hadPixels) {
            m_publisher.damageAll(); // the color indexes of all pixels are kept, so new colors need no new pixels from the server
        }
    });
}

std::expected<void, Refusal> DesktopReader::readCutText()
{
    const auto done = m_cutTexts.read();
    if (m_clipboards.isExtended()) {
        m_shown.extendedClipboard();
    }
    return done;
}

std::expected<void, Refusal> DesktopReader::readFence()
{
    const auto fence = m_fences.readFence();
    if (!fence) {
        return std::unexpected(fence.error());
    }
    if (*fence) {
        m_requester.fenceCameBack(**fence, Clock::now());
    }
    m_requester.serverHasFences(Clock::now());
    m_age.serverKnown();
    return {};
}
}
