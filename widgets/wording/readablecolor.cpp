// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/readablecolor.h"

#include <algorithm>
#include <cmath>

namespace Nightdesk::ReadableColor
{
namespace
{
double luminance(const QColor &color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}
}

QColor mixed(const QColor &from, const QColor &to, float share)
{
    const auto part = [share](float one, float other) {
        return one + (other - one) * share;
    };
    return QColor::fromRgbF(part(from.redF(), to.redF()), part(from.greenF(), to.greenF()), part(from.blueF(), to.blueF()));
}

double contrast(const QColor &one, const QColor &other)
{
    const double first = luminance(one) + 0.05;
    const double second = luminance(other) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor readableOn(const QColor &text, std::initializer_list<QColor> backgrounds, double wanted)
{
    const auto least = [&backgrounds](const QColor &color) {
        double least = 21;
        for (const QColor &background : backgrounds) {
            least = std::min(least, contrast(color, background));
        }
        return least;
    };
    if (least(text) >= wanted) {
        return text;
    }
    const QColor end = least(QColor(Qt::black)) > least(QColor(Qt::white)) ? QColor(Qt::black) : QColor(Qt::white);
    constexpr int steps = 20;
    for (int step = 1; step < steps; ++step) {
        const QColor color = mixed(text, end, static_cast<float>(step) / steps);
        if (least(color) >= wanted) {
            return color;
        }
    }
    return end;
}
}
