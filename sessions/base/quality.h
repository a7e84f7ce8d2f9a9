// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace Nightdesk
{
/// What a desktop's picture may cost: of a profile's key, and as a worker is told it.
enum class Quality : std::uint8_t {
    Lossless,
    High,
    Balanced,
    Low,
    Auto, ///< what the link carries, from Low to High
};
}
