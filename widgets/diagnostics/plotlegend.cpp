// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotlegend.h"

#include <KLocalizedString>

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <set>

namespace Nightdesk::PlotLegend
{
namespace
{
constexpr int curvesOfRow = 4; ///< number of curves in a row of the legend, for most plots

/// A value whose text needs about as much room as any text of this unit.
double valueWithWidestText(PlotData::Unit unit)
{
    switch (unit) {
    case PlotData::Unit::BytesPerSecond:
        return 888.8 * 1024;
    case PlotData::Unit::Share:
        return 0.088;
    case PlotData::Unit::Ratio:
    case PlotData::Unit::Number:
        return 8.8;
    case PlotData::Unit::Milliseconds:
    case PlotData::Unit::PerSecond:
    case PlotData::Unit::FlowLimitNumber:
        break;
    }
    return 888;
}

/// One entry for each state that occurs in the plot.
QList<LegendEntry> stateEntries(const PlotData &data, const PlotColors &colors)
{
    std::set<int> found;
    for (const PlotData::Curve &curve : data.curves) {
        for (const FigureBucket &bucket : curve.buckets) {
            if (bucket.isKnown) {
                found.insert(static_cast<int>(bucket.median));
            }
        }
    }
    QList<LegendEntry> entries;
    for (const int state : found) {
        const QString name = Plots::valueText(data.unit, state);
        entries.append({colors.flowLimitColor(state), name, name});
    }
    return entries;
}

QList<LegendEntry> curveEntries(const PlotData &data, int column, const PlotColors &colors)
{
    QList<LegendEntry> entries;
    for (qsizetype index = 0; index < data.curves.size(); ++index) {
        const auto value = data.value(index, column);
        entries.append({colors.curveColor(index),
                        value ? namedValueText(data, index, *value) : data.curves[index].title,
                        namedValueText(data, index, valueWithWidestText(data.unit))});
    }
    return entries;
}
}

QString namedValueText(const PlotData &data, qsizetype curve, double value)
{
    return i18nc("@info a curve of a plot and its value", "%1: %2", data.curves[curve].title, Plots::valueText(data.unit, value));
}

int rowCount(const PlotData &data)
{
    const qsizetype entries = data.curves.size() + (data.outages.isEmpty() ? 0 : 1);
    return data.unit != PlotData::Unit::FlowLimitNumber && entries > curvesOfRow ? 2 : 1;
}

QList<LegendEntry> entriesOf(const PlotData &data, int column, const PlotColors &colors)
{
    QList<LegendEntry> entries = data.unit == PlotData::Unit::FlowLimitNumber ? stateEntries(data, colors) : curveEntries(data, column, colors);
    if (!data.outages.isEmpty()) {
        const QString name = i18nc("@item:inlistbox in a plot, of a time that is shaded: the remote host did not answer", "No answer");
        entries.append({colors.outage, name, name});
    }
    return entries;
}

void paint(QPainter &painter, const QRectF &firstRow, int rows, const QList<LegendEntry> &entries, const QColor &text)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const double box = metrics.ascent() * 0.7;
    double x = firstRow.left();
    double y = firstRow.top();
    for (const LegendEntry &entry : entries) {
        const int words = std::max(metrics.horizontalAdvance(entry.text), metrics.horizontalAdvance(entry.widestText));
        const double needed = box + metrics.averageCharWidth() * 2.5 + words;
        if (x + needed > firstRow.right() && x > firstRow.left()) {
            if (--rows == 0) {
                return; // no room for more: the plot's accessible description has all entries
            }
            x = firstRow.left();
            y += metrics.lineSpacing();
        }
        painter.fillRect(QRectF(x, y + (metrics.height() - box) / 2, box, box), entry.color);
        painter.setPen(text);
        painter.drawText(QRectF(x + box + metrics.averageCharWidth() * 0.7, y, needed, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        x += needed;
    }
}
}
