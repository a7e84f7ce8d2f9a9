// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// What happens to an X program that was lost with its link.
enum class WindowLossState {
    None,
    Lost, ///< its profile decides what happens next
    Asking, ///< the user is asked whether to start it again
    LeftClosed, ///< not started again unless the user requests it
};

enum class WindowLossEvent {
    TakenAlong, ///< the program was lost with its link, or may have been
    Restarts, ///< the profile restarts it automatically
    Asks, ///< the profile asks the user
    StaysClosed, ///< the profile leaves it closed
    Declined, ///< the user declined to start it again
    MovedOn, ///< its session left the state Failed, in which the user is asked
    Opens, ///< the session starts the program
};

/// The transitions of WindowLossState. Empty: the event has no effect in this state.
constexpr std::optional<WindowLossState> nextState(WindowLossState from, WindowLossEvent on)
{
    using enum WindowLossState;
    constexpr StateStep<WindowLossState, WindowLossEvent> steps[] = {
        {None, WindowLossEvent::TakenAlong, Lost},
        {LeftClosed, WindowLossEvent::TakenAlong, Lost},
        {Asking, WindowLossEvent::TakenAlong, Lost},
        {Lost, WindowLossEvent::Restarts, None},
        {Lost, WindowLossEvent::Asks, Asking},
        {Lost, WindowLossEvent::StaysClosed, LeftClosed},
        {Asking, WindowLossEvent::Declined, LeftClosed},
        {Asking, WindowLossEvent::MovedOn, None},
        {LeftClosed, WindowLossEvent::Opens, None},
    };
    return findStep(steps, from, on);
}
}
