// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagnostics/plotcolors.h"
#include "widgets/diagnostics/plotdata.h"

#include <QRectF>

class QPainter;

namespace Nightdesk
{
/// The legend of a plot: colors with the names of curves and their values, or with the names of states. Pure, except
/// painting.
namespace PlotLegend
{
struct LegendEntry {
    QColor color;
    QString text;
    QString widestText; ///< a text as wide as the entry may become, so that nothing moves when a value changes
};
/// A curve's name and a value, such as "Queue: 3.1 ms".
QString namedValueText(const PlotData &data, qsizetype curve, double value);
int rowCount(const PlotData &data);
/// The entries of the legend, with the values at the pixel column @p column if they are known.
QList<LegendEntry> entriesOf(const PlotData &data, int column, const PlotColors &colors);
/// @p first: place of the first row; other rows follow below it. Entries that do not fit are left out.
void paint(QPainter &painter, const QRectF &firstRow, int rows, const QList<LegendEntry> &entries, const QColor &text);
}
}
