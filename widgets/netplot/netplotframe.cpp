// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotframe.h"

#include "widgets/netplot/netplotcolors.h"
#include "widgets/netplot/netplotgeometry.h"
#include "widgets/netplot/netplotwording.h"

#include <KLocalizedString>

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr qreal titleLines = 1.4; ///< height of the title's line, in font heights
constexpr qreal legendLines = 1.15; ///< height of a line of the legend, in font heights

struct LegendEntry {
    std::optional<NetPlotMessageKind> kind; ///< empty: waiting
    QString text;
    QPointF place; ///< from the top left corner of the legend
};

QList<LegendEntry> legendEntries(const QFontMetricsF &metrics, qreal width)
{
    QList<LegendEntry> entries;
    QPointF place;
    const auto add = [&](const std::optional<NetPlotMessageKind> &kind, const QString &text) {
        const qreal wanted = metrics.horizontalAdvance(text) + metrics.height() * 1.6;
        if (place.x() > 0 && place.x() + wanted > width) {
            place = QPointF(0, place.y() + metrics.height() * legendLines);
        }
        entries.append({kind, text, place});
        place.rx() += wanted;
    };
    for (const NetPlotMessageKind kind : netPlotKinds) {
        add(kind, NetPlotWording::kind(kind));
    }
    add({}, NetPlotWording::waitingLegend());
    return entries;
}
}

qreal NetPlotPane::y(std::int64_t bytes) const
{
    return area.bottom() - area.height() * (static_cast<double>(bytes - scaleStartBytes) / static_cast<double>(scaleRangeBytes));
}

NetPlotFrame::NetPlotFrame(const NetPlotColors &look, QPainter &painter, const NetPlotIndex &index, const NetPlotGeometry &geometry)
    : m_colors(look)
    , m_painter(painter)
    , m_index(index)
    , m_geometry(geometry)
{
}

qreal NetPlotFrame::headerHeight(const QFontMetricsF &metrics, qreal width, const QString &title, bool hasLegend)
{
    const qreal legendHeight = hasLegend ? legendEntries(metrics, width).constLast().place.y() + metrics.height() * legendLines : 0;
    return (title.isEmpty() ? 0 : metrics.height() * titleLines) + legendHeight;
}

void NetPlotFrame::paintHeader(const QRectF &area, const QString &title, bool hasLegend) const
{
    const QFontMetricsF metrics(m_painter.font(), m_painter.device());
    QRectF head = area;
    m_painter.setPen(m_colors.textColor);
    if (!title.isEmpty()) {
        QFont bold = m_painter.font();
        bold.setBold(true);
        m_painter.save();
        m_painter.setFont(bold);
        const QRectF line = head.adjusted(metrics.averageCharWidth(), metrics.height() * 0.2, -metrics.averageCharWidth(), 0);
        m_painter.drawText(line, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, QFontMetricsF(bold).elidedText(title, Qt::ElideRight, line.width()));
        m_painter.restore();
        head.setTop(head.top() + metrics.height() * titleLines);
    }
    if (hasLegend) {
        paintLegend(head);
    }
}

void NetPlotFrame::paintLegend(const QRectF &area) const
{
    const QFontMetricsF metrics(m_painter.font(), m_painter.device());
    const qreal line = metrics.height() * legendLines;
    const qreal box = metrics.height() * 0.55;
    m_painter.setPen(m_colors.textColor);
    const QList<LegendEntry> entries = legendEntries(metrics, area.width());
    for (const LegendEntry &entry : entries) {
        const QPointF at = area.topLeft() + entry.place + QPointF(metrics.averageCharWidth(), 0);
        m_painter.fillRect(QRectF(at.x(), at.y() + (line - box) / 2, box, box), entry.kind ? m_colors.color(*entry.kind) : m_colors.waitLaneColor);
        m_painter.drawText(QPointF(at.x() + box + metrics.height() * 0.35, at.y() + (line - metrics.height()) / 2 + metrics.ascent()), entry.text);
    }
}

void NetPlotFrame::paintByteScale(const NetPlotPane &pane, const QString &name) const
{
    const QFontMetricsF metrics(m_painter.font(), m_painter.device());
    const int most = std::max(1, static_cast<int>(pane.area.height() / metrics.height() / 2));
    const std::int64_t unit = NetPlotGeometry::byteUnit(pane.scaleRangeBytes); // all ticks have the same unit
    for (const std::int64_t tick : NetPlotGeometry::byteTicks(pane.scaleRangeBytes, most)) {
        const qreal y = std::round(pane.y(pane.scaleStartBytes + tick)) + 0.5;
        m_painter.setPen(QPen(m_colors.scaleLineColor, 1));
        m_painter.drawLine(QPointF(pane.area.left(), y), QPointF(pane.area.right(), y));
        m_painter.setPen(m_colors.textColor);
        const QRectF place(pane.area.left() - metrics.averageCharWidth() * 10.5, y - metrics.height() / 2, metrics.averageCharWidth() * 10, metrics.height());
        m_painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, NetPlotWording::bytesIn(tick, unit));
    }
    if (pane.area.height() < metrics.height() * 2.5) {
        return;
    }
    // The pane's name, in the corner that its curve leaves free.
    m_painter.setPen(m_colors.textColor);
    m_painter.drawText(pane.area.adjusted(0, 0, -metrics.averageCharWidth() * 0.7, -2), Qt::AlignRight | Qt::AlignBottom | Qt::TextSingleLine, name);
}

void NetPlotFrame::paintTimeAxis() const
{
    const QFontMetricsF metrics(m_painter.font(), m_painter.device());
    const NetPlotGeometry &g = m_geometry;
    const int most = std::max(2, static_cast<int>(g.bytesUpPane.width() / (metrics.averageCharWidth() * 11)));
    const QList<std::int64_t> ticks = NetPlotGeometry::ticks(g.firstShownTraceUsec, g.lastShownTraceUsec, most);
    const std::int64_t step = ticks.size() > 1 ? ticks[1] - ticks[0] : g.lastShownTraceUsec - g.firstShownTraceUsec;
    for (const std::int64_t tick : ticks) {
        const qreal x = std::round(g.x(tick)) + 0.5;
        m_painter.setPen(QPen(m_colors.scaleLineColor, 1));
        for (const QRectF &pane : {g.bytesUpPane, g.bytesDownPane}) {
            m_painter.drawLine(QPointF(x, pane.top()), QPointF(x, pane.bottom()));
        }
        m_painter.setPen(m_colors.textColor);
        const qreal half = metrics.averageCharWidth() * 8;
        m_painter.drawText(QRectF(x - half, g.timeAxisRect.top(), half * 2, metrics.height()),
                           Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine,
                           NetPlotWording::seconds(tick, step));
    }
    m_painter.setPen(QPen(m_colors.curveColor, 1));
    m_painter.drawRect(g.bytesUpPane);
    m_painter.drawRect(g.bytesDownPane);
    if (g.timeAxisRect.height() < metrics.height() * 2) {
        return;
    }
    m_painter.setPen(m_colors.textColor);
    m_painter.drawText(g.timeAxisRect,
                       Qt::AlignHCenter | Qt::AlignBottom | Qt::TextSingleLine,
                       i18nc("@title:axis of a plot", "seconds since the program was started, seen at this workstation"));
}

void NetPlotFrame::paintWaits() const
{
    const NetPlotGeometry &g = m_geometry;
    // If there are many waits, draws one bar per pixel column with the share of time waited.
    const auto columns = static_cast<int>(g.bytesUpPane.width());
    const auto &waits = m_index.waits();
    const auto from = std::ranges::lower_bound(waits, g.firstShownTraceUsec, {}, &NetPlotIndex::Wait::toUsec);
    const auto to = std::ranges::lower_bound(waits, g.lastShownTraceUsec, {}, &NetPlotIndex::Wait::fromUsec);
    const auto lane = [&](qreal left, qreal right, double share) {
        QColor color = m_colors.waitLaneColor;
        color.setAlphaF(static_cast<float>(share));
        m_painter.fillRect(QRectF(left, g.waitingLane.top(), right - left, g.waitingLane.height()), color);
    };
    const auto band = [&](qreal left, qreal right, double share) {
        QColor color = m_colors.waitBackgroundColor;
        color.setAlphaF(color.alphaF() * static_cast<float>(share));
        m_painter.fillRect(QRectF(left, g.bytesUpPane.top(), right - left, g.bytesDownPane.bottom() - g.bytesUpPane.top()), color);
    };
    constexpr double derived = 0.55; // opacity of the estimated part of a wait, which is paler than the measured part
    if (to - from < columns / 2) {
        for (auto wait = from; wait < to; ++wait) {
            const qreal left = std::max(g.x(wait->fromUsec), g.bytesUpPane.left());
            const qreal right = std::min(g.x(wait->toUsec), g.bytesUpPane.right());
            if (right > left) {
                band(left, std::max(right, left + 0.5), 1);
                const qreal answered = std::clamp(g.x(wait->answeredUsec), left, right);
                lane(left, answered, 1);
                lane(answered, std::max(right, left + 0.5), derived);
            }
        }
        return;
    }
    std::int64_t before = m_index.totalWaitUsecBefore(g.traceUsecAt(g.bytesUpPane.left()));
    for (int i = 0; i < columns; ++i) {
        const qreal left = g.bytesUpPane.left() + i;
        const std::int64_t start = g.traceUsecAt(left);
        const std::int64_t end = g.traceUsecAt(left + 1);
        const std::int64_t after = m_index.totalWaitUsecBefore(end);
        if (after > before && end > start) {
            const double share = std::clamp(static_cast<double>(after - before) / static_cast<double>(end - start), 0.0, 1.0);
            band(left, left + 1, share);
            lane(left, left + 1, share);
        }
        before = after;
    }
}

void NetPlotFrame::paintInteractionSpans() const
{
    const NetPlotGeometry &g = m_geometry;
    const QFontMetricsF metrics(m_painter.font(), m_painter.device());
    qreal free = g.interactionLane.left(); // left end of the room for the next interaction's name
    const auto span = [&](std::int64_t from, std::int64_t to, const QString &text, const QColor &color) {
        if (to < g.firstShownTraceUsec || from > g.lastShownTraceUsec) {
            return;
        }
        const qreal left = std::max(g.x(from), g.interactionLane.left());
        const qreal right = std::max(std::min(g.x(to), g.interactionLane.right()), left + 1);
        m_painter.fillRect(QRectF(left, g.interactionLane.bottom() - 3, right - left, 3), color);
        m_painter.setPen(QPen(color, 1));
        m_painter.drawLine(QPointF(left, g.interactionLane.top()), QPointF(left, g.interactionLane.bottom()));
        const qreal wanted = metrics.horizontalAdvance(text);
        if (left >= free && left + wanted <= g.interactionLane.right()) {
            m_painter.setPen(m_colors.textColor);
            m_painter.drawText(QPointF(left + 3, g.interactionLane.bottom() - 4 - metrics.descent()), text);
            free = left + wanted + metrics.averageCharWidth();
        }
    };
    if (const auto end = m_index.startupEndUsec(); end && *end > 0) {
        span(0,
             *end,
             i18nc("@info on a plot: how long a program's start took", "start: %1 s", NetPlotWording::seconds(*end, 100'000)),
             m_colors.programStartColor);
        const qreal x = g.x(*end);
        if (x >= g.bytesUpPane.left() && x <= g.bytesUpPane.right()) {
            m_painter.setPen(QPen(m_colors.programStartColor, 1.5, Qt::DashLine));
            m_painter.drawLine(QPointF(x, g.interactionLane.top()), QPointF(x, g.bytesDownPane.bottom()));
        }
    }
    for (const XInteraction &interaction : m_index.interactions()) {
        span(interaction.from,
             interaction.to,
             i18nc("@info on a plot: what a click or a key caused, in round trips and seconds",
                   "%1 round trips, %2 s",
                   QString::number(interaction.cost.roundTripCount),
                   NetPlotWording::seconds(interaction.to - interaction.from, 100'000)),
             m_colors.interactionColor);
    }
}

void NetPlotFrame::paintRetransmits() const
{
    const NetPlotGeometry &g = m_geometry;
    const XLinkSample *before = nullptr;
    qreal last = -100;
    for (const XLinkSample &mark : m_index.trace().linkSamples) {
        if (mark.retransmits < 0) {
            continue;
        }
        if (before && mark.retransmits > before->retransmits && mark.at >= g.firstShownTraceUsec && mark.at <= g.lastShownTraceUsec) {
            const qreal x = g.x(mark.at);
            if (x - last > 4) { // a mark is left out if it would touch the previous one
                const qreal height = g.linkLane.height() * 0.7;
                const QPolygonF triangle{{x - height / 2, g.linkLane.top()}, {x + height / 2, g.linkLane.top()}, {x, g.linkLane.top() + height}};
                QPainterPath path;
                path.addPolygon(triangle);
                m_painter.fillPath(path, m_colors.retransmitColor);
                m_painter.setPen(QPen(m_colors.retransmitColor, 1, Qt::DotLine));
                m_painter.drawLine(QPointF(x, g.linkLane.top() + height), QPointF(x, g.bytesDownPane.bottom()));
                last = x;
            }
        }
        before = &mark;
    }
}

void NetPlotFrame::paintRecordingGap() const
{
    const XTrace &trace = m_index.trace();
    const NetPlotGeometry &g = m_geometry;
    if (!trace.gapBeganAt || *trace.gapBeganAt > g.lastShownTraceUsec || trace.gapEndedAt < g.firstShownTraceUsec) {
        return;
    }
    const qreal left = std::max(g.x(*trace.gapBeganAt), g.bytesUpPane.left());
    const qreal right = std::min(g.x(trace.gapEndedAt), g.bytesUpPane.right());
    const QRectF band(left, g.bytesUpPane.top(), std::max<qreal>(right - left, 1), g.bytesDownPane.bottom() - g.bytesUpPane.top());
    m_painter.fillRect(band, QBrush(m_colors.curveColor, Qt::BDiagPattern));
    m_painter.setPen(m_colors.textColor);
    m_painter.drawText(band, Qt::AlignCenter | Qt::TextWordWrap, i18nc("@info on a plot", "not recorded: too much traffic"));
}
}
