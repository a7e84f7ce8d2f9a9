// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <QImage>
#include <QList>

namespace Nightdesk
{
/// A window's icon, out of bytes that may claim anything. Pure.
namespace WindowIcon
{
inline constexpr int maxSide = 256; ///< what is larger is left out
inline constexpr int maxPictures = 16;

/// _NET_WM_ICON (width, height, ARGB pixels, and again), as many whole pictures as there are: those up to 128 pixels a side, or
/// the smallest of the larger ones where there is no other. Smallest first, none twice.
QList<QImage> fromProperty(std::span<const std::uint32_t> values);

/// The answer to GetImage (ZPixmap) of a pixmap of one color or true colors; null: neither, or too short.
QImage fromImage(std::span<const std::uint8_t> data, int depth, const QSize &size, const XClientProtocol::Screen &screen);
/// @p picture where @p mask is set.
QImage masked(const QImage &picture, const QImage &mask);
}
}
