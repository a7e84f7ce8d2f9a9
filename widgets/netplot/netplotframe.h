// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QRectF>
#include <QString>

#include <array>
#include <cstdint>

class QFontMetricsF;
class QPainter;

namespace Nightdesk
{
class NetPlotGeometry;
struct NetPlotColors;

inline constexpr std::array netPlotKinds{NetPlotMessageKind::Images,
                                         NetPlotMessageKind::Glyphs,
                                         NetPlotMessageKind::CoreFonts,
                                         NetPlotMessageKind::WindowProperties,
                                         NetPlotMessageKind::Drawing,
                                         NetPlotMessageKind::Other,
                                         NetPlotMessageKind::Reply,
                                         NetPlotMessageKind::Event,
                                         NetPlotMessageKind::Error};

/// One direction of a netplot: where its curve is drawn, and its scale. A value: part of the layout that NetPlotPainter computes for each paint.
struct NetPlotPane {
    QRectF area;
    std::int64_t scaleStartBytes = 0; ///< the value at the lower end of the scale: bytes sent before the visible time
    std::int64_t scaleRangeBytes = 1; ///< difference between the values at both ends of the scale
    qreal y(std::int64_t bytes) const;
};

/// Draws everything in a netplot except the messages: title, legend, axes, waits, interactions, and events of the connection. Made by NetPlotPainter
/// for one paint; the arguments of the constructor must outlive this.
class NetPlotFrame
{
public:
    NetPlotFrame(const NetPlotColors &look, QPainter &painter, const NetPlotIndex &index, const NetPlotGeometry &geometry);

    /// Height of title and legend. @p title: empty: none.
    static qreal headerHeight(const QFontMetricsF &metrics, qreal width, const QString &title, bool hasLegend);

    void paintHeader(const QRectF &area, const QString &title, bool hasLegend) const;
    void paintByteScale(const NetPlotPane &pane, const QString &name) const;
    void paintTimeAxis() const;
    void paintWaits() const;
    void paintInteractionSpans() const;
    void paintRetransmits() const;
    void paintRecordingGap() const;

private:
    void paintLegend(const QRectF &area) const;

    const NetPlotColors &m_colors;
    QPainter &m_painter;
    const NetPlotIndex &m_index;
    const NetPlotGeometry &m_geometry;
};
}
