// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagnostics/plotcolors.h"
#include "widgets/diagnostics/plotdata.h"

#include <QRectF>

class QPainter;

namespace Nightdesk
{
/// The legend of a plot: colors with names of curves and their values, or with names of states. Pure, except painting.
namespace PlotLegend
{
struct Entry {
    QColor color;
    QString text;
    QString room; ///< text as wide as the entry may become: nothing moves when a value changes
};
/// A curve and its value, as "Queue: 3.1 ms".
QString named(const PlotData &data, qsizetype curve, double value);
int rows(const PlotData &data);
/// The entries with the values at @p column, if known.
QList<Entry> of(const PlotData &data, int column, const PlotColors &colors);
/// @p first: the first row; others follow below it. Entries that do not fit are left out.
void paint(QPainter &painter, const QRectF &first, int rows, const QList<Entry> &entries, const QColor &text);
}
}
