// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/framebuffer.h"

#include <sys/mman.h>

#include <cstring>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::size_t pageSize = 4096;
// Four rows of the widest framebuffer.
constexpr std::size_t guardSize = 256 * 1024;
}

std::unique_ptr<Framebuffer> Framebuffer::create(std::uint32_t width, std::uint32_t height, std::uint32_t bytesPerPixel)
{
    const std::size_t bytes = (std::size_t{width} * height * bytesPerPixel + pageSize - 1) / pageSize * pageSize;
    const std::size_t mapped = bytes + guardSize;
    // The mapping starts without access rights. Only the pixels get them, so a write into the guard area ends the
    // process.
    void *memory = ::mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
    if (::mprotect(memory, bytes, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(memory, mapped);
        return nullptr;
    }
    return std::unique_ptr<Framebuffer>(new Framebuffer(width, height, bytesPerPixel, static_cast<std::uint8_t *>(memory), mapped));
}

Framebuffer::Framebuffer(std::uint32_t width, std::uint32_t height, std::uint32_t bytesPerPixel, std::uint8_t *pixels, std::size_t mapped)
    : m_width(width)
    , m_height(height)
    , m_bytesPerPixel(bytesPerPixel)
    , m_pixels(pixels)
    , m_mappedSize(mapped)
{
}

Framebuffer::~Framebuffer()
{
    ::munmap(m_pixels, m_mappedSize);
}

void Framebuffer::copy(std::uint32_t x, std::uint32_t y, const RectHeader &to)
{
    const std::size_t row = std::size_t{to.width} * m_bytesPerPixel;
    if (y < to.y) {
        for (std::uint32_t i = to.height; i-- > 0;) {
            std::memmove(at(to.x, to.y + i), at(x, y + i), row);
        }
    } else {
        for (std::uint32_t i = 0; i < to.height; ++i) {
            std::memmove(at(to.x, to.y + i), at(x, y + i), row);
        }
    }
}
}
