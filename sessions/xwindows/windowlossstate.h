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
    AskingUser, ///< the user is asked whether to start it again
    StaysClosed, ///< not started again unless the user requests it
};

enum class WindowLossEvent {
    LostWithLink, ///< the program was lost with its link, or may have been
    ProfileSaysRestart, ///< restart = "auto" in the profile: the program is started again automatically
    ProfileSaysAskUser, ///< restart = "ask" in the profile: the user decides whether to start the program again
    ProfileSaysLeaveClosed, ///< restart = "never" in the profile: the program is not started again
    UserDeclined, ///< the user declined to start it again
    FailedStateEnded, ///< its session is no longer in the state Failed, so the user is not asked any more
    SessionStartsProgram, ///< the session starts the program
};

/// The transitions of WindowLossState. Empty: the event has no effect in this state.
constexpr std::optional<WindowLossState> nextState(WindowLossState from, WindowLossEvent on)
{
    using enum WindowLossState;
    constexpr StateTransition<WindowLossState, WindowLossEvent> steps[] = {
        {NotLost, WindowLossEvent::LostWithLink, Lost},
        {StaysClosed, WindowLossEvent::LostWithLink, Lost},
        {AskingUser, WindowLossEvent::LostWithLink, Lost},
        {Lost, WindowLossEvent::ProfileSaysRestart, NotLost},
        {Lost, WindowLossEvent::ProfileSaysAskUser, AskingUser},
        {Lost, WindowLossEvent::ProfileSaysLeaveClosed, StaysClosed},
        {AskingUser, WindowLossEvent::UserDeclined, StaysClosed},
        {AskingUser, WindowLossEvent::FailedStateEnded, NotLost},
        {StaysClosed, WindowLossEvent::SessionStartsProgram, NotLost},
    };
    return findStep(steps, from, on);
}
}
