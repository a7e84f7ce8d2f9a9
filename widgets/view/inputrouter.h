// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <memory>

class QEvent;

namespace Nightdesk
{
class RemoteView;

/// The order in which handlers are offered the input of a view. A handler that takes an event keeps it from all that follow, and from
/// the view itself, which is last.
///
/// | place     | handler         | why there                                                                                     |
/// |-----------|-----------------|-----------------------------------------------------------------------------------------------|
/// | ViewOnly  | ViewOnlyKey     | Nothing may delay the key that stops all input.                                               |
/// | Clipboard | ClipboardBridge | A click that pastes waits for its text, and everything after it waits too, own keys included: |
/// |           |                 | they were pressed after the click.                                                            |
/// | OwnKeys   | OwnKeys         | Keys of the console neither count as use of the desktop nor are sent to it.                   |
/// | Attention | ViewBell        | Who uses the desktop has noticed its bell. Takes nothing.                                     |
/// | Window    | StripReveal,    | The window shows its strip, or is raised. Before the view, so that the window is active when  |
/// |           | ProgramWindow   | the click is sent. Takes nothing.                                                             |
/// | Keyboard  | ViewKeyboard    | Input methods, text that is being typed, and moves that the desktop caused are not sent.      |
enum class InputPlace {
    ViewOnly,
    Clipboard,
    OwnKeys,
    Attention,
    Window,
    Keyboard,
};

/// Is offered the input of views before they handle it, until it is destroyed. A widget names it after its first base: then it ends
/// before the widget's own parts lose the focus. A base: owned as the widget or object that implements it; InputRouter only points to it.
class InputHandler
{
public:
    InputHandler();
    virtual ~InputHandler();
    InputHandler(const InputHandler &) = delete;
    InputHandler &operator=(const InputHandler &) = delete;

    /// True: it took the event, and no other handler gets it.
    virtual bool takeInput(RemoteView *view, QEvent *event) = 0;

private:
    friend class InputRouter;
    struct Alive {
    };
    const std::shared_ptr<const Alive> m_alive;
};

/// Offers each key, pointer, focus, and input-method event of a view to its handlers, in the order of InputPlace. Handlers of one
/// place follow the order in which they were added, those of all views first. Member of the view, GUI thread.
class InputRouter
{
public:
    explicit InputRouter(RemoteView *view);

    void add(InputPlace place, InputHandler *handler);
    /// For every view, including those that do not exist yet.
    static void addForAllViews(InputPlace place, InputHandler *handler);

    /// True: a handler took it.
    bool route(QEvent *event);

private:
    struct Entry {
        InputPlace place;
        InputHandler *handler;
        std::weak_ptr<const InputHandler::Alive> alive;
    };
    using Entries = QList<Entry>;
    static Entries &ofAllViews();
    static void append(Entries &entries, InputPlace place, InputHandler *handler);

    RemoteView *const m_view;
    Entries m_entries;
};
}
