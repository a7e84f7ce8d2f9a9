// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <span>
#include <string_view>

/// The messages that the client sends after login (RFC 6143 §7.5), as bytes. Pure.
namespace Nightdesk::Rfb::ClientMessages
{
Bytes setPixelFormat(const PixelFormat &format);
Bytes updateRequest(bool incremental, const RfbWire::Rect &rect);
Bytes updateRequest(bool incremental, std::uint32_t width, std::uint32_t height);
/// Requests one pixel, whether it has changed or not: any server that is alive sends it.
Bytes pixelRequest();
/// A fence request with @p number as its payload, which the server returns.
Bytes fenceRequest(std::uint64_t number);
/// Turns continuous updates of @p area on or off.
Bytes enableContinuousUpdates(bool on, const RfbWire::Rect &area);
/// The answer to a fence request of the server.
Bytes fenceAnswer(std::uint32_t flags, std::span<const std::uint8_t> payload);
Bytes keyEvent(std::uint32_t keysym, bool down);
/// QEMU's key event, which also has the scan code; for servers that have announced EncodingQemuKeys.
Bytes extendedKeyEvent(std::uint32_t keysym, bool down, std::uint32_t scanCode);
Bytes pointerEvent(std::uint32_t x, std::uint32_t y, std::uint8_t buttons);
/// A pointer event with nine buttons; for servers that have announced EncodingExtendedButtons, which read a set bit 7 as "one more byte follows".
Bytes extendedPointerEvent(std::uint32_t x, std::uint32_t y, std::uint16_t buttons);
/// SetDesktopSize, with @p screen covering the whole desktop.
Bytes setDesktopSize(std::uint32_t width, std::uint32_t height, const DesktopScreen &screen);
/// @p latin1: text in the protocol's character set.
Bytes clientCutText(std::string_view latin1);
}
