// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/cursorimage.h"

#include "sessions/rfbwire/messages.h"

#include <algorithm>
#include <cstring>

namespace Nightdesk::Rfb
{
namespace
{
std::size_t bytesPerBitmapRow(const RectHeader &rect)
{
    return (rect.width + 7) / 8;
}

bool isBitSet(const std::uint8_t *bitmap, std::size_t row, std::uint32_t x, std::uint32_t y)
{
    return bitmap[y * row + x / 8] >> (7 - x % 8) & 1;
}

std::uint32_t opaqueColor(const std::uint8_t *rgb)
{
    return 0xff000000u | std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2];
}
}

std::optional<std::size_t> CursorImage::payloadSize(const RectHeader &rect, std::uint32_t bytesPerPixel)
{
    if (rect.width > RfbWire::maxCursorSide || rect.height > RfbWire::maxCursorSide) {
        return std::nullopt;
    }
    if (rect.width == 0 || rect.height == 0) {
        return 0;
    }
    const std::size_t bitmap = bytesPerBitmapRow(rect) * rect.height;
    switch (rect.encoding) {
    case EncodingRichCursor:
        return std::size_t{rect.width} * rect.height * bytesPerPixel + bitmap;
    case EncodingXCursor:
        return 6 + 2 * bitmap;
    default:
        return std::nullopt;
    }
}

CursorImage::CursorImage(const RectHeader &rect, std::uint32_t bytesPerPixel, Bytes payload)
    : m_cursorRect(rect)
    , m_bytesPerPixel(bytesPerPixel)
    , m_payload(std::move(payload))
{
}

std::uint32_t CursorImage::width() const
{
    return m_cursorRect.height == 0 ? 0 : m_cursorRect.width;
}

std::uint32_t CursorImage::height() const
{
    return m_cursorRect.width == 0 ? 0 : m_cursorRect.height;
}

std::uint32_t CursorImage::hotX() const
{
    return width() == 0 ? 0 : std::min(m_cursorRect.x, width() - 1);
}

std::uint32_t CursorImage::hotY() const
{
    return height() == 0 ? 0 : std::min(m_cursorRect.y, height() - 1);
}

bool CursorImage::isColorMapped() const
{
    return m_cursorRect.encoding == EncodingRichCursor && m_bytesPerPixel == 1 && width() != 0;
}

std::vector<std::uint32_t> CursorImage::argb32(const ColorMap &colors) const
{
    std::vector<std::uint32_t> pixels(std::size_t{width()} * height());
    if (pixels.empty()) {
        return pixels;
    }
    const std::size_t row = bytesPerBitmapRow(m_cursorRect);
    const std::uint8_t *const data = m_payload.data();
    const bool two = m_cursorRect.encoding == EncodingXCursor;
    const std::uint8_t *const source = two ? data + 6 : data;
    const std::uint8_t *const mask = source + (two ? row * m_cursorRect.height : pixels.size() * m_bytesPerPixel);
    for (std::uint32_t y = 0; y < height(); ++y) {
        for (std::uint32_t x = 0; x < width(); ++x) {
            const std::size_t i = std::size_t{y} * width() + x;
            if (!isBitSet(mask, row, x, y)) {
                continue; // the pixel is transparent
            }
            if (two) {
                pixels[i] = opaqueColor(isBitSet(source, row, x, y) ? data : data + 3);
            } else if (m_bytesPerPixel == 1) {
                pixels[i] = colors.rgb32(source[i]);
            } else {
                std::uint32_t pixel = 0;
                std::memcpy(&pixel, source + i * 4, 4);
                pixels[i] = 0xff000000u | pixel;
            }
        }
    }
    return pixels;
}
}
