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
    Bytes m{3};
    append8(m, incremental ? 1 : 0);
    append16(m, rect.x);
    append16(m, rect.y);
    append16(m, rect.width);
    append16(m, rect.height);
    return m;
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
    Bytes m{MessageFence, 0, 0, 0};
    append32(m, flags);
    append8(m, static_cast<std::uint8_t>(payload.size()));
    m.insert(m.end(), payload.begin(), payload.end());
    return m;
}
}

Bytes fenceRequest(std::uint64_t number)
{
    Bytes payload;
    append32(payload, static_cast<std::uint32_t>(number >> 32));
    append32(payload, static_cast<std::uint32_t>(number));
    return fence(FenceRequest, payload);
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
    Bytes m{4};
    append8(m, down ? 1 : 0);
    append16(m, 0);
    append32(m, keysym);
    return m;
}

Bytes extendedKeyEvent(std::uint32_t keysym, bool down, std::uint32_t scanCode)
{
    Bytes m{255, 0};
    append16(m, down ? 1 : 0);
    append32(m, keysym);
    append32(m, scanCode);
    return m;
}

Bytes pointerEvent(std::uint32_t x, std::uint32_t y, std::uint8_t buttons)
{
    Bytes m{5};
    append8(m, buttons);
    append16(m, x);
    append16(m, y);
    return m;
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
    Bytes m{251, 0};
    append16(m, width);
    append16(m, height);
    append8(m, 1); // number of screens
    append8(m, 0);
    append32(m, screen.id);
    append16(m, 0);
    append16(m, 0);
    append16(m, width);
    append16(m, height);
    append32(m, screen.flags);
    return m;
}

Bytes clientCutText(std::string_view latin1)
{
    Bytes m{6, 0, 0, 0};
    append32(m, static_cast<std::uint32_t>(latin1.size()));
    m.insert(m.end(), latin1.begin(), latin1.end());
    return m;
}
}
