// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/sharedpicture.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
// glibc's fstat() may use newfstatat, which the sandbox refuses because it could name a file; the fstat system call cannot.
int readFileStatus(int fd, struct stat &status)
{
#if defined(SYS_fstat) && defined(__LP64__)
    return static_cast<int>(::syscall(SYS_fstat, fd, &status));
#else
    return ::fstat(fd, &status);
#endif
}

/// Sets the fourth byte of each pixel, which Format_RGB32 requires and servers leave undefined. Works in fixed blocks, as the compiler would handle
/// an unknown count one pixel at a time: 1.3 instead of 0.3 ms for 1280x960.
void copyOpaque(std::uint32_t *target, const std::uint8_t *source, std::uint32_t count)
{
    constexpr std::uint32_t opaque = 0xff000000u;
    std::array<std::uint32_t, 16> block;
    while (count > 0) {
        const std::uint32_t part = std::min<std::uint32_t>(count, block.size());
        if (part == block.size()) {
            std::memcpy(block.data(), source, sizeof block);
            for (std::uint32_t &pixel : block) {
                pixel |= opaque;
            }
            std::memcpy(target, block.data(), sizeof block);
        } else {
            std::memcpy(target, source, std::size_t{part} * 4);
            std::for_each_n(target, part, [](std::uint32_t &pixel) {
                pixel |= opaque;
            });
        }
        target += part;
        source += std::size_t{part} * 4;
        count -= part;
    }
}

constexpr int wantedSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
}

std::expected<std::unique_ptr<SharedPicture>, std::string> SharedPicture::map(UniqueFd fd, std::uint32_t width, std::uint32_t height)
{
    if (!RfbWire::isValidSize(width, height)) {
        return std::unexpected("picture: size out of range");
    }
    const int seals = ::fcntl(fd.get(), F_GET_SEALS);
    if (seals < 0 || (seals & wantedSeals) != wantedSeals) {
        return std::unexpected("picture: not sealed");
    }
    const std::size_t bytes = std::size_t{width} * height * 4;
    struct stat status{};
    if (readFileStatus(fd.get(), status) != 0 || status.st_size < 0 || static_cast<std::size_t>(status.st_size) < bytes) {
        return std::unexpected("picture: too small");
    }
    void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED) {
        return std::unexpected("picture: cannot be mapped");
    }
    return std::unique_ptr<SharedPicture>(new SharedPicture(static_cast<std::uint32_t *>(memory), width, height));
}

SharedPicture::SharedPicture(std::uint32_t *pixels, std::uint32_t width, std::uint32_t height)
    : m_pixels(pixels)
    , m_width(width)
    , m_height(height)
{
}

SharedPicture::~SharedPicture()
{
    ::munmap(m_pixels, std::size_t{m_width} * m_height * 4);
}

std::uint32_t *SharedPicture::directDecodingTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now)
{
    if (pixels.bytesPerPixel() != 4 || now < m_directDecodingPausedUntil) {
        return nullptr;
    }
    // Pixels that the shared framebuffer still lacks must be copied first: copied later, they could overwrite newer ones.
    update(pixels, {});
    m_isRectDecodedDirectly = true;
    return m_pixels + std::size_t{rect.y} * m_width + rect.x;
}

void SharedPicture::noteRectPainted(Framebuffer &pixels, const RfbWire::Rect &rect, bool mayWriteShared, Clock::time_point now)
{
    if (std::exchange(m_isRectDecodedDirectly, false)) {
        m_rectsNewerInSharedFramebuffer.add(rect);
    } else if (mayWriteShared && !m_rectsNewerInSharedFramebuffer.isEmpty()) {
        // These pixels are inside a video, like a caption. They are copied to the shared framebuffer at once: copying the video around them to the
        // private framebuffer would cost more. Since update() may copy some of that back too, it comes second: it would overwrite these pixels.
        copy(pixels, {}, rect);
        update(pixels, {});
    } else {
        for (const RfbWire::Rect &each : m_rectsNewerInSharedFramebuffer.takeTouchingRects(rect)) {
            if (copyBackPixelsOutside(pixels, each, rect)) {
                m_directDecodingPausedUntil = now + directDecodingPause;
            }
        }
        m_rectsNewerInPrivateFramebuffer.add(rect);
    }
}

void SharedPicture::markFramebufferNewer(const RfbWire::Rect &rect)
{
    m_rectsNewerInPrivateFramebuffer.add(rect);
}

void SharedPicture::copyNewerPixelsToFramebuffer(Framebuffer &pixels, const RfbWire::Rect &rect)
{
    for (const RfbWire::Rect &each : m_rectsNewerInSharedFramebuffer.takeTouchingRects(rect)) {
        copyToFramebuffer(pixels, each);
    }
}

void SharedPicture::update(Framebuffer &pixels, const ColorMap &colors)
{
    for (const RfbWire::Rect &rect : m_rectsNewerInPrivateFramebuffer.rects()) {
        copyNewerPixelsToFramebuffer(pixels, rect); // a rectangle joined from several may cover pixels that are newer in the shared one
        copy(pixels, colors, rect);
    }
    m_rectsNewerInPrivateFramebuffer.clear();
}

void SharedPicture::copyToFramebuffer(Framebuffer &to, const RfbWire::Rect &rect) const
{
    for (std::uint32_t y = rect.y; y < rect.y + rect.height; ++y) {
        std::memcpy(to.at(rect.x, y), m_pixels + std::size_t{y} * m_width + rect.x, std::size_t{rect.width} * 4);
    }
}

/// Copies the part of @p kept that is outside @p rect back to the private framebuffer. False: @p rect covers all of @p kept.
bool SharedPicture::copyBackPixelsOutside(Framebuffer &to, const RfbWire::Rect &kept, const RfbWire::Rect &rect) const
{
    const std::uint32_t top = std::max(kept.y, rect.y);
    const std::uint32_t bottom = std::min(kept.y + kept.height, rect.y + rect.height);
    const std::uint32_t left = std::max(kept.x, rect.x);
    const std::uint32_t right = std::min(kept.x + kept.width, rect.x + rect.width);
    bool any = false;
    for (const RfbWire::Rect &part : {RfbWire::Rect{kept.x, kept.y, kept.width, top - kept.y},
                                      RfbWire::Rect{kept.x, bottom, kept.width, kept.y + kept.height - bottom},
                                      RfbWire::Rect{kept.x, top, left - kept.x, bottom - top},
                                      RfbWire::Rect{right, top, kept.x + kept.width - right, bottom - top}}) {
        if (part.width > 0 && part.height > 0) {
            copyToFramebuffer(to, part);
            any = true;
        }
    }
    return any;
}

void SharedPicture::copy(const Framebuffer &from, const ColorMap &colors, const RfbWire::Rect &rect)
{
    for (std::uint32_t y = rect.y; y < rect.y + rect.height; ++y) {
        const std::uint8_t *source = from.at(rect.x, y);
        std::uint32_t *target = m_pixels + std::size_t{y} * m_width + rect.x;
        if (from.bytesPerPixel() == 1) {
            for (std::uint32_t x = 0; x < rect.width; ++x) {
                target[x] = colors.rgb32(source[x]);
            }
        } else {
            copyOpaque(target, source, rect.width);
        }
    }
}
}
