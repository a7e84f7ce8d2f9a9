// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appholder.h"
#include "sessions/display/occupied.h"
#include "sessions/profiles/profile.h"

#include <QDateTime>
#include <QSize>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The name of a private X server at its host: same account and same name means same display. Pure. A value: held by the AppRequest that
/// contains it.
struct PrivateXServerName {
    QString owner; ///< a desk's name (ProgramMark::deskName), or "one" for all desks if the program may run only once
    QString profile; ///< the profile's id
    QString display; ///< the display's id
    bool operator==(const PrivateXServerName &) const = default;

    /// The name as "OWNER.PROFILE.DISPLAY".
    QString text() const;
    /// The directory's name at the summit: text(), or a shorter unique name if that is too long for a socket's path.
    QString directoryName() const;
    static std::optional<PrivateXServerName> parse(const QString &text);
};

/// A program to run on a private X server at the summit (vnc-app), with everything that is needed to start it.
struct AppRequest {
    PrivateXServerName name;
    WindowSpec spec;
    QSize size; ///< initial size of the display, in pixels
    QString site; ///< the site from which the program is started, shown at other desks
    QString desk = {}; ///< ProgramMark::deskName: shows which desk started the program, even if the name is shared by all desks; empty: not known
    std::chrono::seconds lingerTime{std::chrono::minutes(30)}; ///< the display ends after this time without a viewer
    bool operator==(const AppRequest &) const = default;
};

/// How to reach a running private X server at the summit through its link, and what it supports.
struct AppDisplayFacts {
    QString vncSocketPath; ///< absolute path of the VNC server's socket at the remote host
    QString xSocketPath = {}; ///< path of the X server's socket; empty: not reachable
    int xDisplayNumber = 0; ///< number of the X display: N in DISPLAY=:N
    QByteArray xCookie = {}; ///< MIT-MAGIC-COOKIE-1, 16 bytes; never to be logged
    bool hasWindowManager = false; ///< a window manager runs in the display
    bool canResize = true; ///< the server supports SetDesktopSize
    bool wasAlreadyRunning = false; ///< the display was not started for this request, but already ran
    QDateTime programStartedAt; ///< in UTC
    /// Set if the program may run only once and the search for another copy may have missed one: processes that it was not allowed to see.
    std::optional<Occupied::HiddenProcessScope> hiddenProcesses = {};
    bool operator==(const AppDisplayFacts &) const = default;
};
}
