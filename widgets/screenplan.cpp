// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screenplan.h"

#include "widgets/monitorsketch.h"
#include "widgets/screenwording.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// Stands for those that we do not see.
constexpr QSize typicalMonitor(1920, 1080);
constexpr double gap = 8;

QRectF windowPlace(const WindowGeometry &geometry, int index, const QSizeF &monitor)
{
    const double width = geometry.size ? geometry.size->width / monitor.width() : 0.4;
    const double height = geometry.size ? geometry.size->height / monitor.height() : 0.4;
    double x = 0.3 + 0.06 * index;
    double y = 0.3 + 0.08 * index;
    if (geometry.offset) {
        x = geometry.offset->x / monitor.width();
        y = geometry.offset->y / monitor.height();
        x = geometry.offset->fromRight ? 1 - width - x : x;
        y = geometry.offset->fromBottom ? 1 - height - y : y;
    }
    return QRectF(std::clamp(x, 0.0, 0.9), std::clamp(y, 0.0, 0.9), std::clamp(width, 0.12, 1.0), std::clamp(height, 0.12, 1.0)) & QRectF(0, 0, 1, 1);
}
}

ScreenPlan::ScreenPlan(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Which display goes on which screen"));
}

void ScreenPlan::setProfile(const InstrumentProfile &profile, const QStringList &screens)
{
    m_profile = profile;
    m_names = ScreenMap::allNames(screens, profile);
    rebuild();
}

void ScreenPlan::setMonitors(const QList<Monitor> &monitors, const ScreenMapping &chosen)
{
    m_monitors = monitors;
    m_chosen = chosen;
    rebuild();
}

void ScreenPlan::rebuild()
{
    m_glasses.clear();
    const bool isEmpty = m_names.isEmpty() && m_profile.desktops.isEmpty() && m_profile.windows.isEmpty();
    QList<Monitor> monitors = m_monitors;
    for (qsizetype i = 0; m_monitors.isEmpty() && i < std::max(m_names.size(), qsizetype(1)); ++i) {
        monitors.append({{}, QRect(QPoint(typicalMonitor.width() * static_cast<int>(i), 0), typicalMonitor), typicalMonitor});
    }
    const ScreenMap map(m_names, monitors, m_monitors.isEmpty() ? ScreenMapping() : m_chosen);
    const QList<int> order = isEmpty ? QList<int>() : map.order();
    for (const int monitor : order) {
        m_glasses.append(
            {monitors[monitor].rect, ScreenWording::names(map, monitor), m_monitors.isEmpty() ? QString() : ScreenWording::monitor(monitors[monitor]), {}});
        fill(m_glasses.back(), map, monitor);
    }
    tell();
    updateGeometry();
    update();
}

void ScreenPlan::fill(Glass &glass, const ScreenMap &map, int monitor) const
{
    for (const DesktopSpec &desktop : m_profile.desktops) {
        if (map.monitorFor(desktop.screen) == monitor) {
            glass.items.append({desktop.title, false, {}});
        }
    }
    const qsizetype count = glass.items.size();
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    const int rows = columns ? static_cast<int>((count + columns - 1) / columns) : 0;
    for (qsizetype i = 0; i < count; ++i) {
        glass.items[i].place = QRectF(static_cast<double>(i % columns) / columns, static_cast<double>(i / columns) / rows, 1.0 / columns, 1.0 / rows);
    }
    int index = 0;
    for (const WindowSpec &window : m_profile.windows) {
        if (map.monitorFor(window.screen) == monitor) {
            glass.items.append({window.title, true, windowPlace(window.geometry, index, glass.rect.size())});
        }
        ++index;
    }
}

void ScreenPlan::tell()
{
    QStringList spoken;
    for (const Glass &glass : std::as_const(m_glasses)) {
        QStringList titles;
        for (const Item &item : glass.items) {
            titles.append(item.title);
        }
        const QString all = titles.join(QStringLiteral(", "));
        if (glass.monitor.isEmpty()) {
            spoken.append(i18nc("@info accessible description: screen name, displays on it", "%1: %2", glass.names, all));
        } else if (glass.names.isEmpty()) {
            spoken.append(i18nc("@info accessible description: a monitor, displays on it", "no screen on %1: %2", glass.monitor, all));
        } else {
            spoken.append(i18nc("@info accessible description: screen names, a monitor, displays on it", "%1 on %2: %3", glass.names, glass.monitor, all));
        }
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

QSize ScreenPlan::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 66, fontMetrics().height() * 9};
}

QSize ScreenPlan::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 6};
}

QList<QRectF> ScreenPlan::tilesOf(const Glass &glass, const QRectF &inner) const
{
    QList<QRectF> tiles;
    for (const Item &item : glass.items) {
        QRectF tile = QRectF(inner.left() + item.place.left() * inner.width(),
                             inner.top() + item.place.top() * inner.height(),
                             item.place.width() * inner.width(),
                             item.place.height() * inner.height())
                          .adjusted(1, 1, -1, -1);
        if (item.isWindow) {
            // A clock is small on its screen, but its name has to be read.
            const QSizeF readable(fontMetrics().horizontalAdvance(item.title) + 10.0, fontMetrics().height() + 2.0);
            tile.setSize(tile.size().expandedTo(readable).boundedTo(inner.size()));
            tile.moveLeft(std::min(tile.left(), inner.right() - tile.width() - 1));
            tile.moveTop(std::min(tile.top(), inner.bottom() - tile.height() - 1));
        }
        tiles.append(tile);
    }
    return tiles;
}

QRectF ScreenPlan::textPlace(const Glass &glass, const QList<QRectF> &tiles, qsizetype index) const
{
    const QRectF room = tiles.at(index).adjusted(4, 1, -4, -1);
    const Item &item = glass.items.at(index);
    if (item.isWindow) {
        return room;
    }
    // A desktop's title stands where no X program covers it.
    const QSizeF size(std::min(room.width(), fontMetrics().horizontalAdvance(item.title) + 1.0), fontMetrics().height());
    const double middle = room.center().x() - size.width() / 2;
    for (const double y : {room.top(), room.center().y() - size.height() / 2, room.bottom() - size.height()}) {
        for (const double x : {middle, room.left(), room.right() - size.width()}) {
            const QRectF place(QPointF(x, y), size);
            bool covered = false;
            for (qsizetype i = 0; i < tiles.size(); ++i) {
                covered |= glass.items.at(i).isWindow && tiles.at(i).intersects(place);
            }
            if (!covered) {
                return place;
            }
        }
    }
    return {QPointF(middle, room.top()), size};
}

void ScreenPlan::paintCaption(QPainter &painter, const Glass &glass, const QRectF &room) const
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF boldMetrics(bold);
    const double namesWidth = std::min(boldMetrics.horizontalAdvance(glass.names), room.width());
    // The monitor's own name only where it has room: what counts is the screen's.
    const double left = room.width() - namesWidth - (glass.names.isEmpty() ? 0 : gap);
    const bool both = !glass.monitor.isEmpty() && left > fontMetrics().averageCharWidth() * 6;
    const double monitorWidth = both ? std::min(left, QFontMetricsF(font()).horizontalAdvance(glass.monitor)) : 0;
    const double start = room.left() + (room.width() - namesWidth - (both && !glass.names.isEmpty() ? gap : 0) - monitorWidth) / 2;
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(start, room.top(), namesWidth + 1, room.height()),
                     Qt::AlignVCenter | Qt::TextSingleLine,
                     boldMetrics.elidedText(glass.names, Qt::ElideRight, namesWidth + 1));
    painter.setFont(font());
    if (both) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(room.right() - (start - room.left()) - monitorWidth, room.top(), monitorWidth + 1, room.height()),
                         Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(font()).elidedText(glass.monitor, Qt::ElideRight, monitorWidth + 1));
    }
}

void ScreenPlan::paintGlass(QPainter &painter, const Glass &glass, const QRectF &place) const
{
    const double lineHeight = fontMetrics().height();
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QRectF inner = place.adjusted(3, 3, -3, -3);
    if (glass.items.isEmpty()) {
        paintCaption(painter, glass, inner);
        return;
    }
    const QRectF caption(inner.left(), inner.bottom() - lineHeight, inner.width(), lineHeight);
    paintCaption(painter, glass, caption);
    const QList<QRectF> tiles = tilesOf(glass, inner.adjusted(0, 0, 0, -lineHeight - 1));
    for (qsizetype i = 0; i < tiles.size(); ++i) {
        const Item &item = glass.items.at(i);
        painter.setPen(QPen(palette().color(item.isWindow ? QPalette::Highlight : QPalette::Mid), 1));
        painter.setBrush(palette().color(item.isWindow ? QPalette::Window : QPalette::AlternateBase));
        painter.drawRoundedRect(tiles.at(i), 2, 2);
    }
    painter.setPen(palette().color(QPalette::Text));
    for (qsizetype i = 0; i < tiles.size(); ++i) {
        const QRectF text = textPlace(glass, tiles, i);
        painter.drawText(text, Qt::AlignCenter, fontMetrics().elidedText(glass.items.at(i).title, Qt::ElideRight, static_cast<int>(text.width())));
    }
}

void ScreenPlan::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QList<QRect> rects;
    for (const Glass &glass : std::as_const(m_glasses)) {
        rects.append(glass.rect);
    }
    const QList<QRectF> places = MonitorSketch::place(rects, rect(), gap);
    for (qsizetype i = 0; i < m_glasses.size(); ++i) {
        paintGlass(painter, m_glasses.at(i), places.at(i));
    }
}
}
