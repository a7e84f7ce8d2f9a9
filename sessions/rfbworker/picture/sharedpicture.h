// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/picture/colormap.h"
#include "sessions/rfbworker/picture/damagelist.h"
#include "sessions/rfbworker/picture/framebuffer.h"

#include <chrono>
#include <expected>
#include <memory>
#include <string>

namespace Nightdesk::Rfb
{
/// The framebuffer that the console created and reads: a mapping of its memfd. The pixels of a video are written only once: while the console has
/// painted everything, JPEG is decoded directly into this memory, and the private framebuffer lacks these pixels until they are needed there. All
/// other pixels go to the private framebuffer and are copied from there. If the console repaints on its own, it may show a part of the next image
/// early; the Damage record for it follows. Owned by PicturePublisher, which asks PicturePacer when this memory may be written. Reader thread.
class SharedPicture
{
public:
    using Clock = std::chrono::steady_clock;

    /// Direct decoding stops for this long when the private framebuffer is needed, since pixels would then be copied
    /// twice.
    static constexpr std::chrono::seconds directDecodingPause{1};

    /// Refuses a descriptor that is too small or not sealed against shrinking, growing and further sealing (access to a truncated file would kill
    /// the process). The error says which.
    static std::expected<std::unique_ptr<SharedPicture>, std::string> map(UniqueFd fd, std::uint32_t width, std::uint32_t height);
    ~SharedPicture();
    SharedPicture(const SharedPicture &) = delete;
    SharedPicture &operator=(const SharedPicture &) = delete;

    // The following functions must always be called with the same private framebuffer, of the size of this one, and with rectangles inside it.

    /// Returns the memory in the shared framebuffer for the first pixel of a JPEG; null: decode it into the private framebuffer. Call it only while
    /// the shared framebuffer may be written, that is, after the console has painted all damage.
    std::uint32_t *directDecodingTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    /// The rectangle was decoded, either to directDecodingTarget() or into the private framebuffer. @p mayWriteShared: the shared one may be written.
    void noteRectPainted(Framebuffer &pixels, const RfbWire::Rect &rect, bool mayWriteShared, Clock::time_point now);
    /// The private framebuffer has newer pixels in @p rect, or other colors.
    void markFramebufferNewer(const RfbWire::Rect &rect);
    /// Copies the pixels of @p rect that are newer in the shared framebuffer to the private one @p pixels, because they will be read there.
    void copyNewerPixelsToFramebuffer(Framebuffer &pixels, const RfbWire::Rect &rect);
    /// Copies all pixels that are newer in the private framebuffer to the shared one, color indexes as colors. Call it only while the shared
    /// framebuffer may be written, that is, after the console has painted all damage.
    void update(Framebuffer &pixels, const ColorMap &colors);

private:
    SharedPicture(std::uint32_t *pixels, std::uint32_t width, std::uint32_t height);

    void copy(const Framebuffer &from, const ColorMap &colors, const RfbWire::Rect &rect);
    void copyToFramebuffer(Framebuffer &to, const RfbWire::Rect &rect) const;
    bool copyBackPixelsOutside(Framebuffer &to, const RfbWire::Rect &kept, const RfbWire::Rect &rect) const;

    std::uint32_t *const m_pixels;
    const std::uint32_t m_width;
    const std::uint32_t m_height;
    DamageList m_rectsNewerInPrivateFramebuffer; ///< where the private framebuffer has newer pixels than the shared one
    /// Where the shared framebuffer has newer pixels than the private one; disjoint from m_rectsNewerInPrivateFramebuffer. May include pixels that
    /// are the same in both.
    DamageList m_rectsNewerInSharedFramebuffer;
    bool m_isRectDecodedDirectly = false; ///< the present rectangle is decoded directly into this memory
    Clock::time_point m_directDecodingPausedUntil;
};
}
