// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace Nightdesk
{
/// An amount of data. Qt-free.
struct Bytes {
    std::int64_t count = 0;
    auto operator<=>(const Bytes &) const = default;
};

constexpr Bytes operator+(Bytes left, Bytes right)
{
    return {left.count + right.count};
}
constexpr Bytes operator-(Bytes left, Bytes right)
{
    return {left.count - right.count};
}
}
