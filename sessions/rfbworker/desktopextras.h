// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/abilityreporter.h"
#include "sessions/rfbworker/picture/colormap.h"
#include "sessions/rfbworker/picture/colormapreporter.h"
#include "sessions/rfbworker/picture/cursorimage.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// Reads what a server sends about a desktop besides its pixels: cursor, color map, name, keyboard LEDs. Checks each
/// and sends it to the console. Owned by DesktopReader. Reader thread.
class DesktopExtras
{
public:
    /// The arguments must outlive this object.
    DesktopExtras(RfbStream &stream, ConsoleSink &console, AbilityReporter &shown);

    std::expected<void, SessionError> readCursor(const RectHeader &rect, std::uint32_t bytesPerPixel);
    /// Handles a pointer that the server moved. Reported to the console only if the position is inside a desktop of
    /// this size.
    void handlePointerMoved(const RectHeader &rect, std::uint32_t width, std::uint32_t height);
    std::expected<void, SessionError> readName();
    /// Reads the keyboard LEDs. @p size: 1 or 4 bytes, the size of the LED state in the stream.
    std::expected<void, SessionError> readLeds(std::size_t size);
    /// @p isMapped: the pixel format in use has a color map. Returns false if it has none: the server sent these colors before it switched format,
    /// and they are ignored.
    std::expected<bool, SessionError> readColors(bool isMapped);
    const ColorMap &colors() const;
    /// Sends changed colors to the console if that is due. Returns when to call it again.
    std::optional<ColorMapReporter::Clock::time_point> reportColors(ColorMapReporter::Clock::time_point now);

private:
    void sendCursor();
    static std::unexpected<SessionError> invalidDataError(const char *what);
    static std::unexpected<SessionError> streamEndedError();

    RfbStream &m_rfbStream;
    ConsoleSink &m_consoleSink;
    AbilityReporter &m_abilityReporter;
    ColorMap m_colorMap;
    ColorMapReporter m_colorMapReporter;
    std::optional<CursorImage> m_cursorImage;
};
}
