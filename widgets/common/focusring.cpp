// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/focusring.h"

#include <QEvent>
#include <QPainter>

namespace Nightdesk
{
FocusRing::FocusRing(QWidget *widget)
    : QWidget(widget)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    widget->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::Resize) {
        followWidget();
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::followWidget()
{
    setGeometry(parentWidget()->rect());
    setVisible(parentWidget()->hasFocus());
    raise(); // raised above its sibling, the viewport of a scroll area
}

void FocusRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
}
}
