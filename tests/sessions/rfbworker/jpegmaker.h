// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace Nightdesk::Test
{
/// A baseline JPEG (quality 100, no subsampling) of one color, 0xRRGGBB.
std::vector<std::uint8_t> makeJpeg(std::uint32_t width, std::uint32_t height, std::uint32_t rgb);
}
