// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/pixelreader.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace Nightdesk::Rfb
{
using RfbWire::FailureCode;

namespace
{
constexpr std::uint64_t rectHeadSize = 12;
}

PixelReader::PixelReader(RfbStream &stream, RectDecoder &decoder, PicturePublisher &publisher, Counters &counters)
    : m_stream(stream)
    , m_decoder(decoder)
    , m_publisher(publisher)
    , m_counters(counters)
{
}

std::unexpected<Refusal> PixelReader::invalidDataError(const char *what)
{
    return std::unexpected(Refusal{FailureCode::Malformed, what});
}

std::unexpected<Refusal> PixelReader::streamEndedError()
{
    return std::unexpected(Refusal{FailureCode::Closed, {}});
}

std::expected<PixelReader::Pixels, Refusal> PixelReader::read(const RectHeader &rect, Framebuffer &pixels)
{
    const bool isSimple = rect.encoding == EncodingRaw || rect.encoding == EncodingCopyRect;
    if (!isSimple && !m_decoder.supports(rect.encoding)) {
        return invalidDataError("an encoding that was not offered");
    }
    if (!pixels.contains(rect)) {
        return invalidDataError("a rectangle beyond the desktop");
    }
    if (!isSimple && (rect.width == 0 || rect.height == 0)) {
        return invalidDataError("an empty rectangle");
    }
    const std::uint64_t bytesBefore = m_stream.bytesRead();
    const auto kind = pixelKindOf(rect);
    if (!kind) {
        return streamEndedError();
    }
    const auto began = RfbStream::Clock::now();
    const auto waitedBefore = m_stream.waitedTime();
    const Result read = rect.encoding == EncodingCopyRect ? readCopy(rect, pixels) : isSimple ? readRaw(rect, pixels) : decode(rect);
    if (!read) {
        return read;
    }
    const auto took = RfbStream::Clock::now() - began - (m_stream.waitedTime() - waitedBefore);
    const auto decoding = static_cast<std::uint64_t>(std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
    const std::uint64_t count = std::uint64_t{rect.width} * rect.height;
    m_counters.decodeMicroseconds += decoding;
    ++m_counters.rects;
    m_counters.pixels += count;
    Counters::Kind &ofKind = m_counters.kinds[static_cast<std::size_t>(*kind)];
    ofKind.pixels += count;
    ofKind.bytes += rectHeadSize + (m_stream.bytesRead() - bytesBefore);
    ofKind.decodeMicroseconds += decoding;
    m_counters.lastEncoding = static_cast<std::uint32_t>(rect.encoding);
    return read;
}

std::expected<PixelReader::Pixels, Refusal> PixelReader::readRaw(const RectHeader &rect, Framebuffer &pixels)
{
    const std::size_t row = std::size_t{rect.width} * pixels.bytesPerPixel();
    for (std::uint32_t y = 0; y < rect.height; ++y) {
        if (!m_stream.read(pixels.at(rect.x, rect.y + y), row)) {
            return streamEndedError();
        }
    }
    return Pixels{};
}

std::expected<PixelReader::Pixels, Refusal> PixelReader::readCopy(const RectHeader &rect, Framebuffer &pixels)
{
    std::array<std::uint8_t, 4> source;
    if (!m_stream.read(source.data(), source.size())) {
        return streamEndedError();
    }
    RectHeader from = rect;
    from.x = read16(source.data());
    from.y = read16(source.data() + 2);
    if (!pixels.contains(from)) {
        return invalidDataError("a copy from beyond the desktop");
    }
    m_publisher.prepareCopy(pixels, {from.x, from.y, rect.width, rect.height});
    pixels.copy(from.x, from.y, rect);
    return Pixels{.isExact = true, .copiedFrom = RfbWire::Rect{from.x, from.y, rect.width, rect.height}};
}

std::expected<PixelReader::Pixels, Refusal> PixelReader::decode(const RectHeader &rect)
{
    if (!m_decoder.decode(rect)) {
        return m_stream.hasEnded() ? streamEndedError() : invalidDataError("pixels that cannot be decoded");
    }
    return Pixels{.isExact = !m_decoder.wasLossy(), .copiedFrom = {}};
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
    if (!m_stream.read(head.data(), head.size())) {
        return {};
    }
    m_stream.prepend(head);
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
