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
/// What a display of its own is known by at its host: same account and same name, same display. Pure. A value: held by the AppOrder that it
/// is part of.
struct AppName {
    QString owner; ///< a desk's name (ProgramMark::desk); "one": any desk's, the program runs once
    QString profile; ///< its id
    QString display; ///< its id
    bool operator==(const AppName &) const = default;

    /// "OWNER.PROFILE.DISPLAY".
    QString text() const;
    /// The directory's name at the summit: text(), or a shorter one of its own where that is too long for a socket's path.
    QString fileName() const;
    static std::optional<AppName> parse(const QString &text);
};

/// A program that is to run in a display of its own at the summit, with everything that is needed to start it.
struct AppOrder {
    AppName name;
    WindowSpec spec;
    QSize size; ///< of the display at first, pixels
    QString site; ///< started from there, for those who ask later
    QString desk = {}; ///< ProgramMark::desk: what this desk started is its own, though the name may be any desk's; empty: not known
    std::chrono::seconds linger{std::chrono::minutes(30)}; ///< it ends when nobody has watched for so long
    bool operator==(const AppOrder &) const = default;
};

/// A display of its own that runs: how to reach it, by way of its link.
struct AppPlace {
    QString socket; ///< of its VNC server, absolute, at the far end
    QString xSocket; ///< of its X server; empty: it has none that we can reach
    int xNumber = 0; ///< DISPLAY=:N
    QByteArray xCookie; ///< MIT-MAGIC-COOKIE-1, 16 bytes; never to be logged
    bool hasManager = false; ///< a window manager runs in it
    bool canResize = true; ///< the server takes SetDesktopSize
    bool isJoined = false; ///< it ran already
    QDateTime since; ///< when the program was started, UTC
    std::optional<Occupied::Unseen> unseen = {}; ///< of a program that runs once: where nobody could look for another copy
    bool operator==(const AppPlace &) const = default;
};
}
