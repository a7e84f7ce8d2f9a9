// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screenplan.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
/// Only proportions matter in the drawing; a usual monitor stands for those that we do not see.
constexpr QSizeF typicalMonitor(1920, 1080);

QRectF windowPlace(const WindowGeometry &geometry, int index)
{
    const double width = geometry.size ? geometry.size->width / typicalMonitor.width() : 0.4;
    const double height = geometry.size ? geometry.size->height / typicalMonitor.height() : 0.4;
    double x = 0.3 + 0.06 * index;
    double y = 0.3 + 0.08 * index;
    if (geometry.offset) {
        x = geometry.offset->x / typicalMonitor.width();
        y = geometry.offset->y / typicalMonitor.height();
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
}

void ScreenPlan::setProfile(const InstrumentProfile &profile, const QStringList &screens)
{
    m_screens.clear();
    for (const QString &name : screens) {
        m_screens.append({name, {}});
    }
    const auto screenOf = [this](const QString &name) -> Screen & {
        const auto found = std::ranges::find_if(m_screens, [&name](const Screen &screen) {
            return name.isEmpty() || screen.name == name;
        });
        if (found != m_screens.end()) {
            return *found;
        }
        m_screens.append({name, {}});
        return m_screens.back();
    };
    for (const DesktopSpec &desktop : profile.desktops) {
        screenOf(desktop.screen).items.append({desktop.title, false, {}});
    }
    for (Screen &screen : m_screens) {
        const qsizetype count = screen.items.size();
        const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
        const int rows = columns ? static_cast<int>((count + columns - 1) / columns) : 0;
        for (qsizetype i = 0; i < count; ++i) {
            screen.items[i].place = QRectF(static_cast<double>(i % columns) / columns, static_cast<double>(i / columns) / rows, 1.0 / columns, 1.0 / rows);
        }
    }
    int index = 0;
    QStringList spoken;
    for (const WindowSpec &window : profile.windows) {
        screenOf(window.screen).items.append({window.title, true, windowPlace(window.geometry, index++)});
    }
    for (const Screen &screen : std::as_const(m_screens)) {
        QStringList titles;
        for (const Item &item : screen.items) {
            titles.append(item.title);
        }
        spoken.append(i18nc("@info accessible description: screen name, displays on it", "%1: %2", screen.name, titles.join(QStringLiteral(", "))));
    }
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Which display goes on which screen"));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize ScreenPlan::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 66, fontMetrics().height() * 9};
}

QSize ScreenPlan::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 6};
}

QList<QRectF> ScreenPlan::tilesOf(const Screen &screen, const QRectF &inner) const
{
    QList<QRectF> tiles;
    for (const Item &item : screen.items) {
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

QRectF ScreenPlan::textPlace(const Screen &screen, const QList<QRectF> &tiles, qsizetype index) const
{
    const QRectF room = tiles.at(index).adjusted(4, 1, -4, -1);
    const Item &item = screen.items.at(index);
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
                covered |= screen.items.at(i).isWindow && tiles.at(i).intersects(place);
            }
            if (!covered) {
                return place;
            }
        }
    }
    return {QPointF(middle, room.top()), size};
}

void ScreenPlan::paintEvent(QPaintEvent *)
{
    if (m_screens.isEmpty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int lineHeight = fontMetrics().height();
    const double gap = 8;
    const auto count = static_cast<double>(m_screens.size());
    double width = (this->width() - gap * (count - 1)) / count;
    const double height = std::min(width * typicalMonitor.height() / typicalMonitor.width(), this->height() - lineHeight - 6.0);
    width = std::min(width, height * typicalMonitor.width() / typicalMonitor.height());
    double x = 0;
    for (const Screen &screen : std::as_const(m_screens)) {
        const QRectF glass(x, 1, width, height);
        painter.setPen(QPen(palette().color(QPalette::Mid), 1));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRoundedRect(glass, 4, 4);
        const QRectF inner = glass.adjusted(3, 3, -3, -3);
        const QList<QRectF> tiles = tilesOf(screen, inner);
        for (qsizetype i = 0; i < tiles.size(); ++i) {
            const Item &item = screen.items.at(i);
            painter.setPen(QPen(palette().color(item.isWindow ? QPalette::Highlight : QPalette::Mid), 1));
            painter.setBrush(palette().color(item.isWindow ? QPalette::Window : QPalette::AlternateBase));
            painter.drawRoundedRect(tiles.at(i), 2, 2);
        }
        painter.setPen(palette().color(QPalette::Text));
        for (qsizetype i = 0; i < tiles.size(); ++i) {
            const QRectF text = textPlace(screen, tiles, i);
            painter.drawText(text, Qt::AlignCenter, fontMetrics().elidedText(screen.items.at(i).title, Qt::ElideRight, static_cast<int>(text.width())));
        }
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(x, glass.bottom() + 3, width, lineHeight), Qt::AlignHCenter, screen.name);
        x += width + gap;
    }
}
}
