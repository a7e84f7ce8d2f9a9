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
class DesktopAttributeReader
{
public:
    /// The arguments must outlive this object.
    DesktopAttributeReader(RfbStream &stream, ConsoleSink &console, ServerAbilityReporter &shown);

    std::expected<void, SessionError> readCursor(const RectHeader &rect, std::uint32_t bytesPerPixel);
    /// Handles a pointer that the server moved. Reported to the console only if the position is inside a desktop of
    /// this size.
    void handlePointerMoved(const RectHeader &rect, std::uint32_t width, std::uint32_t height);
    std::expected<void, SessionError> readName();
    /// Reads the keyboard LEDs. @p size: 1 or 4 bytes, the size of the LED state in the stream.
    std::expected<void, SessionError> readLeds(std::size_t size);
    /// Reads entries of the color map (SetColourMapEntries). @p isPixelFormatColorMapped: false: the pixel format in use has no color map, since the
    /// server sent these colors before it switched to that format. Then the entries are ignored. Returns whether they were used.
    std::expected<bool, SessionError> readColorMap(bool isPixelFormatColorMapped);
    const ColorMap &colors() const;
    /// Sends changed colors to the console if that is due. Returns when to call it again.
    std::optional<ColorMapReporter::Clock::time_point> reportColors(ColorMapReporter::Clock::time_point now);

private:
    void sendCursor();

    RfbStream &m_rfbStream;
    ConsoleSink &m_consoleSink;
    ServerAbilityReporter &m_abilityReporter;
    ColorMap m_colorMap;
    ColorMapReporter m_colorMapReporter;
    std::optional<CursorImage> m_cursorImage;
};
}
