// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagnostics/plotcolors.h"
#include "widgets/diagnostics/plotdata.h"

#include <QRectF>

class QPainter;

namespace Nightdesk
{
/// What is written beside the colors of a plot: names of curves with their values, or names of states. Pure, but for painting.
namespace PlotLegend
{
struct Entry {
    QColor color;
    QString text;
    QString room; ///< as wide as the text may become: nothing moves when a value changes
};
/// A curve and its value, as "Queue: 3.1 ms".
QString named(const PlotData &data, qsizetype curve, double value);
int rows(const PlotData &data);
/// With the values at @p column, where there are any.
QList<Entry> of(const PlotData &data, int column, const PlotColors &colors);
/// @p first: the first row; others follow below it. What finds no room is left out.
void paint(QPainter &painter, const QRectF &first, int rows, const QList<Entry> &entries, const QColor &text);
}
}
