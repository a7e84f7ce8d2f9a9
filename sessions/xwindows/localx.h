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

/// Our side of X11 forwarding: takes X channels from links, checks each one's cookie against those we gave out, joins it
/// with the local X server (Unix socket, real cookie) and places the windows that appear. Owns one thread for relaying and
/// one X connection for placing. Public functions: GUI thread.
///
/// Windows are told apart by their connection's resource-id base, connections by the fake cookie of their program: never by
/// title or process id. Owned by Console.
class LocalX : public QObject
{
    Q_OBJECT
public:
    /// @p display as in $DISPLAY; @p authorityFile as in $XAUTHORITY (empty: ~/.Xauthority).
    explicit LocalX(const QString &display, const QString &authorityFile = {}, QObject *parent = nullptr);
    ~LocalX() override;

    /// Empty: usable. Otherwise why no X program can be shown (no X server, no authority).
    std::optional<Failure> problem() const;
    /// Adopts the X channels of @p link (Link::x11Opened) from now on. Asked for again it does nothing.
    void follow(const Link *link);
    /// An X channel that came by @p link, which is followed: it is for that link's programs alone.
    void adopt(const Nightdesk::SharedFd &channel, const Link *link);

    /// The key that brings the console to the front from every X program, which does not see it.
    void setConsoleKey(const XKey &key);
    /// Gives a window of our own the keyboard, whatever the window manager thinks of our last input. @p window: its X number.
    void activate(quint32 window);

    /// This desk's name, also where no X program can be shown; made at the first call.
    std::shared_ptr<ProgramMarks> marks();

Q_SIGNALS:
    void consoleRequested();

private:
    friend class WindowRun;
    friend class WindowSession;
    class Private;
    std::unique_ptr<Private> d;
};
}
