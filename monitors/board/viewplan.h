// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "sessions/profiles/profile.h"

#include <expected>

namespace Nightdesk
{
/// How another desk's desktop, or program on a private X server (vnc-app), is viewed here: by this facility's own files, directly
/// from the summit, and always view-only. Made and held by BoardDesktopOpener for each desktop that it shows.
struct WatchedDisplaySpec {
    QString profileId;
    DesktopSpec desktop; ///< the desktop to view, with a unique id, so that desktops of several desks can be viewed
    /// True: the display is a program. Only the desk's account and its group can open the program's socket.
    bool isProgram = false;
    QString title; ///< window title: names the desk and the display
    bool operator==(const WatchedDisplaySpec &) const = default;

    /// The error is translated: why the display cannot be viewed, and what can be done. Pure.
    static std::expected<WatchedDisplaySpec, QString> make(const Facility &facility, const BoardDesk &desk, const QString &display);
    /// The part of a profile that is connected for viewing: its links only, without displays and programs.
    static InstrumentProfile withLinksOnly(const InstrumentProfile &profile);
};
}
