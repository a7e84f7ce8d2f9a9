// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/seenwatch.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>

namespace Nightdesk
{
SeenWatch::SeenWatch(QWidget *widget)
    : m_widget(widget)
{
    widget->installEventFilter(this);
}

bool SeenWatch::isSeen() const
{
    return m_seen;
}

bool SeenWatch::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
    case QEvent::WinIdChange:
    case QEvent::Expose:
    case QEvent::WindowStateChange:
        // Widget and window learn of it after their filters.
        QMetaObject::invokeMethod(this, &SeenWatch::look, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void SeenWatch::look()
{
    QWindow *const window = m_widget->window()->windowHandle();
    if (m_window != window) {
        if (m_window) {
            m_window->removeEventFilter(this);
        }
        m_window = window;
        if (window) {
            window->installEventFilter(this);
        }
    }
    const bool seen = m_widget->isVisible() && !m_widget->window()->isMinimized() && window && window->isExposed();
    if (m_seen != seen) {
        m_seen = seen;
        Q_EMIT changed(seen);
    }
}
}
