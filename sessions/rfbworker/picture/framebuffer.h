// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace Nightdesk::Rfb
{
/// The worker's private pixels, black at first, followed by a guard area that is larger than any row written past the end: the library checks how
/// many rows it decoded only after writing them. Owned by DesktopReader.
class Framebuffer
{
public:
    /// @p bytesPerPixel: 4 (RGB32) or 1 (color indexes). Null: out of memory.
    static std::unique_ptr<Framebuffer> create(std::uint32_t width, std::uint32_t height, std::uint32_t bytesPerPixel);
    ~Framebuffer();
    Framebuffer(const Framebuffer &) = delete;
    Framebuffer &operator=(const Framebuffer &) = delete;

    std::uint32_t width() const
    {
        return m_width;
    }
    std::uint32_t height() const
    {
        return m_height;
    }
    std::uint32_t bytesPerPixel() const
    {
        return m_bytesPerPixel;
    }
    std::size_t stride() const
    {
        return std::size_t{m_width} * m_bytesPerPixel;
    }
    std::uint8_t *at(std::uint32_t x, std::uint32_t y)
    {
        return m_pixels + y * stride() + std::size_t{x} * m_bytesPerPixel;
    }
    const std::uint8_t *at(std::uint32_t x, std::uint32_t y) const
    {
        return m_pixels + y * stride() + std::size_t{x} * m_bytesPerPixel;
    }
    bool contains(const RectHeader &rect) const
    {
        return rect.x + rect.width <= m_width && rect.y + rect.height <= m_height;
    }
    /// Copies pixels from (@p x, @p y) to the rectangle @p to; both must be inside, and may overlap.
    void copy(std::uint32_t x, std::uint32_t y, const RectHeader &to);

private:
    Framebuffer(std::uint32_t width, std::uint32_t height, std::uint32_t bytesPerPixel, std::uint8_t *pixels, std::size_t mapped);

    const std::uint32_t m_width;
    const std::uint32_t m_height;
    const std::uint32_t m_bytesPerPixel;
    std::uint8_t *const m_pixels;
    const std::size_t m_mappedSize;
};
}
