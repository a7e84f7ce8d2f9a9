// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/framebuffer.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <cstdint>
#include <functional>

namespace Nightdesk::Rfb
{
/// Decodes the pixels of one rectangle into a framebuffer. A base: VncDecoder implements it; the parts that read only refer to it.
class RectDecoder
{
public:
    virtual ~RectDecoder() = default;
    virtual bool knows(std::int32_t encoding) const = 0;
    /// Null: none for now.
    virtual void setTarget(Framebuffer *target) = 0;
    /// Where the pixels of a JPEG within the target go, in rows as wide as the target; asked when the JPEG is complete. Null: to the target.
    using JpegTarget = std::function<std::uint32_t *(const RectHeader &rect)>;
    virtual void setJpegTarget(JpegTarget target) = 0;
    /// The rectangle lies inside the target and is not empty. Reads its data from the stream. False: the stream ended or
    /// the data is wrong.
    virtual bool decode(const RectHeader &rect) = 0;
    /// Of the last rectangle: some of its pixels are not quite the server's own (JPEG).
    virtual bool wasLossy() const = 0;
};
}
