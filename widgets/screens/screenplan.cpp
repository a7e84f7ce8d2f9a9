// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screenplan.h"

#include "sessions/common/displaytext.h"
#include "widgets/screens/monitorsketch.h"
#include "widgets/wording/screenwording.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Used when no real monitor is known.
constexpr QSize typicalMonitor(1920, 1080);
constexpr double monitorGap = 8;

QRectF windowRectInMonitor(const WindowGeometry &geometry, int index, const QSizeF &monitor)
{
    const double width = geometry.size ? geometry.size->width / monitor.width() : 0.4;
    const double height = geometry.size ? geometry.size->height / monitor.height() : 0.4;
    double x = 0.3 + 0.06 * index;
    double y = 0.3 + 0.08 * index;
    if (geometry.offset) {
        x = geometry.offset->x / monitor.width();
        y = geometry.offset->y / monitor.height();
        x = geometry.offset->isFromRight ? 1 - width - x : x;
        y = geometry.offset->isFromBottom ? 1 - height - y : y;
    }
    return QRectF(std::clamp(x, 0.0, 0.9), std::clamp(y, 0.0, 0.9), std::clamp(width, 0.12, 1.0), std::clamp(height, 0.12, 1.0)) & QRectF(0, 0, 1, 1);
}
}

ScreenPlan::ScreenPlan()
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setAccessibleName(i18nc("@info accessible name", "Displays on each screen"));
}

void ScreenPlan::setProfile(const InstrumentProfile &profile, const QStringList &screens)
{
    m_profile = profile;
    m_screenNames = ScreenMap::allNames(screens, profile);
    rebuild();
}

void ScreenPlan::setMonitors(const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen)
{
    m_monitors = monitors;
    m_screenMapping = chosen;
    rebuild();
}

void ScreenPlan::rebuild()
{
    m_monitorDrawings.clear();
    const bool isEmpty = m_screenNames.isEmpty() && m_profile.desktops.isEmpty() && m_profile.windows.isEmpty();
    QList<PhysicalMonitor> monitors = m_monitors;
    for (qsizetype i = 0; m_monitors.isEmpty() && i < std::max(m_screenNames.size(), qsizetype(1)); ++i) {
        monitors.append({{}, QRect(QPoint(typicalMonitor.width() * static_cast<int>(i), 0), typicalMonitor), typicalMonitor});
    }
    const ScreenMap map(m_screenNames, monitors, m_monitors.isEmpty() ? ScreenMapping() : m_screenMapping);
    const QList<int> orderedMonitors = isEmpty ? QList<int>() : map.monitorIndexesLeftToRight();
    for (const int monitor : orderedMonitors) {
        MonitorDrawing drawing{monitors[monitor].rect, ScreenWording::names(map, monitor), {}, {}, {}};
        if (!m_monitors.isEmpty()) {
            drawing.monitorName = ScreenWording::monitor(monitors[monitor]);
            drawing.connectorName = displayText(monitors[monitor].id.connector);
        }
        m_monitorDrawings.append(drawing);
        fillDrawing(m_monitorDrawings.back(), map, monitor);
    }
    updateAccessibleDescription();
    updateGeometry();
    update();
}

void ScreenPlan::fillDrawing(MonitorDrawing &drawing, const ScreenMap &map, int monitor) const
{
    for (const DesktopSpec &desktop : m_profile.desktops) {
        if (map.monitorFor(desktop.screen) == monitor) {
            drawing.displays.append({desktop.title, false, {}});
        }
    }
    const QList<QRectF> tiles = MonitorSketch::displayTileRects(drawing.displays.size());
    for (qsizetype i = 0; i < tiles.size(); ++i) {
        drawing.displays[i].rectInMonitor = tiles[i];
    }
    int index = 0;
    for (const WindowSpec &window : m_profile.windows) {
        if (map.monitorFor(window.screen) == monitor) {
            drawing.displays.append({window.title, true, windowRectInMonitor(window.geometry, index, drawing.monitorRect.size())});
        }
        ++index;
    }
}

void ScreenPlan::updateAccessibleDescription()
{
    QStringList spoken;
    for (const MonitorDrawing &drawing : std::as_const(m_monitorDrawings)) {
        QStringList titles;
        for (const DisplayDrawing &item : drawing.displays) {
            titles.append(item.title);
        }
        const QString all = titles.join(QStringLiteral(", "));
        if (drawing.monitorName.isEmpty()) {
            spoken.append(i18nc("@info accessible description: screen name, displays on it", "%1: %2", drawing.screenNames, all));
        } else if (drawing.screenNames.isEmpty()) {
            spoken.append(i18nc("@info accessible description: a monitor, displays on it", "no screen on %1: %2", drawing.monitorName, all));
        } else {
            spoken.append(
                i18nc("@info accessible description: screen names, a monitor, displays on it", "%1 on %2: %3", drawing.screenNames, drawing.monitorName, all));
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

QList<QRectF> ScreenPlan::tileRects(const MonitorDrawing &drawing, const QRectF &inner) const
{
    QList<QRectF> tiles;
    for (const DisplayDrawing &item : drawing.displays) {
        QRectF tile = QRectF(inner.left() + item.rectInMonitor.left() * inner.width(),
                             inner.top() + item.rectInMonitor.top() * inner.height(),
                             item.rectInMonitor.width() * inner.width(),
                             item.rectInMonitor.height() * inner.height())
                          .adjusted(1, 1, -1, -1);
        if (item.isWindow) {
            // Even a small window, such as a clock, is drawn large enough for its name.
            const QSizeF readable(fontMetrics().horizontalAdvance(item.title) + 10.0, fontMetrics().height() + 2.0);
            tile.setSize(tile.size().expandedTo(readable).boundedTo(inner.size()));
            tile.moveLeft(std::min(tile.left(), inner.right() - tile.width() - 1));
            tile.moveTop(std::min(tile.top(), inner.bottom() - tile.height() - 1));
        }
        tiles.append(tile);
    }
    return tiles;
}

QRectF ScreenPlan::titleRect(const MonitorDrawing &drawing, const QList<QRectF> &tiles, qsizetype index, const QList<QRectF> &taken) const
{
    const QRectF room = tiles.at(index).adjusted(4, 1, -4, -1);
    const DisplayDrawing &item = drawing.displays.at(index);
    const double full = std::min(room.width(), fontMetrics().horizontalAdvance(item.title) + 1.0);
    const double least = std::min(full, fontMetrics().averageCharWidth() * 5.0);
    const double height = fontMetrics().height();
    if (item.isWindow) {
        return {room.center().x() - full / 2, room.center().y() - height / 2, full, height};
    }
    const auto isTaken = [&](const QRectF &place) {
        return std::ranges::any_of(taken, [&place](const QRectF &other) {
            return other.intersects(place);
        });
    };
    const auto isCovered = [&](const QRectF &place) {
        for (qsizetype i = 0; i < tiles.size(); ++i) {
            if (drawing.displays.at(i).isWindow && tiles.at(i).intersects(place)) {
                return true;
            }
        }
        return false;
    };
    // A desktop's title goes where no X program covers it, shortened if necessary; otherwise over a program, but not over other titles.
    for (const bool onWindows : {false, true}) {
        for (const double width : {full, (full + least) / 2, least}) {
            for (const double y : {room.top(), room.center().y() - height / 2, room.bottom() - height}) {
                for (const double x : {room.center().x() - width / 2, room.left(), room.right() - width}) {
                    const QRectF place(x, y, width, height);
                    if (!isTaken(place) && (onWindows || !isCovered(place))) {
                        return place;
                    }
                }
            }
        }
    }
    return {};
}

QColor ScreenPlan::lineColor() const
{
    // The palette's grays for lines would be darker than a dark window.
    const QColor text = palette().color(QPalette::WindowText);
    const QColor ground = palette().color(QPalette::Window);
    const auto mix = [](int a, int b) {
        return (a * 35 + b * 65) / 100;
    };
    return QColor(mix(text.red(), ground.red()), mix(text.green(), ground.green()), mix(text.blue(), ground.blue()));
}

void ScreenPlan::paintCaption(QPainter &painter, const MonitorDrawing &drawing, const QRectF &room) const
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF boldMetrics(bold);
    const QFontMetricsF metrics(font());
    const QString screenNames = boldMetrics.elidedText(drawing.screenNames, Qt::ElideRight, room.width());
    const double namesWidth = boldMetrics.horizontalAdvance(screenNames);
    const double between = screenNames.isEmpty() ? 0 : monitorGap;
    // The monitor's name is shown only if it fits: the screen's name is more important.
    const double left = room.width() - namesWidth - between;
    QString wanted = metrics.horizontalAdvance(drawing.monitorName) <= left ? drawing.monitorName : drawing.connectorName;
    // A connector that is also the screen's name is not repeated.
    if (!drawing.connectorName.isEmpty() && drawing.screenNames.split(QStringLiteral(" / ")).contains(drawing.connectorName)
        && wanted.startsWith(drawing.connectorName)) {
        wanted.remove(0, drawing.connectorName.size());
        while (!wanted.isEmpty() && !wanted.at(0).isLetterOrNumber()) {
            wanted.remove(0, 1);
        }
    }
    const QString monitor = left < metrics.averageCharWidth() * 4 ? QString() : metrics.elidedText(wanted, Qt::ElideRight, left);
    const double monitorWidth = metrics.horizontalAdvance(monitor);
    const double width = namesWidth + (monitor.isEmpty() ? 0 : between + monitorWidth);
    const double start = room.center().x() - width / 2;
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(start, room.top(), namesWidth + 1, room.height()), Qt::AlignVCenter | Qt::TextSingleLine, screenNames);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(start + width - monitorWidth, room.top(), monitorWidth + 1, room.height()), Qt::AlignVCenter | Qt::TextSingleLine, monitor);
}

void ScreenPlan::paintMonitor(QPainter &painter, const MonitorDrawing &drawing, const QRectF &place) const
{
    const double lineHeight = fontMetrics().height();
    painter.setPen(QPen(lineColor(), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QRectF inner = place.adjusted(3, 3, -3, -3);
    if (drawing.displays.isEmpty()) {
        paintCaption(painter, drawing, inner);
        return;
    }
    const QRectF caption(inner.left(), inner.bottom() - lineHeight, inner.width(), lineHeight);
    paintCaption(painter, drawing, caption);
    const QList<QRectF> tiles = tileRects(drawing, inner.adjusted(0, 0, 0, -lineHeight - 1));
    for (qsizetype i = 0; i < tiles.size(); ++i) {
        const DisplayDrawing &item = drawing.displays.at(i);
        painter.setPen(QPen(item.isWindow ? palette().color(QPalette::Highlight) : lineColor(), 1));
        painter.setBrush(palette().color(item.isWindow ? QPalette::Window : QPalette::AlternateBase));
        painter.drawRoundedRect(tiles.at(i), 2, 2);
    }
    QList<QRectF> texts;
    for (const bool windows : {true, false}) {
        for (qsizetype i = 0; i < tiles.size(); ++i) {
            if (drawing.displays.at(i).isWindow == windows) {
                const QRectF text = titleRect(drawing, tiles, i, texts);
                // A title that overlaps a program's tile belongs to a desktop behind it.
                bool isBehind = false;
                for (qsizetype j = 0; j < tiles.size(); ++j) {
                    isBehind |= !windows && drawing.displays.at(j).isWindow && tiles.at(j).intersects(text);
                }
                painter.setPen(palette().color(isBehind ? QPalette::PlaceholderText : QPalette::Text));
                painter.drawText(text, Qt::AlignCenter, fontMetrics().elidedText(drawing.displays.at(i).title, Qt::ElideRight, static_cast<int>(text.width())));
                texts.append(text);
            }
        }
    }
}

void ScreenPlan::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QList<QRect> rects;
    for (const MonitorDrawing &drawing : std::as_const(m_monitorDrawings)) {
        rects.append(drawing.monitorRect);
    }
    const QList<QRectF> places = MonitorSketch::monitorRects(rects, rect(), monitorGap);
    for (qsizetype i = 0; i < m_monitorDrawings.size(); ++i) {
        paintMonitor(painter, m_monitorDrawings.at(i), places.at(i));
    }
}
}
