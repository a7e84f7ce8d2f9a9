// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/applicationeventfilter.h"

#include <QList>

#include <memory>

class QEvent;

namespace Nightdesk
{
class RemoteView;

/// The order in which the handlers of a view's input get an event. If a handler consumes the event, the later handlers and the view do not get it.
///
/// | priority  | handler         | reason for this position in the order                                                         |
/// |-----------|-----------------|-----------------------------------------------------------------------------------------------|
/// | ViewOnly  | ViewOnlyKey     | Nothing may delay the key that stops all input.                                               |
/// | Clipboard | ClipboardBridge | A click that pastes waits for the clipboard's text. Later input waits too, including NightdeskKeys, |
/// |           |                 | because those keys were pressed after the click.                                              |
/// | NightdeskKeys | NightdeskKeys | Keys of the console are not sent to the desktop and do not count as use of the desktop.     |
/// | Bell      | ViewBell        | A user who uses the desktop has noticed its bell. Consumes nothing.                           |
/// | Window    | ToolbarReveal,    | Shows the toolbar or who has the keyboard, or raises the window. Before the view, so that the |
/// |           | ProgramWindow,  | window is active when the click is sent. Consumes nothing.                                    |
/// |           | DesktopFrame    |                                                                                               |
/// | Keyboard  | ViewKeyboard    | Consumes input of input methods, keys while text is typed, and moves that the server caused.  |
enum class InputPriority {
    ViewOnly,
    Clipboard,
    NightdeskKeys,
    Bell,
    Window,
    Keyboard,
};

/// Base of objects that are offered the input of views before the views handle it, until they are destroyed. A widget lists it after its first base
/// class: it is then destroyed before the widget's children lose the focus. InputRouter does not own handlers.
class InputHandler
{
public:
    InputHandler();
    virtual ~InputHandler();
    InputHandler(const InputHandler &) = delete;
    InputHandler &operator=(const InputHandler &) = delete;

    /// True: the handler consumed the event, so that neither later handlers nor the view get it.
    virtual bool filterInput(RemoteView *view, QEvent *event) = 0;

private:
    friend class InputRouter;
    struct LifetimeToken {
    };
    const std::shared_ptr<const LifetimeToken> m_lifetimeToken;
};

/// Offers each key, pointer, focus, and input-method event of a view to its handlers, in the order of InputPriority. At equal priority, handlers of
/// all views come first, then those of this view, each in the order in which they were added. Gets the events from ApplicationEventFilter. Member of
/// the view, GUI thread.
class InputRouter : private ApplicationEventHandler
{
public:
    explicit InputRouter(RemoteView *view);

    void add(InputPriority priority, InputHandler *handler);
    /// Adds a handler for every view, including later ones.
    static void addForAllViews(InputPriority priority, InputHandler *handler);

private:
    bool handleEvent(QObject *watched, QEvent *event) override;

    struct RegisteredHandler {
        InputPriority priority;
        InputHandler *handler;
        std::weak_ptr<const InputHandler::LifetimeToken> handlerLifetime;
    };
    using RegisteredHandlers = QList<RegisteredHandler>;
    static RegisteredHandlers &handlersOfAllViews();
    static void append(RegisteredHandlers &entries, InputPriority priority, InputHandler *handler);

    RemoteView *const m_view;
    RegisteredHandlers m_handlersOfThisView;
};
}
