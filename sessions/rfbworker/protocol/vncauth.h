// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace Nightdesk::Rfb
{
/// The answer to a VncAuth challenge (RFC 6143 §7.2.2): DES of the challenge with the first eight bytes of the password,
/// by the library, whose DES is libgcrypt's.
std::array<std::uint8_t, 16> answerVncAuth(const std::array<std::uint8_t, 16> &challenge, const std::string &password);
/// Overwrites a secret before its memory goes.
void wipe(std::string &secret);
}
