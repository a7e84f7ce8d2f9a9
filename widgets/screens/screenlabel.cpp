// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screenlabel.h"

#include <KLocalizedString>

#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace Nightdesk
{
namespace
{
// White on near black, with a light and a dark border line: visible on a white and on a black desktop.
constexpr QColor ground(0x14, 0x18, 0x1c);
constexpr QColor letters(0xff, 0xff, 0xff);
constexpr QColor detailColor(0xc8, 0xd0, 0xd8);
constexpr QColor frameColor(0xff, 0xc1, 0x07);

/// The label's rectangle: in the middle of @p monitor, or at the edge where it covers the least of @p avoid.
QRect labelRectOn(const QRect &monitor, const QRect &avoid)
{
    QRect middle(0, 0, monitor.width() * 6 / 10, monitor.height() * 3 / 10);
    middle.moveCenter(monitor.center());
    const int margin = monitor.height() / 30;
    QRect best = middle;
    for (const QRect &place : {middle,
                               QRect(QPoint(middle.x(), monitor.bottom() + 1 - margin - middle.height()), middle.size()),
                               QRect(QPoint(middle.x(), monitor.top() + margin), middle.size())}) {
        if ((place & avoid).height() < (best & avoid).height()) {
            best = place;
        }
    }
    return best;
}
}

ScreenLabel::ScreenLabel(QScreen *screen, const QString &names, const QString &monitor, const QRect &avoid)
    // No window manager handles tooltip windows: no frame, no focus, no entry in a task list.
    : QWidget(nullptr, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint | Qt::WindowDoesNotAcceptFocus)
    , m_screenNames(names)
    , m_monitorName(monitor)
{
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_QuitOnClose, false);
    setFocusPolicy(Qt::NoFocus);
    setWindowTitle(text());
    setAccessibleName(text());
    setScreen(screen);
    setGeometry(labelRectOn(screen->geometry(), avoid));
}

QString ScreenLabel::text() const
{
    return m_screenNames.isEmpty() ? i18nc("@info accessible, a monitor's connector and size", "No screen, monitor %1", m_monitorName)
                                   : i18nc("@info accessible, screen names, a monitor's connector and size", "%1, monitor %2", m_screenNames, m_monitorName);
}

QFont ScreenLabel::fittedFont(const QString &text, double height, bool bold) const
{
    QFont font = this->font();
    font.setBold(bold);
    font.setPixelSize(std::max(8, static_cast<int>(height)));
    const int wanted = QFontMetrics(font).horizontalAdvance(text);
    const double room = width() * 0.85;
    if (wanted > room) {
        font.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * room / wanted)));
    }
    return font;
}

void ScreenLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Qt::black);
    const int line = std::max(2, height() / 60);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), frameColor);
    painter.fillRect(rect().adjusted(1 + line, 1 + line, -1 - line, -1 - line), ground);
    const auto write = [&](const QString &text, double height, bool bold, const QColor &color, const QRectF &room) {
        painter.setFont(fittedFont(text, height, bold));
        painter.setPen(color);
        painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
    };
    const QRectF inner = QRectF(rect()).adjusted(width() * 0.04, height() * 0.06, -width() * 0.04, -height() * 0.06);
    const double upper = inner.height() * 0.66;
    if (m_screenNames.isEmpty()) {
        write(i18nc("@info on a monitor that shows no screen of the site", "No screen of this site"),
              height() * 0.2,
              false,
              detailColor,
              QRectF(inner.topLeft(), QSizeF(inner.width(), upper)));
    } else {
        write(m_screenNames, height() * 0.42, true, letters, QRectF(inner.topLeft(), QSizeF(inner.width(), upper)));
    }
    write(m_monitorName, height() * 0.14, false, detailColor, QRectF(inner.left(), inner.top() + upper, inner.width(), inner.height() - upper));
}
}
