// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/framebuffer.h"
#include "sessions/rfbworker/picture/picturepublisher.h"
#include "sessions/rfbworker/picture/rectdecoder.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// Reads the pixels of one rectangle of an update: raw and copied ones here, all others with the decoder. Rejects rectangles beyond the desktop and
/// counts pixels, bytes and time. Owned by DesktopReader; all references must outlive it. Reader thread.
class PixelReader
{
public:
    /// The result of reading one rectangle.
    struct RectResult {
        bool isExact = true; ///< the pixels are lossless
        /// Source of pixels that were copied inside the desktop; empty: the pixels came over the network.
        std::optional<RfbWire::Rect> copySourceRect;
    };

    PixelReader(RfbStream &stream, RectDecoder &decoder, PicturePublisher &publisher, Counters &counters);

    /// @p pixels is the decoder's target. Error: the encoding was not offered, the rectangle is beyond the desktop, its data is invalid, or the
    /// stream ended.
    std::expected<RectResult, SessionError> read(const RectHeader &rect, Framebuffer &pixels);

private:
    using Result = std::expected<RectResult, SessionError>;

    Result readRawRect(const RectHeader &rect, Framebuffer &pixels);
    Result readCopyRect(const RectHeader &rect, Framebuffer &pixels);
    Result decode(const RectHeader &rect);
    /// Returns the kind of the next pixels. For Tight, reads the first two bytes to determine the kind, and puts them
    /// back. Empty: the stream ended.
    std::optional<RfbWire::PixelKind> pixelKindOf(const RectHeader &rect);

    RfbStream &m_rfbStream;
    RectDecoder &m_rectDecoder;
    PicturePublisher &m_picturePublisher;
    Counters &m_counters;
};
}
