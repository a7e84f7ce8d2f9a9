// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/inputrouter.h"

#include "widgets/view/remoteview.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
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
    if (watched != m_view) {
        return false;
    }
    // Copies: a handler may delete another handler, and one that consumes the event may delete the view.
    RegisteredHandlers entries = handlersOfAllViews() + m_handlersOfThisView;
    std::ranges::stable_sort(entries, {}, &RegisteredHandler::priority);
    for (const RegisteredHandler &entry : std::as_const(entries)) {
        if (!entry.handlerLifetime.expired() && entry.handler->filterInput(m_view, event)) {
            return true;
        }
    }
    return false;
}
}
