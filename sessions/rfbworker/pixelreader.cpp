// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/pixelreader.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::uint64_t rectHeadSize = 12;
}

PixelReader::PixelReader(RfbStream &stream, RectDecoder &decoder, PicturePublisher &publisher, Counters &counters)
    : m_rfbStream(stream)
    , m_rectDecoder(decoder)
    , m_picturePublisher(publisher)
    , m_counters(counters)
{
}

std::expected<PixelReader::RectResult, SessionError> PixelReader::read(const RectHeader &rect, Framebuffer &pixels)
{
    const bool isSimple = rect.encoding == EncodingRaw || rect.encoding == EncodingCopyRect;
    if (!isSimple && !m_rectDecoder.supports(rect.encoding)) {
        return invalidDataError("an encoding that was not offered");
    }
    if (!pixels.contains(rect)) {
        return invalidDataError("a rectangle beyond the desktop");
    }
    if (!isSimple && (rect.width == 0 || rect.height == 0)) {
        return invalidDataError("an empty rectangle");
    }
    const std::uint64_t bytesBefore = m_rfbStream.bytesRead();
    const auto kind = pixelKindOf(rect);
    if (!kind) {
        return streamEndedError();
    }
    const auto began = RfbStream::Clock::now();
    const auto waitedBefore = m_rfbStream.waitedTime();
    const Result read = rect.encoding == EncodingCopyRect ? readCopyRect(rect, pixels) : isSimple ? readRawRect(rect, pixels) : decode(rect);
    if (!read) {
        return read;
    }
    const auto took = RfbStream::Clock::now() - began - (m_rfbStream.waitedTime() - waitedBefore);
    const auto decoding = static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
    const std::uint64_t count = std::uint64_t{rect.width} * rect.height;
    m_counters.decodeMicroseconds += decoding;
    ++m_counters.rects;
    m_counters.pixels += count;
    Counters::PixelKindCounters &ofKind = m_counters.pixelKindCounters[static_cast<std::size_t>(*kind)];
    ofKind.pixels += count;
    ofKind.bytes += rectHeadSize + (m_rfbStream.bytesRead() - bytesBefore);
    ofKind.decodeMicroseconds += decoding;
    m_counters.lastEncoding = static_cast<std::uint32_t>(rect.encoding);
    return read;
}

std::expected<PixelReader::RectResult, SessionError> PixelReader::readRawRect(const RectHeader &rect, Framebuffer &pixels)
{
    const std::size_t row = std::size_t{rect.width} * pixels.bytesPerPixel();
    for (std::uint32_t y = 0; y < rect.height; ++y) {
        if (!m_rfbStream.read(pixels.at(rect.x, rect.y + y), row)) {
            return streamEndedError();
        }
    }
    return RectResult{};
}

std::expected<PixelReader::RectResult, SessionError> PixelReader::readCopyRect(const RectHeader &rect, Framebuffer &pixels)
{
    std::array<std::uint8_t, 4> source;
    if (!m_rfbStream.read(source.data(), source.size())) {
        return streamEndedError();
    }
    RectHeader from = rect;
    from.x = read16(source.data());
    from.y = read16(source.data() + 2);
    if (!pixels.contains(from)) {
        return invalidDataError("a copy from beyond the desktop");
    }
    m_picturePublisher.prepareCopy(pixels, {from.x, from.y, rect.width, rect.height});
    pixels.copy(from.x, from.y, rect);
    return RectResult{.isExact = true, .copySourceRect = RfbWire::Rect{from.x, from.y, rect.width, rect.height}};
}

std::expected<PixelReader::RectResult, SessionError> PixelReader::decode(const RectHeader &rect)
{
    if (!m_rectDecoder.decode(rect)) {
        return m_rfbStream.hasEnded() ? streamEndedError() : invalidDataError("pixels that cannot be decoded");
    }
    return RectResult{.isExact = !m_rectDecoder.wasLastRectLossy(), .copySourceRect = {}};
}

std::optional<RfbWire::PixelKind> PixelReader::pixelKindOf(const RectHeader &rect)
{
    using RfbWire::PixelKind;
    if (rect.encoding == EncodingCopyRect) {
        return PixelKind::Copy;
    }
    if (rect.encoding == EncodingRaw) {
        return PixelKind::Raw;
    }
    if (rect.encoding != EncodingTight) {
        return rect.encoding == EncodingHextile ? PixelKind::Other : PixelKind::Zlib;
    }
    std::array<std::uint8_t, 2> head; // the shortest Tight rectangle, a fill of 8-bit pixels, has two bytes
    if (!m_rfbStream.read(head.data(), head.size())) {
        return {};
    }
    m_rfbStream.prepend(head);
    const unsigned control = head[0] >> 4; // the lower four bits reset zlib streams
    if (control == 8) {
        return PixelKind::Fill;
    }
    if (control == 9) {
        return PixelKind::Jpeg;
    }
    const bool hasFilter = control < 8 && (control & 4) != 0;
    return hasFilter && head[1] == 1 ? PixelKind::Palette : hasFilter && head[1] == 2 ? PixelKind::Gradient : PixelKind::Zlib;
}
}
