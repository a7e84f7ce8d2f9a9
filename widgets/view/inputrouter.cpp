// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/inputrouter.h"

#include "widgets/view/remoteview.h"

#include <QEvent>

namespace Nightdesk
{
namespace
{
constexpr InputPriority order[] = {
    InputPriority::ViewOnly,
    InputPriority::Clipboard,
    InputPriority::NightdeskKeys,
    InputPriority::Bell,
    InputPriority::Window,
    InputPriority::Keyboard,
};

bool isInput(QEvent::Type type)
{
    switch (type) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::Enter:
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::InputMethod:
    case QEvent::InputMethodQuery:
        return true;
    default:
        return false;
    }
}
}

InputHandler::InputHandler()
    : m_lifetimeToken(std::make_shared<const LifetimeToken>())
{
}

InputHandler::~InputHandler() = default;

InputRouter::InputRouter(RemoteView *view)
    : m_view(view)
{
    ApplicationEventFilter::instance()->add(HandlerPriority::DesktopView, this);
}

InputRouter::RegisteredHandlers &InputRouter::handlersOfAllViews()
{
    static RegisteredHandlers entries;
    return entries;
}

void InputRouter::append(RegisteredHandlers &entries, InputPriority priority, InputHandler *handler)
{
    entries.removeIf([](const RegisteredHandler &entry) {
        return entry.handlerLifetime.expired();
    });
    entries.append({priority, handler, handler->m_lifetimeToken});
}

void InputRouter::add(InputPriority priority, InputHandler *handler)
{
    append(m_handlersOfThisView, priority, handler);
}

void InputRouter::addForAllViews(InputPriority priority, InputHandler *handler)
{
    append(handlersOfAllViews(), priority, handler);
}

bool InputRouter::handleEvent(QObject *watched, QEvent *event)
{
    if (watched != m_view || !isInput(event->type())) {
        return false;
    }
    // Copies: a handler may delete another handler, and one that consumes the event may delete the view.
    const RegisteredHandlers both[] = {handlersOfAllViews(), m_handlersOfThisView};
    for (const InputPriority priority : order) {
        for (const RegisteredHandlers &entries : both) {
            for (const RegisteredHandler &entry : entries) {
                if (entry.priority == priority && !entry.handlerLifetime.expired() && entry.handler->filterInput(m_view, event)) {
                    return true;
                }
            }
        }
    }
    return false;
}
}
