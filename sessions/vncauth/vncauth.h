// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace Nightdesk
{
/// The answer to a VncAuth challenge (RFC 6143 §7.2.2): DES of the challenge with the first eight bytes of the password. DES is
/// libgcrypt's, because OpenSSL 3 has it only in its legacy provider. Empty where the system forbids DES (FIPS). Any thread.
std::optional<std::array<std::uint8_t, 16>> answerVncAuth(const std::array<std::uint8_t, 16> &challenge, std::string_view password);
}
