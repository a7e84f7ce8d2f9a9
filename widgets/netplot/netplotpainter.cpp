// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotpainter.h"

#include "sessions/xtrace/xnames.h"
#include "widgets/netplot/netplotframe.h"

#include <KLocalizedString>

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr qreal markWidth = 3;
constexpr qreal minMarkHeight = 3; ///< smallest height of a mark: even 4 bytes are visible
constexpr qreal maxPointerDistance = 8; ///< distance at which the pointer finds a mark

bool isSentByProgram(NetPlotMessageKind kind)
{
    return static_cast<std::size_t>(kind) < NetPlotIndex::requestKindCount;
}

/// The byte range of a pane: at least 64 bytes, so that a few small messages do not fill it.
std::int64_t paneScaleRange(std::int64_t bytes)
{
    return std::max<std::int64_t>(bytes + bytes / 20, 64);
}

QRectF markRectAt(qreal x, qreal low, qreal high)
{
    const qreal top = std::min(high, low - minMarkHeight);
    return {x - markWidth / 2, top, markWidth, low - top};
}
}

NetPlotPainter::NetPlotPainter(const NetPlotColors &look)
    : m_colors(look)
{
}

NetPlotGeometry NetPlotPainter::geometry(const PaintParameters &view, const QFontMetricsF &metrics)
{
    const QRectF area = view.area.adjusted(0, NetPlotFrame::headerHeight(metrics, view.area.width(), view.title, view.hasLegend), 0, 0);
    return NetPlotGeometry(area, metrics.height(), metrics.averageCharWidth(), view.firstShownTraceUsec, view.lastShownTraceUsec);
}

NetPlotPainter::VisibleMessages NetPlotPainter::visibleMessages(const NetPlotIndex &index, const NetPlotGeometry &geometry)
{
    VisibleMessages visibleMessages;
    visibleMessages.firstMessage = index.trace().lowerBound(geometry.firstShownTraceUsec);
    visibleMessages.messageAfterLast = std::max(visibleMessages.firstMessage, index.trace().lowerBound(geometry.lastShownTraceUsec + 1));
    visibleMessages.sumsBeforeFirst = index.sumsBefore(visibleMessages.firstMessage);
    visibleMessages.sumsAfterLast = index.sumsBefore(visibleMessages.messageAfterLast);
    visibleMessages.bytesUpPane = {geometry.bytesUpPane,
                                   visibleMessages.sumsBeforeFirst.bytesUp(),
                                   paneScaleRange(visibleMessages.sumsAfterLast.bytesUp() - visibleMessages.sumsBeforeFirst.bytesUp())};
    visibleMessages.bytesDownPane = {geometry.bytesDownPane,
                                     visibleMessages.sumsBeforeFirst.bytesDown(),
                                     paneScaleRange(visibleMessages.sumsAfterLast.bytesDown() - visibleMessages.sumsBeforeFirst.bytesDown())};
    return visibleMessages;
}

void NetPlotPainter::paint(QPainter &painter, const NetPlotIndex &index, const PaintParameters &view)
{
    const NetPlotGeometry places = geometry(view, QFontMetricsF(painter.font(), painter.device()));
    const NetPlotFrame frame(m_colors, painter, index, places);
    m_painter = &painter;
    m_index = &index;
    m_geometry = &places;
    painter.save();
    painter.setLayoutDirection(Qt::LeftToRight); // time runs to the right in every language
    painter.fillRect(view.area, m_colors.backgroundColor);
    frame.paintHeader(view.area, view.title, view.hasLegend);
    const VisibleMessages now = visibleMessages(index, places);
    frame.paintWaits();
    frame.paintTimeAxis();
    frame.paintByteScale(now.bytesUpPane, i18nc("@title:axis of a plot: bytes that an X program sent", "program → server"));
    frame.paintByteScale(now.bytesDownPane, i18nc("@title:axis of a plot: bytes that an X program received", "server → program"));
    frame.paintRecordingGap();
    frame.paintRetransmits();
    frame.paintInteractionSpans();
    if (now.messageAfterLast - now.firstMessage <= maxMarks) {
        paintMessageMarks(now);
        paintMessageNames(now);
    } else {
        paintColumnTotals(now);
    }
    if (view.selectedRange) {
        const qreal left = std::clamp(places.x(view.selectedRange->first), places.plot().left(), places.plot().right());
        const qreal right = std::clamp(places.x(view.selectedRange->second), places.plot().left(), places.plot().right());
        const QRectF band(left, places.plot().top(), std::max<qreal>(right - left, 1), places.plot().height());
        painter.fillRect(band, m_colors.selectionColor);
        painter.setPen(QPen(m_colors.textColor, 1, Qt::DashLine));
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
    }
    if (view.selectedMessageIndex && *view.selectedMessageIndex >= now.firstMessage && *view.selectedMessageIndex < now.messageAfterLast) {
        paintSelectedMessage(now, *view.selectedMessageIndex);
    }
    painter.restore();
    m_painter = nullptr;
    m_index = nullptr;
    m_geometry = nullptr;
}

void NetPlotPainter::paintCollectedRects()
{
    const bool isDrawing = m_painter->paintEngine() && m_painter->paintEngine()->type() == QPaintEngine::SVG;
    for (const NetPlotMessageKind kind : netPlotKinds) {
        QList<QRectF> &rects = m_rectsByKind[static_cast<std::size_t>(kind)];
        if (rects.isEmpty()) {
            continue;
        }
        const QColor color = m_colors.color(kind);
        if (isDrawing) { // all rectangles in one path, because separate shapes make an SVG file ten times as large
            QPainterPath path;
            path.setFillRule(Qt::WindingFill);
            for (const QRectF &rect : std::as_const(rects)) {
                path.addRect(rect);
            }
            m_painter->fillPath(path, color);
        } else {
            for (const QRectF &rect : std::as_const(rects)) {
                m_painter->fillRect(rect, color);
            }
        }
        rects.clear();
    }
}

void NetPlotPainter::paintCurvesRectsAndErrors(const QPolygonF &upCurve, const QPolygonF &downCurve, const QList<QPointF> &errors)
{
    m_painter->setPen(QPen(m_colors.curveColor, 1));
    m_painter->drawPolyline(upCurve);
    m_painter->drawPolyline(downCurve);
    paintCollectedRects();
    m_painter->setPen(QPen(m_colors.color(NetPlotMessageKind::Error), 2));
    for (const QPointF &place : errors) {
        m_painter->drawLine(place + QPointF(-4, -4), place + QPointF(4, 4));
        m_painter->drawLine(place + QPointF(-4, 4), place + QPointF(4, -4));
    }
}

void NetPlotPainter::paintMessageMarks(const VisibleMessages &visibleMessages)
{
    std::int64_t up = visibleMessages.sumsBeforeFirst.bytesUp();
    std::int64_t down = visibleMessages.sumsBeforeFirst.bytesDown();
    QPolygonF upCurve{{visibleMessages.bytesUpPane.area.left(), visibleMessages.bytesUpPane.y(up)}};
    QPolygonF downCurve{{visibleMessages.bytesDownPane.area.left(), visibleMessages.bytesDownPane.y(down)}};
    QList<QPointF> errors;
    for (std::size_t i = visibleMessages.firstMessage; i < visibleMessages.messageAfterLast; ++i) {
        if (!m_index->belongsToConnection(i)) {
            continue;
        }
        const XRecord &record = m_index->trace().at(i);
        const NetPlotMessageKind kind = m_index->kind(i);
        const NetPlotPane &pane = isSentByProgram(kind) ? visibleMessages.bytesUpPane : visibleMessages.bytesDownPane;
        std::int64_t &sum = isSentByProgram(kind) ? up : down;
        QPolygonF &curve = isSentByProgram(kind) ? upCurve : downCurve;
        const qreal x = m_geometry->x(record.at);
        const qreal low = pane.y(sum);
        sum += record.size;
        const qreal high = pane.y(sum);
        curve << QPointF(x, low) << QPointF(x, high);
        collectRectToPaint(kind, markRectAt(x, low, high));
        if (kind == NetPlotMessageKind::Error) {
            errors.append({x, (low + high) / 2});
        }
    }
    upCurve << QPointF(visibleMessages.bytesUpPane.area.right(), visibleMessages.bytesUpPane.y(up));
    downCurve << QPointF(visibleMessages.bytesDownPane.area.right(), visibleMessages.bytesDownPane.y(down));
    paintCurvesRectsAndErrors(upCurve, downCurve, errors);
}

void NetPlotPainter::paintColumnTotals(const VisibleMessages &visibleMessages)
{
    const NetPlotGeometry &g = *m_geometry;
    const auto columns = static_cast<int>(g.bytesUpPane.width());
    QPolygonF upCurve;
    QPolygonF downCurve;
    NetPlotIndex::Sums before = visibleMessages.sumsBeforeFirst;
    std::size_t index = visibleMessages.firstMessage;
    QList<QPointF> errors;
    for (int i = 0; i < columns; ++i) {
        const qreal x = g.bytesUpPane.left() + i;
        std::int64_t low = visibleMessages.bytesUpPane.scaleStartBytes;
        const std::size_t next = i + 1 < columns ? std::clamp(m_index->trace().lowerBound(g.traceUsecAt(x + 1)), index, visibleMessages.messageAfterLast)
                                                 : visibleMessages.messageAfterLast;
        if (next == index) {
            continue;
        }
        index = next;
        const NetPlotIndex::Sums after = m_index->sumsBefore(index);
        const std::int64_t upBefore = before.bytesUp();
        const std::int64_t downBefore = before.bytesDown();
        upCurve << QPointF(x, visibleMessages.bytesUpPane.y(upBefore)) << QPointF(x, visibleMessages.bytesUpPane.y(after.bytesUp()));
        downCurve << QPointF(x, visibleMessages.bytesDownPane.y(downBefore)) << QPointF(x, visibleMessages.bytesDownPane.y(after.bytesDown()));
        low = upBefore;
        for (const NetPlotMessageKind kind : netPlotKinds) {
            if (kind == NetPlotMessageKind::Reply) {
                low = downBefore;
            }
            const auto number = static_cast<std::size_t>(kind);
            const std::int64_t bytes = after.bytes[number] - before.bytes[number];
            if (bytes > 0) {
                const NetPlotPane &pane = isSentByProgram(kind) ? visibleMessages.bytesUpPane : visibleMessages.bytesDownPane;
                const qreal bottom = pane.y(low);
                low += bytes;
                const qreal top = pane.y(low);
                collectRectToPaint(kind, QRectF(x, std::min(top, bottom - minMarkHeight), 1, std::max(bottom - top, minMarkHeight)));
            }
        }
        if (after.errors > before.errors && (errors.isEmpty() || x - errors.last().x() >= 4)) {
            errors.append({x, visibleMessages.bytesDownPane.y(after.bytesDown())});
        }
        before = after;
    }
    paintCurvesRectsAndErrors(upCurve, downCurve, errors);
}

/// Writes a name at the lower right or the upper left of its mark. The curve only rises, so no other mark is there: a
/// name has to avoid only other names.
void NetPlotPainter::paintMessageNames(const VisibleMessages &visibleMessages)
{
    QFont small = m_painter->font();
    if (small.pixelSize() > 0) {
        small.setPixelSize(static_cast<int>(small.pixelSize() * 0.85));
    } else {
        small.setPointSizeF(small.pointSizeF() * 0.85);
    }
    m_painter->save();
    m_painter->setFont(small);
    m_painter->setPen(m_colors.textColor);
    const QFontMetricsF metrics(small, m_painter->device());
    QList<QRectF> taken;
    std::int64_t up = visibleMessages.sumsBeforeFirst.bytesUp();
    std::int64_t down = visibleMessages.sumsBeforeFirst.bytesDown();
    for (std::size_t i = visibleMessages.firstMessage; i < visibleMessages.messageAfterLast; ++i) {
        if (!m_index->belongsToConnection(i)) {
            continue;
        }
        const XRecord &record = m_index->trace().at(i);
        const bool isSent = isSentByProgram(m_index->kind(i));
        const NetPlotPane &pane = isSent ? visibleMessages.bytesUpPane : visibleMessages.bytesDownPane;
        std::int64_t &sum = isSent ? up : down;
        if (pane.area.height() < metrics.height() * 3) { // names would hide the marks
            continue;
        }
        const qreal low = pane.y(sum);
        sum += record.size;
        const QRectF mark = markRectAt(m_geometry->x(record.at), low, pane.y(sum));
        // The first check uses a small width, because measuring the width of the text is slow.
        QRectF right(mark.right() + 2, mark.bottom() - metrics.height() * 0.75, metrics.averageCharWidth() * 4, metrics.height());
        right.moveTop(std::max(mark.top(), right.top()));
        QRectF left(mark.left() - 2 - right.width(), mark.top() + 2 - metrics.height(), right.width(), metrics.height());
        const auto isFree = [&](const QRectF &place) {
            return pane.area.contains(place) && std::none_of(taken.crbegin(), taken.crend(), [&](const QRectF &other) {
                       return other.intersects(place);
                   });
        };
        const bool canRight = isFree(right);
        const bool canLeft = isFree(left);
        if (!canRight && !canLeft) {
            continue;
        }
        const QString text = QString::fromStdString(XNames::label(record));
        const qreal width = metrics.horizontalAdvance(text);
        right.setWidth(width);
        left.setLeft(left.right() - width);
        const QRectF place = canRight && isFree(right) ? right : canLeft && isFree(left) ? left : QRectF();
        if (!place.isNull()) {
            m_painter->drawText(QPointF(place.left(), place.top() + metrics.ascent()), text);
            taken.append(place);
        }
        if (taken.size() > 400) { // more names would not be readable
            break;
        }
    }
    m_painter->restore();
}

void NetPlotPainter::paintSelectedMessage(const VisibleMessages &visibleMessages, std::size_t current)
{
    const NetPlotIndex::Sums before = m_index->sumsBefore(current);
    const XRecord &record = m_index->trace().at(current);
    const bool isSent = isSentByProgram(m_index->kind(current));
    const NetPlotPane &pane = isSent ? visibleMessages.bytesUpPane : visibleMessages.bytesDownPane;
    const std::int64_t sum = isSent ? before.bytesUp() : before.bytesDown();
    const QRectF mark = markRectAt(m_geometry->x(record.at), pane.y(sum), pane.y(sum + record.size));
    m_painter->setPen(QPen(m_colors.textColor, 1.5));
    m_painter->drawRect(mark.adjusted(-3, -3, 3, 3));
    m_painter->setPen(QPen(m_colors.textColor, 1, Qt::DotLine));
    m_painter->drawLine(QPointF(mark.center().x(), m_geometry->bytesUpPane.top()), QPointF(mark.center().x(), m_geometry->bytesDownPane.bottom()));
}

std::optional<std::size_t> NetPlotPainter::messageAt(const NetPlotIndex &index, const NetPlotGeometry &geometry, QPointF place)
{
    if (!geometry.bytesUpPane.contains(place) && !geometry.bytesDownPane.contains(place)) {
        return {};
    }
    const bool isSent = geometry.bytesUpPane.contains(place);
    const VisibleMessages all = visibleMessages(index, geometry);
    const NetPlotPane &pane = isSent ? all.bytesUpPane : all.bytesDownPane;
    const std::size_t from = std::max(all.firstMessage, index.trace().lowerBound(geometry.traceUsecAt(place.x() - maxPointerDistance)));
    const std::size_t to = std::min(all.messageAfterLast, index.trace().lowerBound(geometry.traceUsecAt(place.x() + maxPointerDistance) + 1));
    if (to <= from || to - from > maxMarks) {
        return {};
    }
    const NetPlotIndex::Sums before = index.sumsBefore(from);
    std::int64_t sum = isSent ? before.bytesUp() : before.bytesDown();
    std::optional<std::size_t> nearest;
    qreal least = maxPointerDistance * maxPointerDistance;
    for (std::size_t i = from; i < to; ++i) {
        if (!index.belongsToConnection(i) || isSentByProgram(index.kind(i)) != isSent) {
            continue;
        }
        const XRecord &record = index.trace().at(i);
        const qreal low = pane.y(sum);
        sum += record.size;
        const QRectF mark = markRectAt(geometry.x(record.at), low, pane.y(sum));
        const qreal across = place.x() - mark.center().x();
        const qreal along = place.y() < mark.top() ? mark.top() - place.y() : place.y() > mark.bottom() ? place.y() - mark.bottom() : 0;
        const qreal distance = across * across + along * along;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}
}
