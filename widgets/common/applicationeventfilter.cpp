// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/applicationeventfilter.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>

#include <algorithm>

namespace Nightdesk
{
namespace
{
QPointer<ApplicationEventFilter> &applicationFilter()
{
    static QPointer<ApplicationEventFilter> filter;
    return filter;
}
}

ApplicationEventHandler::~ApplicationEventHandler()
{
    if (ApplicationEventFilter *filter = applicationFilter()) {
        filter->remove(this);
    }
}

ApplicationEventFilter *ApplicationEventFilter::instance()
{
    QPointer<ApplicationEventFilter> &filter = applicationFilter();
    if (!filter) {
        filter = new ApplicationEventFilter(qApp);
        qApp->installEventFilter(filter);
    }
    return filter;
}

void ApplicationEventFilter::add(HandlerPriority priority, ApplicationEventHandler *handler)
{
    const RegisteredHandler entry{priority, handler};
    if (!m_registeredHandlers.contains(entry)) {
        m_registeredHandlers.insert(std::ranges::upper_bound(m_registeredHandlers, priority, {}, &RegisteredHandler::priority), entry);
    }
}

void ApplicationEventFilter::remove(const ApplicationEventHandler *handler)
{
    m_registeredHandlers.removeIf([handler](const RegisteredHandler &entry) {
        return entry.handler == handler;
    });
}

bool ApplicationEventFilter::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Paint:
        if (watched->isWindowType()) {
            Q_EMIT backingStoreAffected(watched);
        }
        return false;
    case QEvent::Move:
    case QEvent::Resize:
        Q_EMIT backingStoreAffected(watched);
        return false;
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
    case QEvent::WinIdChange:
    case QEvent::WindowStateChange:
        Q_EMIT visibilityAffected(watched);
        return false;
    case QEvent::Expose:
        Q_EMIT visibilityAffected(watched);
        Q_EMIT backingStoreAffected(watched);
        return false;
    case QEvent::Shortcut:
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::TouchBegin:
    case QEvent::Wheel:
    case QEvent::Enter:
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::InputMethod:
    case QEvent::InputMethodQuery:
        break;
    default:
        return false;
    }
    const QList<RegisteredHandler> entries = m_registeredHandlers; // a copy, because a handler may remove itself or delete other handlers
    for (const RegisteredHandler &entry : entries) {
        if ((entries.isSharedWith(m_registeredHandlers) || m_registeredHandlers.contains(entry)) && entry.handler->handleEvent(watched, event)) {
            return true;
        }
    }
    return false;
}
}
