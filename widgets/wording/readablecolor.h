// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <initializer_list>

namespace Nightdesk
{
/// Readable text colors (WCAG 2.1, 1.4.3). Pure.
namespace ReadableColor
{
constexpr double enough = 4.5; ///< the contrast that a readable text needs
/// The contrast that a text needs in a toolbar, so that it is still readable when DarkeningLayer darkens the toolbar to 70 %.
constexpr double enoughToDarken = 8;
/// The color between two others; @p share: 0 is @p from, 1 is @p to.
QColor mixed(const QColor &from, const QColor &to, float share);
/// The contrast of two colors: the ratio of their relative luminances, 1 to 21.
double contrast(const QColor &one, const QColor &other);
/// @p text, made darker or lighter in its own hue until it has at least @p wanted contrast to each of @p backgrounds. If no such color exists, as for
/// a medium gray and a different shade together, the color with the highest contrast.
QColor readableOn(const QColor &text, std::initializer_list<QColor> backgrounds, double wanted = enough);
}
}
