// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>
#include <QStringList>

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
        FlowLimitNumber ///< a FlowLimit, as its number
    };
    enum class Style {
        Stack, ///< stacked on the sum of the previous curves
        Line, ///< a line with a band from the lowest to the highest value
        Dots, ///< single events
        Band ///< states as colored bands: each curve has a row of its own, the first at the top
    };
    struct Curve {
        QString title; ///< name of the curve, translated
        Style style = Style::Line;
        /// Values of the curve, oldest first; all curves have the same number of values.
        std::vector<FigureBucket> buckets;
    };
    QString title; ///< title of the plot, translated
    Unit unit = Unit::Milliseconds;
    QList<double> referenceLineValues; ///< values of reference lines
    QList<Curve> curves; ///< stacked curves come first, beginning with the lowest
    QList<FigureTimeRange> outages;
    quint32 secondsBetweenValues = 1; ///< time in seconds between two values

    bool isEmpty() const; ///< true: no curve has a value
    /// The value at the upper end of the axis: the highest value of all curves. Stacked curves count together, each with its medians.
    double axisMaximum() const;
    /// The value of a curve at a pixel column; empty: not known.
    std::optional<double> value(qsizetype curve, int column) const;
};

/// Makes the plots that the Diagnostics page shows for a source.
namespace Plots
{
/// The plots of a source. For a connection: round trips, what limits it, rates, compression. For a desktop: its
/// figures, those of its encodings and, for the stack, those of its connection. @p series: the night's figures;
/// @p index: of the source in @p series; @p columns: number of pixel columns.
QList<PlotData> plotsOf(const std::vector<FigureSeries> &series, std::size_t index, const FigureTimeRange &span, int columns);
/// Values for grid lines, like PlotAxis::gridValues(), but round in their unit: KiB and MiB are not powers of ten.
QList<double> gridLineValues(PlotData::Unit unit, double axisMaximum, int most);
/// The value with its unit, such as "12 ms", "1.2 MiB/s", "24.9", "31 : 1", "45 %" or "Receive window".
QString valueText(PlotData::Unit unit, double value);
/// The labels of the grid lines at @p values, which gridLineValues() returned. All are in one unit, with no more decimals than they need.
QStringList axisTexts(PlotData::Unit unit, const QList<double> &values);
}
}
