// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <span>
#include <string_view>

/// The messages that we send after login (RFC 6143 §7.5), as bytes. Pure.
namespace Nightdesk::Rfb::ClientMessages
{
Bytes setPixelFormat(const PixelFormat &format);
/// What a quality stands for at its beginning: EncodingOffer's message.
Bytes setEncodings(RfbWire::Quality quality, bool colourMapped);
Bytes updateRequest(bool incremental, const RfbWire::Rect &rect);
Bytes updateRequest(bool incremental, std::uint32_t width, std::uint32_t height);
/// One pixel, whether it has changed or not: a server that lives sends it.
Bytes pixelRequest();
/// Our own fence, carrying @p number, which comes back.
Bytes fenceRequest(std::uint64_t number);
/// On or off; continuous updates of @p area.
Bytes enableContinuous(bool on, const RfbWire::Rect &area);
/// The answer to a server's fence.
Bytes fenceAnswer(std::uint32_t flags, std::span<const std::uint8_t> payload);
Bytes keyEvent(std::uint32_t keysym, bool down);
/// QEMU's, which tells the physical key too; for servers that have shown EncodingQemuKeys.
Bytes extendedKeyEvent(std::uint32_t keysym, bool down, std::uint32_t scanCode);
Bytes pointerEvent(std::uint32_t x, std::uint32_t y, std::uint8_t buttons);
/// With nine buttons; for servers that have shown EncodingExtendedButtons, which read a set bit 7 as "one byte more".
Bytes extendedPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons);
/// SetDesktopSize, with @p screen over all of it.
Bytes desktopSize(std::uint32_t width, std::uint32_t height, const ScreenName &screen);
/// @p latin1 as the protocol wants it.
Bytes clientCutText(std::string_view latin1);
}
