// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// One plot over time, ready to be drawn: values by columns of pixels. A value. TimePlot holds the one it shows.
struct PlotData {
    enum class Unit {
        Milliseconds,
        BytesPerSecond,
        PerSecond,
        Ratio,
        Share, ///< from 0 to 1, of a whole
        Number,
        State ///< a FlowBound
    };
    enum class Style {
        Stack, ///< on the sum of those before
        Line, ///< with a band from the lowest to the highest
        Dots, ///< of events
        Band ///< of states, each curve a row of its own, the first one above
    };
    struct Curve {
        QString title; ///< translated
        Style style = Style::Line;
        std::vector<FigureBucket> buckets; ///< oldest first; all curves have as many
    };
    QString title; ///< translated
    Unit unit = Unit::Milliseconds;
    QList<double> limits; ///< lines to compare with
    QList<Curve> curves; ///< stacked ones first, the lowest first
    QList<FigureSpan> outages;
    quint32 period = 1; ///< seconds between two values

    bool isEmpty() const; ///< no curve has a value
    /// The highest to be drawn: of stacks their medians' sum, of lines the median and a part of what is above it, of dots all.
    double highest() const;
    /// The value of a curve at a column; empty: not known.
    std::optional<double> value(qsizetype curve, int column) const;
};

/// What the diagnostics page shows of a source.
namespace Plots
{
/// Of connection: round trips, what limits it, rates, compression. Of desktop: its own, with those of its encodings and, for the stack,
/// those of its connection. @p series: the night;
/// @p index: of the source in it; @p columns: of pixels.
QList<PlotData> of(const std::vector<FigureSeries> &series, std::size_t index, const FigureSpan &span, int columns);
/// PlotAxis::values() that are round in their unit: KiB and MiB are not powers of ten.
QList<double> lines(PlotData::Unit unit, double highest, int most);
/// "12 ms", "1.2 MiB/s", "24.9", "31 : 1", "45 %", "Receive window"
QString text(PlotData::Unit unit, double value);
}
}
