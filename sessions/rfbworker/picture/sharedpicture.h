// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/picture/colourmap.h"
#include "sessions/rfbworker/picture/damagelist.h"
#include "sessions/rfbworker/picture/framebuffer.h"

#include <chrono>
#include <expected>
#include <memory>
#include <string>

namespace Nightdesk::Rfb
{
/// The picture that the console made and reads: a mapping of its memfd. Of a film each pixel is written once: JPEG is decoded straight
/// into it while the console has painted all, and the framebuffer lacks these pixels until something needs them there. The rest goes
/// to the framebuffer and is copied from there. A console that paints for reasons of its own may see a part of the next image early,
/// whose Damage follows. Owned by PicturePublisher, which asks PicturePacer when it may be written. Reader thread.
class SharedPicture
{
public:
    using Clock = std::chrono::steady_clock;

    /// Where the framebuffer is needed often, direct decoding would copy twice: then it rests for so long.
    static constexpr std::chrono::seconds rest{1};

    /// Refuses a descriptor that is not sealed against shrinking, growing and sealing (a truncated one would kill whoever
    /// touches it) or is too small. The error says which.
    static std::expected<std::unique_ptr<SharedPicture>, std::string> map(UniqueFd fd, std::uint32_t width, std::uint32_t height);
    ~SharedPicture();
    SharedPicture(const SharedPicture &) = delete;
    SharedPicture &operator=(const SharedPicture &) = delete;

    // All framebuffers must be the same one, of this picture's size, and all rectangles inside it.

    /// May be written now: where the pixels of a JPEG go, in rows as wide as the picture. Null: to the framebuffer.
    std::uint32_t *directTarget(Framebuffer &pixels, const RfbWire::Rect &rect, Clock::time_point now);
    /// The rectangle is decoded, where directTarget() said last, or in the framebuffer.
    void painted(Framebuffer &pixels, const RfbWire::Rect &rect, bool mayWrite, Clock::time_point now);
    /// The framebuffer has newer pixels there, or other colors.
    void expect(const RfbWire::Rect &rect);
    /// Pixels of the framebuffer are going to be read.
    void complete(Framebuffer &pixels, const RfbWire::Rect &rect);
    /// May be written now: copies what it lacks. Indexes become colors then.
    void update(Framebuffer &pixels, const ColourMap &colours);

private:
    SharedPicture(std::uint32_t *pixels, std::uint32_t width, std::uint32_t height);

    void copy(const Framebuffer &from, const ColourMap &colours, const RfbWire::Rect &rect);
    void copyBack(Framebuffer &to, const RfbWire::Rect &rect) const;
    bool keepOutside(Framebuffer &to, const RfbWire::Rect &kept, const RfbWire::Rect &rect) const;

    std::uint32_t *const m_pixels;
    const std::uint32_t m_width;
    const std::uint32_t m_height;
    DamageList m_behind; ///< here the framebuffer is newer
    /// Here this is newer; no pixel is in both. May hold others too where both are the same.
    DamageList m_ahead;
    bool m_isDirect = false; ///< what is decoded now
    Clock::time_point m_directFrom;
};
}
