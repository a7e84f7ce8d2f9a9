// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/programs/framestrip.h"

namespace Nightdesk
{
namespace
{
constexpr unsigned openingBits = 0b101100;
constexpr unsigned closingBits = 0b001101;

/// Neighbouring numbers have checks that differ in many bits: a strip that is half painted fails.
unsigned checkOf(unsigned value)
{
    value = (value ^ 0x5A5A5U) * 0x9E3779B1U;
    value ^= value >> 15U;
    return (value * 0x85EBCA77U) >> 24U;
}
}

FrameStrip::Cells FrameStrip::toCells() const
{
    const unsigned value = (static_cast<unsigned>(id) & 0xFU) << 16U | number;
    const std::uint64_t word = (std::uint64_t{openingBits} << 28U | std::uint64_t{value} << 8U | checkOf(value)) << 6U | closingBits;
    Cells result{};
    for (int place = 0; place < cells; ++place) {
        result[static_cast<std::size_t>(place)] = (word >> static_cast<unsigned>(cells - 1 - place) & 1U) != 0;
    }
    return result;
}

std::optional<FrameStrip> FrameStrip::fromCells(const Cells &cells)
{
    std::uint64_t word = 0;
    for (const bool white : cells) {
        word = word << 1U | (white ? 1U : 0U);
    }
    const auto value = static_cast<unsigned>(word >> 14U & 0xFFFFFU);
    if (word >> 34U != openingBits || (word & 0x3FU) != closingBits || (word >> 6U & 0xFFU) != checkOf(value)) {
        return {};
    }
    return FrameStrip{.id = static_cast<int>(value >> 16U), .number = static_cast<std::uint16_t>(value)};
}

bool FrameStrip::opening(int place)
{
    return (openingBits >> static_cast<unsigned>(openingCells - 1 - place) & 1U) != 0;
}

std::uint32_t RestingPatch::add(std::uint32_t sum, std::span<const std::uint32_t> pixels)
{
    for (const std::uint32_t pixel : pixels) {
        sum = (sum ^ (pixel & 0xFFFFFF)) * 16777619;
    }
    return sum;
}
}
