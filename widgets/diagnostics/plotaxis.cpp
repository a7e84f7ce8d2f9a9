// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotaxis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// Shortest span in seconds: with one value per second, a shorter span would show nothing.
constexpr quint32 shortest = 60;
constexpr std::array<quint32, 14> steps = {1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400};

quint32 gridTimeStep(const FigureTimeRange &span, int most)
{
    const auto fitting = std::ranges::find_if(steps, [&](quint32 step) {
        return (span.to - span.from) / step < static_cast<quint32>(std::max(most, 1));
    });
    return fitting == steps.end() ? std::max<quint32>(steps.back(), (span.to - span.from) / static_cast<quint32>(std::max(most, 1)) + 1) : *fitting;
}
}

QList<double> PlotAxis::gridValues(double highest, int most)
{
    const double least = std::max(highest, 1e-6) / std::max(most, 1);
    double unit = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (unit * factor >= least * (1 - 1e-9)) {
            unit *= factor;
            break;
        }
    }
    QList<double> lines{0};
    while (lines.last() < highest * (1 - 1e-9) || lines.size() < 2) {
        lines.append(unit * static_cast<double>(lines.size()));
    }
    return lines;
}

QList<quint32> PlotAxis::gridTimes(const FigureTimeRange &span, int most)
{
    QList<quint32> lines;
    const quint32 by = gridTimeStep(span, most);
    for (quint64 at = (static_cast<quint64>(span.from) + by - 1) / by * by; at < span.to; at += by) {
        lines.append(static_cast<quint32>(at));
    }
    return lines;
}

bool PlotAxis::mustLabelsShowSeconds(const FigureTimeRange &span, int most)
{
    return gridTimeStep(span, most) < 60;
}

FigureTimeRange PlotAxis::zoomedSpan(const FigureTimeRange &span, double factor, quint32 center, const FigureTimeRange &all)
{
    const double whole = std::max<double>(all.to - all.from, shortest);
    const double length = std::clamp((span.to - span.from) * factor, static_cast<double>(shortest), whole);
    const double part = std::clamp((static_cast<double>(center) - span.from) / (span.to - span.from), 0.0, 1.0);
    const double from = std::max(center - length * part, 0.0);
    return movedSpan({static_cast<quint32>(from), static_cast<quint32>(from + length)}, 0, all);
}

FigureTimeRange PlotAxis::movedSpan(const FigureTimeRange &span, qint64 by, const FigureTimeRange &all)
{
    const qint64 length = span.to - span.from;
    const qint64 latest = std::max<qint64>(all.from, static_cast<qint64>(all.to) - length);
    const qint64 from = std::clamp(span.from + by, static_cast<qint64>(all.from), latest);
    return {static_cast<quint32>(from), static_cast<quint32>(from + length)};
}
}
