// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/shrinkablearea.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace Nightdesk
{
ShrinkableArea::ShrinkableArea(QWidget *content)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->setAutoFillBackground(false);
    content->installEventFilter(this);
}

QSize ShrinkableArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize ShrinkableArea::minimumSizeHint() const
{
    // Limited to about a third of the screen of a small laptop, so that the menus and other parts of the window also fit on it.
    return widget()->minimumSizeHint().boundedTo(QSize(320, 160));
}

bool ShrinkableArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        fitContent();
    }
    return QScrollArea::eventFilter(watched, event);
}

void ShrinkableArea::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fitContent();
}

void ShrinkableArea::fitContent()
{
    const QLayout *layout = widget()->layout();
    const QSize least = widget()->minimumSizeHint();
    const auto needed = [&](int width) {
        return layout && layout->hasHeightForWidth() ? qMax(least.height(), layout->minimumHeightForWidth(width)) : least.height();
    };
    QSize room = maximumViewportSize();
    if (needed(qMax(room.width(), least.width())) > room.height()) {
        room.rwidth() -= verticalScrollBar()->sizeHint().width();
    }
    const int width = qMax(room.width(), least.width());
    widget()->resize(width, qMax(room.height(), needed(width)));
}
}
