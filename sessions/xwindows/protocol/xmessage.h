// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
/// How what an X server says after the setup is divided into messages. Pure, Qt-free.
namespace XMessage
{
inline constexpr std::size_t unit = 32; ///< of errors and events; replies and generic events begin with it
inline constexpr std::uint8_t error = 0;
inline constexpr std::uint8_t reply = 1;
inline constexpr std::uint8_t keymapNotify = 11; ///< the only one without a sequence number
inline constexpr std::uint8_t genericEvent = 35;
inline constexpr std::uint8_t sentByClient = 0x80; ///< SendEvent sets it

inline std::uint8_t type(std::span<const std::uint8_t> message)
{
    return message[0] & static_cast<std::uint8_t>(~sentByClient);
}
/// Of the message that begins with @p start, which is of @ref unit bytes at least.
inline std::size_t size(std::span<const std::uint8_t> start, bool bigEndian)
{
    const bool isLong = start[0] == reply || type(start) == genericEvent;
    return unit + (isLong ? std::size_t(XBytes::read32(&start[4], bigEndian)) * 4 : 0);
}
}
}
