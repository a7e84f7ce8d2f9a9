// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// One plot over time, ready to be drawn: one value per pixel column. A value. Held by the TimePlot that shows it.
struct PlotData {
    enum class Unit {
        Milliseconds,
        BytesPerSecond,
        PerSecond,
        Ratio,
        Share, ///< fraction of a whole, 0 to 1
        Number,
        State ///< a FlowBound
    };
    enum class Style {
        Stack, ///< stacked on the sum of the previous curves
        Line, ///< a line with a band from the lowest to the highest value
        Dots, ///< single events
        Band ///< states; each curve is a separate row, the first at the top
    };
    struct Curve {
        QString title; ///< translated
        Style style = Style::Line;
        std::vector<FigureBucket> buckets; ///< oldest first; all curves have the same number
    };
    QString title; ///< translated
    Unit unit = Unit::Milliseconds;
    QList<double> limits; ///< values of reference lines
    QList<Curve> curves; ///< stacked curves first, beginning with the lowest
    QList<FigureSpan> outages;
    quint32 period = 1; ///< seconds between two values

    bool isEmpty() const; ///< no curve has a value
    /// The upper end of the axis: for stacks the sum of their medians, for other curves their highest values.
    double highest() const;
    /// The value of a curve at a column; empty: not known.
    std::optional<double> value(qsizetype curve, int column) const;
};

/// The plots that the Diagnostics page shows for a source.
namespace Plots
{
/// For a connection: round trips, what limits it, rates, compression. For a desktop: its figures, those of its encodings and, for the stack, those of
/// its connection. @p series: the night's figures; @p index: of the source in @p series; @p columns: pixel columns.
QList<PlotData> of(const std::vector<FigureSeries> &series, std::size_t index, const FigureSpan &span, int columns);
/// Like PlotAxis::values(), but round numbers in their unit: KiB and MiB are not powers of ten.
QList<double> lines(PlotData::Unit unit, double highest, int most);
/// "12 ms", "1.2 MiB/s", "24.9", "31 : 1", "45 %", "Receive window"
QString text(PlotData::Unit unit, double value);
}
}
