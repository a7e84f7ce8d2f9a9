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
constexpr double enough = 4.5;
/// The contrast that leaves `enough` in a toolbar that is darkened to 70 % (ToolbarShade).
constexpr double enoughToDarken = 8;
/// The ratio of the two relative luminances, 1 to 21.
double contrast(const QColor &one, const QColor &other);
/// @p text, made darker or lighter in its own hue until it has at least @p wanted contrast to each of @p backgrounds. If no such color exists, as for
/// a medium gray and a different shade together, the color with the highest contrast.
QColor readableOn(const QColor &text, std::initializer_list<QColor> backgrounds, double wanted = enough);
}
}
