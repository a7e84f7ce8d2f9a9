// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/shrinkarea.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace Nightdesk
{
ShrinkArea::ShrinkArea(QWidget *content, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->setAutoFillBackground(false);
    content->installEventFilter(this);
}

QSize ShrinkArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize ShrinkArea::minimumSizeHint() const
{
    // At most a third of a small laptop's screen, so that the menus and other parts of the window also fit.
    return widget()->minimumSizeHint().boundedTo(QSize(320, 160));
}

bool ShrinkArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QScrollArea::eventFilter(watched, event);
}

void ShrinkArea::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void ShrinkArea::fit()
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
