// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/inputrouter.h"

#include "widgets/view/remoteview.h"

#include <QEvent>

namespace Nightdesk
{
namespace
{
constexpr InputPlace order[] = {
    InputPlace::ViewOnly,
    InputPlace::Clipboard,
    InputPlace::OwnKeys,
    InputPlace::Attention,
    InputPlace::Window,
    InputPlace::Keyboard,
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
    : m_alive(std::make_shared<const Alive>())
{
}

InputHandler::~InputHandler() = default;

InputRouter::InputRouter(RemoteView *view)
    : m_view(view)
{
    ApplicationFilter::instance()->add(FilterPlace::View, this);
}

InputRouter::Entries &InputRouter::ofAllViews()
{
    static Entries entries;
    return entries;
}

void InputRouter::append(Entries &entries, InputPlace place, InputHandler *handler)
{
    entries.removeIf([](const Entry &entry) {
        return entry.alive.expired();
    });
    entries.append({place, handler, handler->m_alive});
}

void InputRouter::add(InputPlace place, InputHandler *handler)
{
    append(m_entries, place, handler);
}

void InputRouter::addForAllViews(InputPlace place, InputHandler *handler)
{
    append(ofAllViews(), place, handler);
}

bool InputRouter::takeEvent(QObject *watched, QEvent *event)
{
    if (watched != m_view || !isInput(event->type())) {
        return false;
    }
    // Copies: a handler may delete another handler, and one that consumes the event may delete the view.
    const Entries both[] = {ofAllViews(), m_entries};
    for (const InputPlace place : order) {
        for (const Entries &entries : both) {
            for (const Entry &entry : entries) {
                if (entry.place == place && !entry.alive.expired() && entry.handler->takeInput(m_view, event)) {
                    return true;
                }
            }
        }
    }
    return false;
}
}
