// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"
#include "sessions/xwindows/server/xkey.h"

#include <QObject>
#include <QRect>

#include <memory>

namespace Nightdesk
{
class Link;
class ProgramMarks;

/// The local side of X11 forwarding: takes X channels from links, checks each one's cookie against the cookies issued to programs, connects it to
/// the local X server (Unix socket, real cookie) and places the program's windows. Owns one thread for relaying and one X connection for placing.
/// Public functions: GUI thread.
///
/// A window is assigned to a connection by its resource-id base, and a connection to a program by its fake cookie; never by title or process id.
/// Owned by Console.
class LocalX : public QObject
{
    Q_OBJECT
public:
    /// @p display as in $DISPLAY; @p authorityFile as in $XAUTHORITY (empty: ~/.Xauthority).
    explicit LocalX(const QString &display, const QString &authorityFile = {}, QObject *parent = nullptr);
    ~LocalX() override;

    /// Empty: usable. Otherwise why no X program can be shown (no X server, no authority).
    std::optional<Failure> problem() const;
    /// Adopts the X channels of @p link (Link::x11ChannelOpened) from now on. A repeated call has no effect.
    void adoptX11ChannelsOf(const Link *link);
    /// Adopts an X channel that came over @p link, which must be followed: only programs of that link may use it.
    void adoptX11Channel(const Nightdesk::SharedFd &channel, const Link *link);

    /// The key that brings the console to the front from every X program. The program does not receive this key.
    void setConsoleShortcut(const XKey &key);
    /// Gives the keyboard focus to a window of the console. Works even if the console received no input recently, so that the window manager would
    /// refuse it. @p window: its X number.
    void activateWindow(quint32 window);

    /// The marks of this desk, even if no X program can be shown; created at the first call.
    std::shared_ptr<ProgramMarks> programMarks();

Q_SIGNALS:
    void consoleRequested();

private:
    friend class WindowRun;
    friend class WindowSession;
    class Private;
    std::unique_ptr<Private> d;
};
}
