// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/clientmessages.h"

namespace Nightdesk::Rfb::ClientMessages
{
Bytes setPixelFormat(const PixelFormat &format)
{
    Bytes m{0, 0, 0, 0};
    append8(m, format.bitsPerPixel);
    append8(m, format.depth);
    append8(m, format.bigEndian ? 1 : 0);
    append8(m, format.trueColor ? 1 : 0);
    append16(m, format.redMax);
    append16(m, format.greenMax);
    append16(m, format.blueMax);
    append8(m, format.redShift);
    append8(m, format.greenShift);
    append8(m, format.blueShift);
    m.resize(20);
    return m;
}

Bytes updateRequest(bool incremental, const RfbWire::Rect &rect)
{
    return bytesOf(U8{3}, U8{incremental}, U16{rect.x}, U16{rect.y}, U16{rect.width}, U16{rect.height});
}

Bytes updateRequest(bool incremental, std::uint32_t width, std::uint32_t height)
{
    return updateRequest(incremental, RfbWire::Rect{0, 0, width, height});
}

Bytes pixelRequest()
{
    return updateRequest(false, 1, 1);
}

namespace
{
Bytes fence(std::uint32_t flags, std::span<const std::uint8_t> payload)
{
    Bytes m = bytesOf(U8{MessageFence}, U8{0}, U16{0}, U32{flags}, U8{static_cast<std::uint32_t>(payload.size())});
    m.insert(m.end(), payload.begin(), payload.end());
    return m;
}
}

Bytes fenceRequest(std::uint64_t number)
{
    return fence(FenceRequest, bytesOf(U32{static_cast<std::uint32_t>(number >> 32)}, U32{static_cast<std::uint32_t>(number)}));
}

Bytes enableContinuousUpdates(bool on, const RfbWire::Rect &area)
{
    Bytes m = updateRequest(on, area);
    m[0] = 150; // message type; the fields are those of an update request
    return m;
}

Bytes fenceAnswer(std::uint32_t flags, std::span<const std::uint8_t> payload)
{
    return fence(flags & (FenceBlockBefore | FenceBlockAfter | FenceSyncNext), payload);
}

Bytes keyEvent(std::uint32_t keysym, bool down)
{
    return bytesOf(U8{4}, U8{down}, U16{0}, U32{keysym});
}

Bytes extendedKeyEvent(std::uint32_t keysym, bool down, std::uint32_t scanCode)
{
    return bytesOf(U8{255}, U8{0}, U16{down}, U32{keysym}, U32{scanCode});
}

Bytes pointerEvent(std::uint32_t x, std::uint32_t y, std::uint8_t buttons)
{
    return bytesOf(U8{5}, U8{buttons}, U16{x}, U16{y});
}

Bytes extendedPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons)
{
    constexpr std::uint32_t marker = 1 << 7;
    const std::uint32_t further = buttons >> 7;
    if (further == 0) {
        return pointerEvent(x, y, static_cast<std::uint8_t>(buttons));
    }
    Bytes m = pointerEvent(x, y, static_cast<std::uint8_t>((buttons & (marker - 1)) | marker));
    append8(m, further);
    return m;
}

Bytes setDesktopSize(std::uint32_t width, std::uint32_t height, const DesktopScreen &screen)
{
    // The first size is followed by the number of screens, and by the place and size of the only one.
    return bytesOf(U8{251}, U8{0}, U16{width}, U16{height}, U8{1}, U8{0}, U32{screen.id}, U16{0}, U16{0}, U16{width}, U16{height}, U32{screen.flags});
}

Bytes clientCutText(std::string_view latin1)
{
    Bytes m = bytesOf(U8{6}, U8{0}, U16{0}, U32{static_cast<std::uint32_t>(latin1.size())});
    m.insert(m.end(), latin1.begin(), latin1.end());
    return m;
}
}
