// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace Nightdesk
{
/// The image quality of a desktop, as a profile sets it and as it is sent to a worker.
enum class Quality : std::uint8_t {
    Lossless,
    High,
    Balanced,
    Low,
    Auto, ///< any quality from Low to High, depending on the link
};
}
