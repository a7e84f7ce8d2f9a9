// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/colornews.h"
#include "sessions/rfbworker/picture/colourmap.h"
#include "sessions/rfbworker/picture/cursorimage.h"
#include "sessions/rfbworker/picture/shownabilities.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// What a server says of a desktop besides its pixels: the cursor, the color map, the name, the lights of the keyboard. Reads each,
/// checks it and passes it on. DesktopReader owns it. Reader thread.
class DesktopExtras
{
public:
    /// All outlive this.
    DesktopExtras(RfbStream &stream, ConsoleSink &console, ShownAbilities &shown);

    std::expected<void, Refusal> readCursor(const RectHeader &rect, std::uint32_t bytesPerPixel);
    /// Passed on where it is in a desktop of that size.
    void pointerMoved(const RectHeader &rect, std::uint32_t width, std::uint32_t height);
    std::expected<void, Refusal> readName();
    /// @p size: of what follows, 1 or 4 bytes.
    std::expected<void, Refusal> readLights(std::size_t size);
    /// @p isMapped: our format has a color map. False: they were sent before that took effect, and mean nothing.
    std::expected<bool, Refusal> readColours(bool isMapped);
    const ColourMap &colours() const;
    /// Passes on what is new of the color map, where that is due. Returns when it is to be called again.
    std::optional<ColorNews::Clock::time_point> reportColors(ColorNews::Clock::time_point now);

private:
    void sendCursor();
    static std::unexpected<Refusal> broken(const char *what);
    static std::unexpected<Refusal> closed();

    RfbStream &m_stream;
    ConsoleSink &m_console;
    ShownAbilities &m_shown;
    ColourMap m_colours;
    ColorNews m_colorNews;
    std::optional<CursorImage> m_cursor;
};
}
