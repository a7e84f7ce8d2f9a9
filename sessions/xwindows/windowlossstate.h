// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// What happens to an X program that was lost with its link.
enum class WindowLossState {
    NotLost,
    Lost, ///< its profile decides what happens next
    Asking, ///< the user is asked whether to start it again
    LeftClosed, ///< not started again unless the user requests it
};

enum class WindowLossEvent {
    LostWithLink, ///< the program was lost with its link, or may have been
    ProfileRestarts, ///< the profile restarts it automatically
    ProfileAsks, ///< the profile asks the user
    ProfileLeavesClosed, ///< the profile leaves it closed
    UserDeclined, ///< the user declined to start it again
    SessionLeftFailed, ///< its session left the state Failed, in which the user is asked
    SessionOpens, ///< the session starts the program
};

/// The transitions of WindowLossState. Empty: the event has no effect in this state.
constexpr std::optional<WindowLossState> nextState(WindowLossState from, WindowLossEvent on)
{
    using enum WindowLossState;
    constexpr StateStep<WindowLossState, WindowLossEvent> steps[] = {
        {NotLost, WindowLossEvent::LostWithLink, Lost},
        {LeftClosed, WindowLossEvent::LostWithLink, Lost},
        {Asking, WindowLossEvent::LostWithLink, Lost},
        {Lost, WindowLossEvent::ProfileRestarts, NotLost},
        {Lost, WindowLossEvent::ProfileAsks, Asking},
        {Lost, WindowLossEvent::ProfileLeavesClosed, LeftClosed},
        {Asking, WindowLossEvent::UserDeclined, LeftClosed},
        {Asking, WindowLossEvent::SessionLeftFailed, NotLost},
        {LeftClosed, WindowLossEvent::SessionOpens, NotLost},
    };
    return findStep(steps, from, on);
}
}
