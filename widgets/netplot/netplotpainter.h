// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotframe.h"
#include "widgets/netplot/netplotgeometry.h"
#include "widgets/netplot/netplotindex.h"
#include "widgets/netplot/netplotlook.h"

#include <QFontMetricsF>
#include <QList>

class QPainter;

namespace Nightdesk
{
/// Draws a netplot with any painter. What it does grows with the width of the picture, not with the messages in it: where they
/// stand too close for a mark each, each column tells what passed in it. Not shared between threads. Made by NetPlot or NetPlotPicture for
/// one paint.
class NetPlotPainter
{
public:
    struct View {
        QRectF area; ///< all of it
        std::int64_t from = 0; ///< microseconds
        std::int64_t to = 0;
        std::optional<std::pair<std::int64_t, std::int64_t>> chosen; ///< a range
        std::optional<std::size_t> current; ///< a message that is looked at
        QString title; ///< plain; empty: none, and its line is saved
        bool hasLegend = true;
    };
    static constexpr std::size_t mostMarks = 6000; ///< one by one; more are told by column

    explicit NetPlotPainter(const NetPlotLook &look);

    void paint(QPainter &painter, const NetPlotIndex &index, const View &view);
    /// Where paint() would put things.
    static NetPlotGeometry geometry(const View &view, const QFontMetricsF &metrics);
    /// The message whose mark is nearest to @p place, within a few pixels.
    static std::optional<std::size_t> messageAt(const NetPlotIndex &index, const NetPlotGeometry &geometry, QPointF place);

private:
    struct Seen {
        std::size_t first = 0;
        std::size_t end = 0;
        NetPlotIndex::Sums before;
        NetPlotIndex::Sums after;
        NetPlotPane up;
        NetPlotPane down;
    };
    static Seen seen(const NetPlotIndex &index, const NetPlotGeometry &geometry);

    void paintMarks(const Seen &seen);
    void paintColumns(const Seen &seen);
    void paintNames(const Seen &seen);
    void paintCurrent(const Seen &seen, std::size_t current);
    void fill(NetPlotKind kind, const QRectF &rect);
    void flush();

    NetPlotLook m_look;
    QPainter *m_painter = nullptr; ///< while paint() runs
    const NetPlotIndex *m_index = nullptr;
    const NetPlotGeometry *m_geometry = nullptr;
    std::array<QList<QRectF>, NetPlotIndex::kinds> m_rects; ///< drawn together, since each change of color costs
};
}
