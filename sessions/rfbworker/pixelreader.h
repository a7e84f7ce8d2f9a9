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
/// Reads the pixels of one rectangle of an update: what is simple here, the rest by the decoder, nothing beyond the desktop; and counts
/// what they took. Owned by DesktopReader; all that it is given must outlive it. Reader thread.
class PixelReader
{
public:
    /// What has been read.
    struct Pixels {
        bool isExact = true; ///< the server's own, without loss
        std::optional<RfbWire::Rect> copiedFrom; ///< empty: they came over the network
    };

    PixelReader(RfbStream &stream, RectDecoder &decoder, PicturePublisher &publisher, Counters &counters);

    /// @p pixels is the decoder's target. An error: not offered, beyond the desktop, broken, or the stream ended.
    std::expected<Pixels, Refusal> read(const RectHeader &rect, Framebuffer &pixels);

private:
    using Result = std::expected<Pixels, Refusal>;

    Result readRaw(const RectHeader &rect, Framebuffer &pixels);
    Result readCopy(const RectHeader &rect, Framebuffer &pixels);
    Result decode(const RectHeader &rect);
    /// What the next pixels are; of Tight their first two bytes say so, which come again. Empty: the stream ended.
    std::optional<RfbWire::PixelKind> kindOf(const RectHeader &rect);
    static std::unexpected<Refusal> broken(const char *what);
    static std::unexpected<Refusal> closed();

    RfbStream &m_stream;
    RectDecoder &m_decoder;
    PicturePublisher &m_publisher;
    Counters &m_counters;
};
}
