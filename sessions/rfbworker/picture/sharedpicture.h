// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/picture/colourmap.h"
#include "sessions/rfbworker/picture/framebuffer.h"

#include <expected>
#include <memory>
#include <string>

namespace Nightdesk::Rfb
{
/// The picture that the console made and reads: a mapping of its memfd. Owned by the reader, written only when
/// PicturePacer allows.
class SharedPicture
{
public:
    /// Refuses a descriptor that is not sealed against shrinking, growing and sealing (a truncated one would kill whoever
    /// touches it) or is too small. The error says which.
    static std::expected<std::unique_ptr<SharedPicture>, std::string> map(UniqueFd fd, std::uint32_t width, std::uint32_t height);
    ~SharedPicture();
    SharedPicture(const SharedPicture &) = delete;
    SharedPicture &operator=(const SharedPicture &) = delete;

    /// @p from must be of this picture's size and @p rect inside it. Indexes become colours on the way.
    void copy(const Framebuffer &from, const ColourMap &colours, const RfbWire::Rect &rect);

private:
    SharedPicture(std::uint32_t *pixels, std::uint32_t width, std::uint32_t height);

    std::uint32_t *const m_pixels;
    const std::uint32_t m_width;
    const std::uint32_t m_height;
};
}
