// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

namespace Nightdesk
{
/// How the byte stream of an X server after the setup is split into messages. Pure, Qt-free.
namespace XMessage
{
inline constexpr std::size_t unit = 32; ///< size of errors and events; replies and generic events begin with that many bytes
inline constexpr std::uint8_t error = 0;
inline constexpr std::uint8_t reply = 1;
inline constexpr std::uint8_t keymapNotify = 11; ///< the only event without a sequence number
inline constexpr std::uint8_t genericEvent = 35;
inline constexpr std::uint8_t sentByClient = 0x80; ///< bit set in events sent by SendEvent

inline std::uint8_t type(std::span<const std::uint8_t> message)
{
    return message[0] & static_cast<std::uint8_t>(~sentByClient);
}
/// The size of the message that begins with @p start, which must have at least @ref unit bytes.
inline std::size_t size(std::span<const std::uint8_t> start, bool bigEndian)
{
    const bool isLong = start[0] == reply || type(start) == genericEvent;
    return unit + (isLong ? std::size_t(XBytes::read32(&start[4], bigEndian)) * 4 : 0);
}
}
}
