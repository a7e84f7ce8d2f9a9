// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/palettegrid.h"

#include "widgets/common/accessiblerole.h"

#include <KLocalizedString>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;

constexpr auto lit = 1s;
constexpr int rows = DesktopPalette::cellCount / PaletteGrid::columnCount;

QColor colorOf(const DesktopPalette::Color &color)
{
    return QColor::fromRgba64(color.red, color.green, color.blue);
}
}

PaletteGrid::PaletteGrid()
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    // Called before the accessible name is set, because setting a name makes Qt create the accessible object.
    setAccessibleRole(this, QAccessible::Graphic);
    setAccessibleName(i18nc("@info accessible name", "Color map"));
    connect(&m_highlightRepaintTimer, &QTimer::timeout, this, qOverload<>(&QWidget::update));
}

void PaletteGrid::setColors(const DesktopPalette &palette)
{
    m_colors = palette;
    update();
}

int PaletteGrid::cellSize() const
{
    return std::max(fontMetrics().height(), 12);
}

QRect PaletteGrid::cellRect(int cell) const
{
    return {1 + cell % columnCount * cellSize(), 1 + cell / columnCount * cellSize(), cellSize(), cellSize()};
}

QSize PaletteGrid::sizeHint() const
{
    return {columnCount * cellSize() + 2, rows * cellSize() + 2};
}

QSize PaletteGrid::minimumSizeHint() const
{
    return sizeHint();
}

void PaletteGrid::chooseCell(int cell)
{
    if (cell == m_currentCell || cell < 0 || cell >= DesktopPalette::cellCount) {
        return;
    }
    m_currentCell = cell;
    update();
    Q_EMIT currentCellChanged(cell);
}

void PaletteGrid::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return chooseCell(m_currentCell - 1);
    case Qt::Key_Right:
        return chooseCell(m_currentCell + 1);
    case Qt::Key_Up:
        return chooseCell(m_currentCell - columnCount);
    case Qt::Key_Down:
        return chooseCell(m_currentCell + columnCount);
    case Qt::Key_Home:
        return chooseCell(0);
    case Qt::Key_End:
        return chooseCell(DesktopPalette::cellCount - 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void PaletteGrid::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint() - QPoint(1, 1);
    if (at.x() >= 0 && at.y() >= 0 && at.x() < columnCount * cellSize() && at.y() < rows * cellSize()) {
        chooseCell(at.y() / cellSize() * columnCount + at.x() / cellSize());
    }
}

void PaletteGrid::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto now = std::chrono::steady_clock::now();
    bool isLit = false;
    painter.fillRect(QRect(QPoint(), sizeHint()), palette().color(QPalette::Mid));
    for (int cell = 0; cell < DesktopPalette::cellCount; ++cell) {
        const QRect inner = cellRect(cell).adjusted(1, 1, -1, -1);
        if (const auto color = m_colors.color(cell)) {
            painter.fillRect(inner, colorOf(*color));
        } else {
            painter.fillRect(inner, palette().color(QPalette::Base));
            painter.fillRect(inner, QBrush(palette().color(QPalette::Mid), Qt::BDiagPattern));
        }
        const auto changedAt = m_colors.changedAt(cell);
        if (changedAt && now - *changedAt < lit) {
            isLit = true;
            // A changed cell gets a dark and a light frame, which are visible on every color.
            painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
            painter.drawRect(inner.adjusted(0, 0, -1, -1));
            painter.setPen(QPen(Qt::white, 1));
            painter.drawRect(inner.adjusted(2, 2, -3, -3));
        }
    }
    if (hasFocus()) {
        const QRect place = cellRect(m_currentCell);
        painter.setPen(QPen(Qt::black, 3));
        painter.drawRect(place.adjusted(1, 1, -2, -2));
        painter.setPen(QPen(Qt::white, 1));
        painter.drawRect(place.adjusted(1, 1, -2, -2));
    }
    isLit ? m_highlightRepaintTimer.start(100ms) : m_highlightRepaintTimer.stop();
}
}
