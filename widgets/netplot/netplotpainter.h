// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotcolors.h"
#include "widgets/netplot/netplotframe.h"
#include "widgets/netplot/netplotgeometry.h"
#include "widgets/netplot/netplotindex.h"

#include <QFontMetricsF>
#include <QList>

class QPainter;

namespace Nightdesk
{
/// Draws a netplot with any painter. The cost grows with the image's width, not with the number of messages: where messages are too close for one
/// mark each, each pixel column shows their totals. Not shared between threads. Made by NetPlot or NetPlotImage for one paint.
class NetPlotPainter
{
public:
    struct View {
        QRectF area; ///< the whole netplot
        std::int64_t fromUsec = 0; ///< begin of the shown time, in microseconds of the trace
        std::int64_t toUsec = 0;
        std::optional<std::pair<std::int64_t, std::int64_t>> selectedRange; ///< the range that the user selected
        std::optional<std::size_t> selectedMessage; ///< the selected message
        QString title; ///< title as plain text; empty: no title, and no line for one
        bool hasLegend = true;
    };
    /// number of messages that are drawn one by one; if there are more, each pixel column shows totals
    static constexpr std::size_t maxMarks = 6000;

    explicit NetPlotPainter(const NetPlotColors &look);

    void paint(QPainter &painter, const NetPlotIndex &index, const View &view);
    /// The layout that paint() would use.
    static NetPlotGeometry geometry(const View &view, const QFontMetricsF &metrics);
    /// The message whose mark is nearest to @p place, within a few pixels.
    static std::optional<std::size_t> messageAt(const NetPlotIndex &index, const NetPlotGeometry &geometry, QPointF place);

private:
    struct VisiblePart {
        std::size_t firstMessage = 0;
        std::size_t endMessage = 0; ///< number after that of the last visible message
        NetPlotIndex::Sums sumsBefore; ///< totals of the messages before the visible part
        NetPlotIndex::Sums sumsAfter; ///< totals of the messages up to the end of the visible part
        NetPlotPane bytesUpPane;
        NetPlotPane bytesDownPane;
    };
    static VisiblePart visiblePart(const NetPlotIndex &index, const NetPlotGeometry &geometry);

    void paintMessageMarks(const VisiblePart &visiblePart);
    void paintColumnTotals(const VisiblePart &visiblePart);
    void paintMessageNames(const VisiblePart &visiblePart);
    void paintSelectedMessage(const VisiblePart &visiblePart, std::size_t current);
    void collectRect(NetPlotKind kind, const QRectF &rect);
    void paintCollectedRects();

    NetPlotColors m_colors;
    QPainter *m_painter = nullptr; ///< the painter while paint() runs; otherwise null
    const NetPlotIndex *m_index = nullptr;
    const NetPlotGeometry *m_geometry = nullptr;
    std::array<QList<QRectF>, NetPlotIndex::kindCount> m_rectsByKind; ///< drawn together by color, since each change of color is slow
};
}
