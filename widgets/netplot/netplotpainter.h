// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotcolors.h"
#include "widgets/netplot/netplotframe.h"
#include "widgets/netplot/netplotgeometry.h"
#include "widgets/netplot/netplotindex.h"

#include <QFontMetricsF>
#include <QList>
#include <QPolygonF>

class QPainter;

namespace Nightdesk
{
/// Draws a netplot with any painter. The cost grows with the image's width, not with the number of messages: where messages are too close for one
/// mark each, each pixel column shows their totals. Not shared between threads. Made by NetPlot or NetPlotImage for one paint.
class NetPlotPainter
{
public:
    struct PaintParameters {
        QRectF area; ///< the whole netplot
        std::int64_t firstShownTraceUsec = 0; ///< first shown time, in microseconds since XTrace::begin
        std::int64_t lastShownTraceUsec = 0;
        std::optional<std::pair<std::int64_t, std::int64_t>> selectedRange; ///< the range that the user selected
        std::optional<std::size_t> selectedMessageIndex; ///< index of the message that the user selected
        QString title; ///< title as plain text; empty: no title, and no line for one
        bool hasLegend = true;
    };
    /// number of messages that are drawn one by one; if there are more, each pixel column shows totals
    static constexpr std::size_t maxMarks = 6000;

    explicit NetPlotPainter(const NetPlotColors &look);

    void paint(QPainter &painter, const NetPlotIndex &index, const PaintParameters &view);
    /// The layout that paint() would use.
    static NetPlotGeometry geometry(const PaintParameters &view, const QFontMetricsF &metrics);
    /// The message whose mark is nearest to @p place, within a few pixels.
    static std::optional<std::size_t> messageAt(const NetPlotIndex &index, const NetPlotGeometry &geometry, QPointF place);

private:
    /// The messages of the visible time, and the scales of the two panes that show them.
    struct VisibleMessages {
        std::size_t firstMessage = 0; ///< index of the first visible message
        std::size_t messageAfterLast = 0; ///< index of the first message after the visible part
        NetPlotIndex::Sums sumsBeforeFirst; ///< totals of the messages before the visible part
        NetPlotIndex::Sums sumsAfterLast; ///< totals of the messages up to the end of the visible part
        NetPlotPane bytesUpPane;
        NetPlotPane bytesDownPane;
    };
    static VisibleMessages visibleMessages(const NetPlotIndex &index, const NetPlotGeometry &geometry);

    void paintMessageMarks(const VisibleMessages &visibleMessages);
    void paintColumnTotals(const VisibleMessages &visibleMessages);
    void paintMessageNames(const VisibleMessages &visibleMessages);
    void paintSelectedMessage(const VisibleMessages &visibleMessages, std::size_t current);
    void collectRectToPaint(NetPlotMessageKind kind, const QRectF &rect)
    {
        m_rectsByKind[static_cast<std::size_t>(kind)].append(rect);
    }
    void paintCollectedRects();
    void paintCurvesRectsAndErrors(const QPolygonF &upCurve, const QPolygonF &downCurve, const QList<QPointF> &errors);

    NetPlotColors m_colors;
    QPainter *m_painter = nullptr; ///< the painter while paint() runs; otherwise null
    const NetPlotIndex *m_index = nullptr;
    const NetPlotGeometry *m_geometry = nullptr;
    std::array<QList<QRectF>, NetPlotIndex::kindCount> m_rectsByKind; ///< drawn together by color, since each change of color is slow
};
}
