// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <QImage>
#include <QList>

namespace Nightdesk
{
/// Decodes a window's icon from untrusted bytes. Pure.
namespace WindowIcon
{
inline constexpr int maxSide = 256; ///< largest width and height of an image in pixels; larger images are ignored
inline constexpr int maxPictures = 16;

/// Decodes the images in the property _NET_WM_ICON, each of which has a width, a height and ARGB pixels. Returns the complete images of up to
/// 128 pixels a side, or else the smallest larger one. Smallest first, without duplicates.
QList<QImage> fromProperty(std::span<const std::uint32_t> values);

/// Decodes the reply to GetImage (ZPixmap) of a monochrome or true-color pixmap; null: another format, or too short.
QImage fromImage(std::span<const std::uint8_t> data, int depth, const QSize &size, const XClientProtocol::Screen &screen);
/// Makes @p picture transparent where the pixels of @p mask are 0.
QImage masked(const QImage &picture, const QImage &mask);
}
}
