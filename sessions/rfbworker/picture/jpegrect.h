// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace Nightdesk::Rfb
{
/// Decodes one JPEG of exactly @p width x @p height pixels into 32-bit pixels (QImage::Format_RGB32, the top byte set) at
/// @p pixels, whose rows are @p stride pixels apart. False: not such a JPEG; some pixels may have been written then. Uses libjpeg directly:
/// libvncclient's own code decodes any size that the data claims.
bool decodeJpeg(std::span<const std::uint8_t> data, std::uint32_t *pixels, std::size_t stride, std::uint32_t width, std::uint32_t height);
}
