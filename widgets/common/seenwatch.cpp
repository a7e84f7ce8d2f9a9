// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/seenwatch.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>

#include <utility>

namespace Nightdesk
{
SeenWatch::SeenWatch(QWidget *widget)
    : m_widget(widget)
{
    widget->installEventFilter(this);
    QMetaObject::invokeMethod(this, &SeenWatch::updateVisibility, Qt::QueuedConnection); // a widget that is never shown gets no event
}

bool SeenWatch::isSeen() const
{
    return m_sight == Sight::Seen;
}

SeenWatch::Sight SeenWatch::sight() const
{
    return m_sight;
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
        // Queued: widget and window change after event filters.
        QMetaObject::invokeMethod(this, &SeenWatch::updateVisibility, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void SeenWatch::watchAncestors()
{
    QList<QPointer<QWidget>> now;
    for (QWidget *ancestor = m_widget->isWindow() ? nullptr : m_widget->parentWidget(); ancestor; ancestor = ancestor->parentWidget()) {
        now.append(ancestor);
        if (ancestor->isWindow()) {
            break;
        }
    }
    if (m_ancestors == now) {
        return;
    }
    for (const QPointer<QWidget> &ancestor : std::exchange(m_ancestors, now)) {
        if (ancestor) {
            ancestor->removeEventFilter(this);
        }
    }
    for (const QPointer<QWidget> &ancestor : std::as_const(m_ancestors)) {
        ancestor->installEventFilter(this);
    }
}

void SeenWatch::updateVisibility()
{
    watchAncestors();
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
    const bool isAway = !window || !window->isVisible() || m_widget->window()->isMinimized();
    const Sight sight = isAway ? Sight::Away : m_widget->isVisible() && window->isExposed() ? Sight::Seen : Sight::Behind;
    if (std::exchange(m_sight, sight) != sight || !std::exchange(m_hasLooked, true)) {
        Q_EMIT changed(isSeen());
    }
}
}
