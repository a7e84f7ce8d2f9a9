// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/desktops/desktopfacts.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The picture of a desktop that is shown, and whether it is the server's own by now. Owned by the session. Pure: the times come in.
class ShownPicture
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// What is to be announced.
    struct Changes {
        bool picture = false; ///< another one is shown
        bool exact = false; ///< isExact()
        bool caughtUp = false; ///< isAgeKnown(), behindSince(), or when it may soon be empty
    };

    const DesktopPicture &picture() const;
    /// One was made, and nothing is drawn in it yet: the one before stays on view until then.
    void made(const DesktopPicture &picture);
    void forgetMade();
    Changes damaged(quint32 generation, Time now);
    std::optional<Time> lastDamage() const; ///< empty: never

    /// What the worker says of its pixels.
    Changes setExact(bool exact);
    bool isExact() const; ///< and caught up, and of a known age
    /// What the worker says of its age: false, and it may be of the last time that somebody watched the server.
    Changes setAgeKnown(bool known);
    bool isAgeKnown() const;
    /// Nothing is asked for while it is unseen.
    Changes setUnseen(bool unseen, BootClock::time_point asked, Time now);
    /// The server has answered what was asked by then: also that nothing is new.
    Changes heardOf(BootClock::time_point upTo);
    std::optional<Time> behindSince() const; ///< the picture is of then; empty: it is caught up

private:
    Changes setBehind(const std::optional<Time> &since);

    DesktopPicture m_picture;
    DesktopPicture m_next;
    std::optional<Time> m_lastDamage;
    bool m_isExact = false;
    bool m_isAgeKnown = true;
    bool m_isUnseen = false;
    std::optional<Time> m_behindSince;
    std::optional<BootClock::time_point> m_askedAgainAt; ///< while it is behind, but in sight
};
}
