// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "sessions/profiles/profile.h"

#include <expected>

namespace Nightdesk
{
/// How a desktop of another desk, or a program in a display of its own (vnc-app), is shown here: by this facility's own files, straight
/// from the summit, and never but view-only. Made and held by BoardDesktopOpener for each desktop that it shows.
struct LookPlan {
    QString profileId;
    DesktopSpec desktop; ///< with an id of its own, so that several desks' can be looked at
    bool isProgram = false; ///< the desk's account made its socket: only that account can open it, or the group that it is shared with
    QString title; ///< of the window: which desk, which display
    bool operator==(const LookPlan &) const = default;

    /// The error, translated: why it cannot be looked at, and what can be done. Pure.
    static std::expected<LookPlan, QString> make(const Facility &facility, const BoardDesk &desk, const QString &display);
    /// What is connected of a profile for looking: its links alone, none of its displays or programs.
    static InstrumentProfile reduced(const InstrumentProfile &profile);
};
}
