// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/links/hop/link.h"

#include <QIcon>
#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Nightdesk's own X client on a program's private X server at the summit, connected through the link: reads the program's title and
/// icon, asks its windows to close, and replaces the window manager if there is none (the main window fills the display, dialogs
/// are placed in front of it, the topmost window gets the focus). The server is not trusted: its data is limited and
/// checked before libxcb processes it. Works on its own thread; this object lives on the GUI thread, its functions return at
/// once, and the destructor takes at most a second. Owned by AppSession or VncAtSummitSession.
class AppWindowAgent : public QObject
{
    Q_OBJECT
public:
    AppWindowAgent(Link *link, const AppDisplayFacts &display, QObject *parent = nullptr);
    ~AppWindowAgent() override;

    QString title() const; ///< title of the main window: safe to show, at most 200 characters; empty: none
    QIcon icon() const; ///< icon of the main window; null: none
    int windowCount() const; ///< number of mapped ordinary windows

    /// Resizes the main window to the display, unless a window manager does so. Needed after a change of the display's
    /// size, which the agent also notices itself.
    void fitMainWindowToDisplay();
    /// Asks the program's windows to close, like their close buttons. programCannotBeClosed() follows if no window supports this.
    void askWindowsToClose();

Q_SIGNALS:
    void titleChanged(const QString &title);
    void iconChanged();
    void windowCountChanged(int count);
    /// No new window was mapped for 3 s since the last one (or since the program's first): the start is over.
    void startFinished();
    void programCannotBeClosed();
    void userQuestionAsked(); ///< the program mapped a window after askWindowsToClose(), such as a question to the user
    /// The X connection failed or ended. The program continues to run; only its title, its icon and this agent's other features are missing.
    void connectionLost(const QString &reason);

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
