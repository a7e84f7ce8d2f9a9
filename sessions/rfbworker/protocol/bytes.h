// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Reads and appends RFB's big-endian numbers. The caller must check that enough bytes are there.
namespace Nightdesk::Rfb
{
using Bytes = std::vector<std::uint8_t>;

inline std::uint16_t read16(const std::uint8_t *p)
{
    return static_cast<std::uint16_t>(p[0] << 8 | p[1]);
}
inline std::uint32_t read32(const std::uint8_t *p)
{
    return std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3];
}
inline void append8(Bytes &to, std::uint32_t value)
{
    to.push_back(static_cast<std::uint8_t>(value));
}
inline void append16(Bytes &to, std::uint32_t value)
{
    append8(to, value >> 8);
    append8(to, value);
}
inline void append32(Bytes &to, std::uint32_t value)
{
    append16(to, value >> 16);
    append16(to, value);
}

/// A number in a message; @p size: how many bytes it has there.
template<std::size_t size>
struct Number {
    std::uint32_t value = 0;
};
using U8 = Number<1>;
using U16 = Number<2>;
using U32 = Number<4>;

/// The bytes of a message that has these numbers one after another.
template<std::size_t... sizes>
Bytes bytesOf(Number<sizes>... numbers)
{
    Bytes bytes;
    const auto append = [&bytes](std::uint32_t value, std::size_t size) {
        for (std::size_t shift = 8 * size; shift > 0; shift -= 8) {
            append8(bytes, value >> (shift - 8));
        }
    };
    (append(numbers.value, sizes), ...);
    return bytes;
}
}
