// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotpainter.h"

#include "sessions/xtrace/xnames.h"
#include "widgets/netplot/netplotwording.h"

#include <KLocalizedString>

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr qreal markWidth = 3;
constexpr qreal leastHeight = 3; ///< of a mark: 4 bytes are seen as well
constexpr qreal reach = 8; ///< of the pointer

constexpr std::array allKinds{NetPlotKind::Images,
                              NetPlotKind::Glyphs,
                              NetPlotKind::CoreFonts,
                              NetPlotKind::Properties,
                              NetPlotKind::Drawing,
                              NetPlotKind::Other,
                              NetPlotKind::Reply,
                              NetPlotKind::Event,
                              NetPlotKind::Error};

bool isUp(NetPlotKind kind)
{
    return static_cast<std::size_t>(kind) < NetPlotIndex::requestKinds;
}

/// A pane of nothing but small messages is not blown up until they fill it.
std::int64_t headroom(std::int64_t bytes)
{
    return std::max<std::int64_t>(bytes + bytes / 20, 64);
}

QRectF markAt(qreal x, qreal low, qreal high)
{
    const qreal top = std::min(high, low - leastHeight);
    return {x - markWidth / 2, top, markWidth, low - top};
}
}

NetPlotPainter::NetPlotPainter(const NetPlotLook &look)
    : m_look(look)
{
}

qreal NetPlotPainter::Pane::y(std::int64_t bytes) const
{
    return area.bottom() - area.height() * (static_cast<double>(bytes - least) / static_cast<double>(most));
}

qreal NetPlotPainter::legendHeight(const QFontMetricsF &metrics, qreal width)
{
    qreal x = 0;
    int rows = 1;
    for (const NetPlotKind kind : allKinds) {
        const qreal wanted = metrics.horizontalAdvance(NetPlotWording::kind(kind)) + metrics.height() * 1.6;
        if (x > 0 && x + wanted > width) {
            x = 0;
            ++rows;
        }
        x += wanted;
    }
    const qreal waiting = metrics.horizontalAdvance(NetPlotWording::waiting()) + metrics.height() * 1.6;
    if (x + waiting > width) {
        ++rows;
    }
    return rows * metrics.height() * 1.15;
}

NetPlotGeometry NetPlotPainter::geometry(const View &view, const QFontMetricsF &metrics)
{
    QRectF area = view.area;
    if (!view.title.isEmpty()) {
        area.setTop(area.top() + metrics.height() * 1.4);
    }
    if (view.hasLegend) {
        area.setTop(area.top() + legendHeight(metrics, area.width()));
    }
    return NetPlotGeometry(area, metrics.height(), metrics.averageCharWidth(), view.from, view.to);
}

NetPlotPainter::Seen NetPlotPainter::seen(const NetPlotIndex &index, const NetPlotGeometry &geometry)
{
    Seen seen;
    seen.first = index.trace().lowerBound(geometry.from);
    seen.end = std::max(seen.first, index.trace().lowerBound(geometry.to + 1));
    seen.before = index.before(seen.first);
    seen.after = index.before(seen.end);
    seen.up = {geometry.up, seen.before.up(), headroom(seen.after.up() - seen.before.up())};
    seen.down = {geometry.down, seen.before.down(), headroom(seen.after.down() - seen.before.down())};
    return seen;
}

void NetPlotPainter::paint(QPainter &painter, const NetPlotIndex &index, const View &view)
{
    const QFontMetricsF metrics(painter.font(), painter.device());
    const NetPlotGeometry places = geometry(view, metrics);
    m_painter = &painter;
    m_index = &index;
    m_geometry = &places;
    painter.save();
    painter.setLayoutDirection(Qt::LeftToRight); // time goes to the right in every language
    painter.fillRect(view.area, m_look.ground);
    QRectF head = view.area;
    painter.setPen(m_look.text);
    if (!view.title.isEmpty()) {
        QFont bold = painter.font();
        bold.setBold(true);
        painter.save();
        painter.setFont(bold);
        const QRectF line = head.adjusted(metrics.averageCharWidth(), metrics.height() * 0.2, -metrics.averageCharWidth(), 0);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, QFontMetricsF(bold).elidedText(view.title, Qt::ElideRight, line.width()));
        painter.restore();
        head.setTop(head.top() + metrics.height() * 1.4);
    }
    if (view.hasLegend) {
        paintLegend(head);
    }
    const Seen now = seen(index, places);
    paintWaits();
    paintTimes();
    paintScale(now.up, i18nc("@title:axis of a plot: bytes that an X program sent", "program → server"));
    paintScale(now.down, i18nc("@title:axis of a plot: bytes that an X program received", "server → program"));
    paintGap();
    paintLink();
    paintSpans();
    if (now.end - now.first <= mostMarks) {
        paintMarks(now);
        paintNames(now);
    } else {
        paintColumns(now);
    }
    if (view.chosen) {
        const qreal left = std::clamp(places.x(view.chosen->first), places.plot().left(), places.plot().right());
        const qreal right = std::clamp(places.x(view.chosen->second), places.plot().left(), places.plot().right());
        const QRectF band(left, places.plot().top(), std::max<qreal>(right - left, 1), places.plot().height());
        painter.fillRect(band, m_look.chosen);
        painter.setPen(QPen(m_look.text, 1, Qt::DashLine));
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
    }
    if (view.current && *view.current >= now.first && *view.current < now.end) {
        paintCurrent(now, *view.current);
    }
    painter.restore();
    m_painter = nullptr;
    m_index = nullptr;
    m_geometry = nullptr;
}

qreal NetPlotPainter::paintLegend(const QRectF &area)
{
    const QFontMetricsF metrics(m_painter->font(), m_painter->device());
    const qreal line = metrics.height() * 1.15;
    const qreal box = metrics.height() * 0.55;
    qreal x = 0;
    qreal y = 0;
    const auto entry = [&](const QColor &color, const QString &text) {
        const qreal wanted = metrics.horizontalAdvance(text) + metrics.height() * 1.6;
        if (x > 0 && x + wanted > area.width()) {
            x = 0;
            y += line;
        }
        const QPointF at = area.topLeft() + QPointF(x + metrics.averageCharWidth(), y);
        m_painter->fillRect(QRectF(at.x(), at.y() + (line - box) / 2, box, box), color);
        m_painter->setPen(m_look.text);
        m_painter->drawText(QPointF(at.x() + box + metrics.height() * 0.35, at.y() + (line - metrics.height()) / 2 + metrics.ascent()), text);
        x += wanted;
    };
    for (const NetPlotKind kind : allKinds) {
        entry(m_look.color(kind), NetPlotWording::kind(kind));
    }
    entry(m_look.waitStrong, NetPlotWording::waiting());
    return y + line;
}

void NetPlotPainter::paintScale(const Pane &pane, const QString &name)
{
    const QFontMetricsF metrics(m_painter->font(), m_painter->device());
    const int most = std::max(1, static_cast<int>(pane.area.height() / metrics.height() / 2));
    const std::int64_t unit = NetPlotGeometry::byteUnit(pane.most); // one for all of them: 1,500 KiB are no round number of MiB
    for (const std::int64_t tick : NetPlotGeometry::byteTicks(pane.most, most)) {
        const qreal y = std::round(pane.y(pane.least + tick)) + 0.5;
        m_painter->setPen(QPen(m_look.faint, 1));
        m_painter->drawLine(QPointF(pane.area.left(), y), QPointF(pane.area.right(), y));
        m_painter->setPen(m_look.text);
        const QRectF place(pane.area.left() - metrics.averageCharWidth() * 10.5, y - metrics.height() / 2, metrics.averageCharWidth() * 10, metrics.height());
        m_painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, NetPlotWording::bytesIn(tick, unit));
    }
    if (pane.area.height() < metrics.height() * 2.5) {
        return;
    }
    // What the pane is, in the corner that its curve leaves free.
    m_painter->setPen(m_look.text);
    m_painter->drawText(pane.area.adjusted(0, 0, -metrics.averageCharWidth() * 0.7, -2), Qt::AlignRight | Qt::AlignBottom | Qt::TextSingleLine, name);
}

void NetPlotPainter::paintTimes()
{
    const QFontMetricsF metrics(m_painter->font(), m_painter->device());
    const NetPlotGeometry &g = *m_geometry;
    const int most = std::max(2, static_cast<int>(g.up.width() / (metrics.averageCharWidth() * 11)));
    const QList<std::int64_t> ticks = NetPlotGeometry::ticks(g.from, g.to, most);
    const std::int64_t step = ticks.size() > 1 ? ticks[1] - ticks[0] : g.to - g.from;
    for (const std::int64_t tick : ticks) {
        const qreal x = std::round(g.x(tick)) + 0.5;
        m_painter->setPen(QPen(m_look.faint, 1));
        for (const QRectF &pane : {g.up, g.down}) {
            m_painter->drawLine(QPointF(x, pane.top()), QPointF(x, pane.bottom()));
        }
        m_painter->setPen(m_look.text);
        const qreal half = metrics.averageCharWidth() * 8;
        m_painter->drawText(QRectF(x - half, g.axis.top(), half * 2, metrics.height()),
                            Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine,
                            NetPlotWording::seconds(tick, step));
    }
    m_painter->setPen(QPen(m_look.curve, 1));
    m_painter->drawRect(g.up);
    m_painter->drawRect(g.down);
    if (g.axis.height() < metrics.height() * 2) {
        return;
    }
    m_painter->setPen(m_look.text);
    m_painter->drawText(g.axis,
                        Qt::AlignHCenter | Qt::AlignBottom | Qt::TextSingleLine,
                        i18nc("@title:axis of a plot", "seconds since the program was started, seen at this workstation"));
}

void NetPlotPainter::paintWaits()
{
    const NetPlotGeometry &g = *m_geometry;
    // As many as columns at most: for each, how much of it was waited.
    const auto columns = static_cast<int>(g.up.width());
    const auto &waits = m_index->waits();
    const auto from = std::ranges::lower_bound(waits, g.from, {}, &NetPlotIndex::Wait::to);
    const auto to = std::ranges::lower_bound(waits, g.to, {}, &NetPlotIndex::Wait::from);
    const auto lane = [&](qreal left, qreal right, double share) {
        QColor color = m_look.waitStrong;
        color.setAlphaF(static_cast<float>(share));
        m_painter->fillRect(QRectF(left, g.waits.top(), right - left, g.waits.height()), color);
    };
    const auto band = [&](qreal left, qreal right, double share) {
        QColor color = m_look.wait;
        color.setAlphaF(color.alphaF() * static_cast<float>(share));
        m_painter->fillRect(QRectF(left, g.up.top(), right - left, g.down.bottom() - g.up.top()), color);
    };
    constexpr double derived = 0.55; // paler than what was seen here
    if (to - from < columns / 2) {
        for (auto wait = from; wait < to; ++wait) {
            const qreal left = std::max(g.x(wait->from), g.up.left());
            const qreal right = std::min(g.x(wait->to), g.up.right());
            if (right > left) {
                band(left, std::max(right, left + 0.5), 1);
                const qreal answered = std::clamp(g.x(wait->answered), left, right);
                lane(left, answered, 1);
                lane(answered, std::max(right, left + 0.5), derived);
            }
        }
        return;
    }
    std::int64_t before = m_index->waitedBefore(g.time(g.up.left()));
    for (int i = 0; i < columns; ++i) {
        const qreal left = g.up.left() + i;
        const std::int64_t start = g.time(left);
        const std::int64_t end = g.time(left + 1);
        const std::int64_t after = m_index->waitedBefore(end);
        if (after > before && end > start) {
            const double share = std::clamp(static_cast<double>(after - before) / static_cast<double>(end - start), 0.0, 1.0);
            band(left, left + 1, share);
            lane(left, left + 1, share);
        }
        before = after;
    }
}

void NetPlotPainter::paintSpans()
{
    const NetPlotGeometry &g = *m_geometry;
    const QFontMetricsF metrics(m_painter->font(), m_painter->device());
    qreal free = g.deeds.left(); // names stand where none is yet
    const auto span = [&](std::int64_t from, std::int64_t to, const QString &text, const QColor &color) {
        if (to < g.from || from > g.to) {
            return;
        }
        const qreal left = std::max(g.x(from), g.deeds.left());
        const qreal right = std::max(std::min(g.x(to), g.deeds.right()), left + 1);
        m_painter->fillRect(QRectF(left, g.deeds.bottom() - 3, right - left, 3), color);
        m_painter->setPen(QPen(color, 1));
        m_painter->drawLine(QPointF(left, g.deeds.top()), QPointF(left, g.deeds.bottom()));
        const qreal wanted = metrics.horizontalAdvance(text);
        if (left >= free && left + wanted <= g.deeds.right()) {
            m_painter->setPen(m_look.text);
            m_painter->drawText(QPointF(left + 3, g.deeds.bottom() - 4 - metrics.descent()), text);
            free = left + wanted + metrics.averageCharWidth();
        }
    };
    if (const auto end = m_index->startEnd(); end && *end > 0) {
        span(0, *end, i18nc("@info on a plot: how long a program's start took", "start: %1 s", NetPlotWording::seconds(*end, 100'000)), m_look.start);
        const qreal x = g.x(*end);
        if (x >= g.up.left() && x <= g.up.right()) {
            m_painter->setPen(QPen(m_look.start, 1.5, Qt::DashLine));
            m_painter->drawLine(QPointF(x, g.deeds.top()), QPointF(x, g.down.bottom()));
        }
    }
    for (const XDeed &deed : m_index->deeds()) {
        span(deed.from,
             deed.to,
             i18nc("@info on a plot: what a click or a key caused, in round trips and seconds",
                   "%1 round trips, %2 s",
                   QString::number(deed.cost.synchronous),
                   NetPlotWording::seconds(deed.to - deed.from, 100'000)),
             m_look.deed);
    }
}

void NetPlotPainter::paintLink()
{
    const NetPlotGeometry &g = *m_geometry;
    const XLinkMark *before = nullptr;
    qreal last = -100;
    for (const XLinkMark &mark : m_index->trace().marks) {
        if (mark.retransmits < 0) {
            continue;
        }
        if (before && mark.retransmits > before->retransmits && mark.at >= g.from && mark.at <= g.to) {
            const qreal x = g.x(mark.at);
            if (x - last > 4) { // a mark each, as far as there is room
                const qreal height = g.link.height() * 0.7;
                const QPolygonF triangle{{x - height / 2, g.link.top()}, {x + height / 2, g.link.top()}, {x, g.link.top() + height}};
                QPainterPath path;
                path.addPolygon(triangle);
                m_painter->fillPath(path, m_look.retransmit);
                m_painter->setPen(QPen(m_look.retransmit, 1, Qt::DotLine));
                m_painter->drawLine(QPointF(x, g.link.top() + height), QPointF(x, g.down.bottom()));
                last = x;
            }
        }
        before = &mark;
    }
}

void NetPlotPainter::paintGap()
{
    const XTrace &trace = m_index->trace();
    const NetPlotGeometry &g = *m_geometry;
    if (!trace.gapFrom || *trace.gapFrom > g.to || trace.gapTo < g.from) {
        return;
    }
    const qreal left = std::max(g.x(*trace.gapFrom), g.up.left());
    const qreal right = std::min(g.x(trace.gapTo), g.up.right());
    const QRectF band(left, g.up.top(), std::max<qreal>(right - left, 1), g.down.bottom() - g.up.top());
    m_painter->fillRect(band, QBrush(m_look.curve, Qt::BDiagPattern));
    m_painter->setPen(m_look.text);
    m_painter->drawText(band, Qt::AlignCenter | Qt::TextWordWrap, i18nc("@info on a plot", "not recorded: too much traffic"));
}

void NetPlotPainter::fill(NetPlotKind kind, const QRectF &rect)
{
    m_rects[static_cast<std::size_t>(kind)].append(rect);
}

void NetPlotPainter::flush()
{
    const bool isDrawing = m_painter->paintEngine() && m_painter->paintEngine()->type() == QPaintEngine::SVG;
    for (const NetPlotKind kind : allKinds) {
        QList<QRectF> &rects = m_rects[static_cast<std::size_t>(kind)];
        if (rects.isEmpty()) {
            continue;
        }
        if (isDrawing) { // one path: a shape for each would make a file ten times as large
            QPainterPath path;
            path.setFillRule(Qt::WindingFill);
            for (const QRectF &rect : std::as_const(rects)) {
                path.addRect(rect);
            }
            m_painter->fillPath(path, m_look.color(kind));
        } else {
            const QColor color = m_look.color(kind);
            for (const QRectF &rect : std::as_const(rects)) {
                m_painter->fillRect(rect, color);
            }
        }
        rects.clear();
    }
}

void NetPlotPainter::paintMarks(const Seen &seen)
{
    std::int64_t up = seen.before.up();
    std::int64_t down = seen.before.down();
    QPolygonF upCurve{{seen.up.area.left(), seen.up.y(up)}};
    QPolygonF downCurve{{seen.down.area.left(), seen.down.y(down)}};
    QList<QPointF> errors;
    for (std::size_t i = seen.first; i < seen.end; ++i) {
        if (!m_index->shows(i)) {
            continue;
        }
        const XRecord &record = m_index->trace().at(i);
        const NetPlotKind kind = m_index->kind(i);
        const Pane &pane = isUp(kind) ? seen.up : seen.down;
        std::int64_t &sum = isUp(kind) ? up : down;
        QPolygonF &curve = isUp(kind) ? upCurve : downCurve;
        const qreal x = m_geometry->x(record.at);
        const qreal low = pane.y(sum);
        sum += record.size;
        const qreal high = pane.y(sum);
        curve << QPointF(x, low) << QPointF(x, high);
        fill(kind, markAt(x, low, high));
        if (kind == NetPlotKind::Error) {
            errors.append({x, (low + high) / 2});
        }
    }
    upCurve << QPointF(seen.up.area.right(), seen.up.y(up));
    downCurve << QPointF(seen.down.area.right(), seen.down.y(down));
    m_painter->setPen(QPen(m_look.curve, 1));
    m_painter->drawPolyline(upCurve);
    m_painter->drawPolyline(downCurve);
    flush();
    m_painter->setPen(QPen(m_look.color(NetPlotKind::Error), 2));
    for (const QPointF &place : std::as_const(errors)) {
        m_painter->drawLine(place + QPointF(-4, -4), place + QPointF(4, 4));
        m_painter->drawLine(place + QPointF(-4, 4), place + QPointF(4, -4));
    }
}

void NetPlotPainter::paintColumns(const Seen &seen)
{
    const NetPlotGeometry &g = *m_geometry;
    const auto columns = static_cast<int>(g.up.width());
    QPolygonF upCurve;
    QPolygonF downCurve;
    NetPlotIndex::Sums before = seen.before;
    std::size_t index = seen.first;
    QList<QPointF> errors;
    for (int i = 0; i < columns; ++i) {
        const qreal x = g.up.left() + i;
        std::int64_t low = seen.up.least;
        const std::size_t next = i + 1 < columns ? std::clamp(m_index->trace().lowerBound(g.time(x + 1)), index, seen.end) : seen.end;
        if (next == index) {
            continue;
        }
        index = next;
        const NetPlotIndex::Sums after = m_index->before(index);
        const std::int64_t upBefore = before.up();
        const std::int64_t downBefore = before.down();
        upCurve << QPointF(x, seen.up.y(upBefore)) << QPointF(x, seen.up.y(after.up()));
        downCurve << QPointF(x, seen.down.y(downBefore)) << QPointF(x, seen.down.y(after.down()));
        low = upBefore;
        for (const NetPlotKind kind : allKinds) {
            if (kind == NetPlotKind::Reply) {
                low = downBefore;
            }
            const auto number = static_cast<std::size_t>(kind);
            const std::int64_t bytes = after.bytes[number] - before.bytes[number];
            if (bytes > 0) {
                const Pane &pane = isUp(kind) ? seen.up : seen.down;
                const qreal bottom = pane.y(low);
                low += bytes;
                const qreal top = pane.y(low);
                fill(kind, QRectF(x, std::min(top, bottom - leastHeight), 1, std::max(bottom - top, leastHeight)));
            }
        }
        if (after.errors > before.errors) {
            errors.append({x, seen.down.y(after.down())});
        }
        before = after;
    }
    m_painter->setPen(QPen(m_look.curve, 1));
    m_painter->drawPolyline(upCurve);
    m_painter->drawPolyline(downCurve);
    flush();
    m_painter->setPen(QPen(m_look.color(NetPlotKind::Error), 2));
    qreal last = -100;
    for (const QPointF &place : std::as_const(errors)) {
        if (place.x() - last < 4) {
            continue;
        }
        last = place.x();
        m_painter->drawLine(place + QPointF(-4, -4), place + QPointF(4, 4));
        m_painter->drawLine(place + QPointF(-4, 4), place + QPointF(4, -4));
    }
}

/// To the right of a mark and below its top nothing else can stand, nor to its left and above: the curve only rises. So a name has
/// only other names to avoid.
void NetPlotPainter::paintNames(const Seen &seen)
{
    QFont small = m_painter->font();
    if (small.pixelSize() > 0) {
        small.setPixelSize(static_cast<int>(small.pixelSize() * 0.85));
    } else {
        small.setPointSizeF(small.pointSizeF() * 0.85);
    }
    m_painter->save();
    m_painter->setFont(small);
    m_painter->setPen(m_look.text);
    const QFontMetricsF metrics(small, m_painter->device());
    QList<QRectF> taken;
    std::int64_t up = seen.before.up();
    std::int64_t down = seen.before.down();
    for (std::size_t i = seen.first; i < seen.end; ++i) {
        if (!m_index->shows(i)) {
            continue;
        }
        const XRecord &record = m_index->trace().at(i);
        const bool said = isUp(m_index->kind(i));
        const Pane &pane = said ? seen.up : seen.down;
        std::int64_t &sum = said ? up : down;
        if (pane.area.height() < metrics.height() * 3) { // they would hide what they name
            continue;
        }
        const qreal low = pane.y(sum);
        sum += record.size;
        const QRectF mark = markAt(m_geometry->x(record.at), low, pane.y(sum));
        // A first look without the text's width, which is dear.
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
        if (taken.size() > 400) { // more could not be read
            break;
        }
    }
    m_painter->restore();
}

void NetPlotPainter::paintCurrent(const Seen &seen, std::size_t current)
{
    const NetPlotIndex::Sums before = m_index->before(current);
    const XRecord &record = m_index->trace().at(current);
    const bool said = isUp(m_index->kind(current));
    const Pane &pane = said ? seen.up : seen.down;
    const std::int64_t sum = said ? before.up() : before.down();
    const QRectF mark = markAt(m_geometry->x(record.at), pane.y(sum), pane.y(sum + record.size));
    m_painter->setPen(QPen(m_look.text, 1.5));
    m_painter->drawRect(mark.adjusted(-3, -3, 3, 3));
    m_painter->setPen(QPen(m_look.text, 1, Qt::DotLine));
    m_painter->drawLine(QPointF(mark.center().x(), m_geometry->up.top()), QPointF(mark.center().x(), m_geometry->down.bottom()));
}

std::optional<std::size_t> NetPlotPainter::messageAt(const NetPlotIndex &index, const NetPlotGeometry &geometry, QPointF place)
{
    if (!geometry.up.contains(place) && !geometry.down.contains(place)) {
        return {};
    }
    const bool said = geometry.up.contains(place);
    const Seen all = seen(index, geometry);
    const Pane &pane = said ? all.up : all.down;
    const std::size_t from = std::max(all.first, index.trace().lowerBound(geometry.time(place.x() - reach)));
    const std::size_t to = std::min(all.end, index.trace().lowerBound(geometry.time(place.x() + reach) + 1));
    if (to <= from || to - from > mostMarks) {
        return {};
    }
    const NetPlotIndex::Sums before = index.before(from);
    std::int64_t sum = said ? before.up() : before.down();
    std::optional<std::size_t> nearest;
    qreal least = reach * reach;
    for (std::size_t i = from; i < to; ++i) {
        if (!index.shows(i) || isUp(index.kind(i)) != said) {
            continue;
        }
        const XRecord &record = index.trace().at(i);
        const qreal low = pane.y(sum);
        sum += record.size;
        const QRectF mark = markAt(geometry.x(record.at), low, pane.y(sum));
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
