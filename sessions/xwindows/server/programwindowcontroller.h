// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/windowveils.h"
#include "sessions/xwindows/server/xaccess.h"
#include "sessions/xwindows/server/xkey.h"

#include <QObject>
#include <QRect>

#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
struct WindowGeometry;

/// Nightdesk's own client of the local X server: gets the cookies that authorize programs, identifies the programs' windows by their numbers and
/// places them on their screen. Has its own thread and its own connection, which is opened when first needed and again after a restart of the
/// server. The object lives on the GUI thread; its functions may be called from any and return at once. The destructor ends within a second. Owned
/// by LocalX.
class ProgramWindowController : public QObject
{
    Q_OBJECT
public:
    ProgramWindowController(const LocalDisplay &display, const QString &authorityFile, QObject *parent = nullptr);
    ~ProgramWindowController() override;

    /// Requests the authorization of @p program: the user's own cookie if @p trusted, otherwise one of the server's SECURITY extension. Emits
    /// authorized() or authorizationFailed().
    void authorize(quint32 program, bool trusted);
    /// Sets the place of the program's windows; moves those already open. A null @p area is the whole root window. @p earlierRect: the earlier place to
    /// which its first window returns.
    void setWindowPlacement(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect = {});
    /// The title lines of desktop tiles, in root pixels: Nightdesk places the program's first window so that it covers none of them. Does not move a
    /// window that is already placed.
    void setTitleLinesToKeepVisible(quint32 program, const QList<QRect> &lines);
    void raise(quint32 program); ///< also restores iconified windows
    /// Iconifies the program's windows; without any window manager, they are hidden until raise().
    void iconify(quint32 program);
    /// Keeps the program's present and future windows below all others and without focus until raise(). From then on the server stores their hidden
    /// parts. Emits programCovered().
    void keepCovered(quint32 program);
    /// Requests the windows to close, as their close buttons do. Emits cannotBeClosed() if no window supports that, or userQuestionAsked() if the program
    /// opens a window in response.
    void closeWindows(quint32 program);
    /// True: no press may reach the program's windows; each is covered by an invisible shield. @p reportWithheldPress is called
    /// for each press, on the worker's thread.
    void setPressesWithheld(quint32 program, bool arePressesWithheld, const std::function<void()> &reportWithheldPress);
    /// Shows a veil over each of the program's windows: its last image, on which @p paint paints. An empty @p paint removes the veils. Call again to
    /// repaint.
    void setVeil(quint32 program, const VeilPainter &paint);
    /// The program has ended: revokes its cookie and ignores its windows.
    void revokeProgram(quint32 program);

    /// The key that brings the console to the front from the programs' windows; they do not receive it. Emits consoleRequested().
    void setConsoleShortcut(const XKey &key);
    /// Gives the keyboard to a window of the console, as a pager does; @p window: its X number.
    void activateWindow(quint32 window);

    /// Called by the relay: windows with `window & ~mask == base` belong to @p program.
    void connectionOpened(quint32 program, quint32 base, quint32 mask);
    void connectionClosed(quint32 base);

Q_SIGNALS:
    void authorized(quint32 program, const Nightdesk::XServerAccess &access);
    void authorizationFailed(quint32 program, const Nightdesk::Failure &failure);
    /// The program's first window is on the screen.
    void windowAppeared(quint32 program);
    /// The position of the program's main window, root pixels; empty: no window on the screen.
    void mainWindowRectChanged(quint32 program, const std::optional<QRect> &rect);
    void iconifiedChanged(quint32 program, bool iconified);
    void windowCountChanged(quint32 program, int windowCount, bool isNew);
    void programCovered(quint32 program, bool keepsContentsOfHiddenWindows);
    void cannotBeClosed(quint32 program);
    void userQuestionAsked(quint32 program);
    void consoleRequested(quint32 program);
    /// Whether the program has the keyboard.
    void keyboardFocusChanged(quint32 program, bool hasFocus);
    /// The X server ended, and all windows with it.
    void xServerEnded();

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};
}
