// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <initializer_list>

namespace Nightdesk
{
/// Colors of texts that can be read (WCAG 2.1, 1.4.3). Pure.
namespace ReadableColor
{
constexpr double enough = 4.5;
/// What leaves that much in a toolbar that is darkened to 70 % (StripShade).
constexpr double enoughToDarken = 8;
/// Relative luminances against each other, 1 to 21.
double contrast(const QColor &one, const QColor &other);
/// @p text, made darker or lighter in its own hue until it has at least @p wanted contrast to each of @p backgrounds. A background of middle gray
/// and one of another shade cannot both be satisfied: then what has the most.
QColor on(const QColor &text, std::initializer_list<QColor> backgrounds, double wanted = enough);
}
}
