// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/colormap.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <optional>
#include <span>
#include <vector>

namespace Nightdesk::Rfb
{
/// A cursor as the server sent it, converted to what the console needs (ARGB32 premultiplied; pixels are opaque or transparent, so
/// premultiplication changes nothing). Pure. Owned by DesktopAttributeReader.
class CursorImage
{
public:
    /// How many bytes follow the header of a RichCursor or XCursor rectangle; empty: too large, or not a cursor encoding.
    static std::optional<std::size_t> payloadSize(const RectHeader &rect, std::uint32_t bytesPerPixel);
    /// @p payload must be payloadSize() bytes.
    CursorImage(const RectHeader &rect, std::uint32_t bytesPerPixel, Bytes payload);

    std::uint32_t width() const;
    std::uint32_t height() const;
    std::uint32_t hotX() const; ///< always inside the image; 0 if the image is empty
    std::uint32_t hotY() const;
    /// True if its colors depend on the color map.
    bool isColorMapped() const;
    std::vector<std::uint32_t> argb32(const ColorMap &colors) const;

private:
    RectHeader m_cursorRect;
    std::uint32_t m_bytesPerPixel;
    Bytes m_payload;
};
}
