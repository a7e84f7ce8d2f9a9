// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/framebuffer.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <cstdint>
#include <functional>

namespace Nightdesk::Rfb
{
/// Interface: decodes the pixels of one rectangle into a framebuffer. Implemented by VncDecoder, which Worker owns.
class RectDecoder
{
public:
    virtual ~RectDecoder() = default;
    virtual bool supports(std::int32_t encoding) const = 0;
    /// Sets the framebuffer to decode into. Null: none until the next call.
    virtual void setTarget(Framebuffer *target) = 0;
    /// A function that the decoder calls when all bytes of a JPEG have come. Returns the memory for its first pixel, in an image as wide as the
    /// target; null: the JPEG is decoded into the target itself.
    using JpegTarget = std::function<std::uint32_t *(const RectHeader &rect)>;
    virtual void setJpegTarget(JpegTarget target) = 0;
    /// Decodes a rectangle, which must be inside the target and not empty; reads its data from the stream. False: the stream ended or the data is
    /// invalid.
    virtual bool decode(const RectHeader &rect) = 0;
    /// The last rectangle was lossy (JPEG).
    virtual bool wasLastRectLossy() const = 0;
};
}
