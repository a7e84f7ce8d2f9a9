// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/displaybox.h"

#include "widgets/common/accessiblerole.h"

#include <KColorScheme>

#include <QHash>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// Side length, in pixels, of the corner at which the user drags to resize a program's window.
constexpr int handleSize = 12;
}

DraggableDisplayBox::DraggableDisplayBox(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleRole(this, QAccessible::Graphic);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void DraggableDisplayBox::setAppearance(const Appearance &look)
{
    if (look != m_appearance) {
        m_appearance = look;
        update();
    }
}

void DraggableDisplayBox::setEditable(bool isEditable)
{
    m_isEditable = isEditable;
}

bool DraggableDisplayBox::isOnResizeHandle(QPoint place) const
{
    return m_appearance.isProgramWindow && place.x() >= width() - handleSize && place.y() >= height() - handleSize;
}

void DraggableDisplayBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const KColorScheme scheme(QPalette::Active, KColorScheme::View);
    const QColor text = palette().color(QPalette::Text);
    QColor line = m_appearance.isProgramWindow ? palette().color(QPalette::Highlight) : palette().color(QPalette::PlaceholderText);
    const QColor ground = palette().color(m_appearance.isProgramWindow ? QPalette::Window : QPalette::AlternateBase);
    if (m_appearance.hasProblem) {
        line = scheme.foreground(KColorScheme::NegativeText).color();
    }
    const int thick = hasFocus() ? 3 : m_appearance.hasProblem ? 2 : 1;
    QPen pen(hasFocus() ? palette().color(QPalette::Highlight) : line, thick);
    if (!m_appearance.startsAutomatically) {
        pen.setStyle(Qt::DashLine);
    }
    painter.setPen(pen);
    painter.setBrush(ground);
    const double half = thick / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 2, 2);
    if (m_appearance.isProgramWindow && m_isEditable) {
        painter.setPen(QPen(line, 1));
        for (const int inset : {3, 6, 9}) {
            painter.drawLine(width() - inset - 2, height() - 3, width() - 3, height() - inset - 2);
        }
    }
    const QRect room = rect().adjusted(5, 3, -5, -3);
    const int lineHeight = fontMetrics().height();
    painter.setPen(text);
    const bool hasDetail = !m_appearance.secondLineText.isEmpty() && room.height() >= 2 * lineHeight
        && fontMetrics().horizontalAdvance(m_appearance.secondLineText) <= room.width();
    const QRect title(room.left(), room.top(), room.width(), std::min(room.height(), lineHeight));
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_appearance.title, Qt::ElideRight, room.width()));
    if (hasDetail) {
        painter.drawText(title.translated(0, lineHeight), Qt::AlignLeft | Qt::AlignVCenter, m_appearance.secondLineText);
    }
}

void DraggableDisplayBox::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_isEditable) {
        return;
    }
    m_isPressed = true;
    m_isResizing = isOnResizeHandle(event->position().toPoint());
    m_pressPosition = mapToParent(event->position().toPoint());
}

void DraggableDisplayBox::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint place = event->position().toPoint();
    if (m_isPressed) {
        Q_EMIT dragMoved(mapToParent(place) - m_pressPosition, m_isResizing, mapToParent(place));
    } else {
        setCursor(!m_isEditable ? Qt::ArrowCursor : isOnResizeHandle(place) ? Qt::SizeFDiagCursor : Qt::SizeAllCursor);
    }
}

void DraggableDisplayBox::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_isPressed) {
        m_isPressed = false;
        Q_EMIT dragFinished();
    }
}

void DraggableDisplayBox::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        m_isPressed = false;
        Q_EMIT dragCancelled();
        Q_EMIT openTableRequested();
    }
}

void DraggableDisplayBox::keyPressEvent(QKeyEvent *event)
{
    const bool isResize = event->modifiers() & Qt::ShiftModifier;
    const bool isFine = event->modifiers() & Qt::ControlModifier;
    static const QHash<int, QPoint> arrowKeys{{Qt::Key_Left, {-1, 0}}, {Qt::Key_Right, {1, 0}}, {Qt::Key_Up, {0, -1}}, {Qt::Key_Down, {0, 1}}};
    if (const auto arrow = arrowKeys.constFind(event->key()); arrow != arrowKeys.cend()) {
        Q_EMIT arrowKeyPressed(*arrow, isResize, isFine);
        return;
    }
    switch (event->key()) {
    case Qt::Key_PageUp:
        Q_EMIT screenChangeRequested(-1);
        return;
    case Qt::Key_PageDown:
        Q_EMIT screenChangeRequested(1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT openTableRequested();
        return;
    case Qt::Key_Escape:
        if (m_isPressed) {
            m_isPressed = false;
            Q_EMIT dragCancelled();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void DraggableDisplayBox::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    Q_EMIT focusReceived();
}
}
