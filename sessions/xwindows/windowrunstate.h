// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// One start of an X program, from the X server's permission to its end.
enum class WindowRunState {
    Off, ///< nothing was started
    Authorizing, ///< the X server is asked for authorization
    Queued, ///< waiting: the programs of a link are started one after another
    Starting, ///< the host was asked to start it
    Running,
    Background, ///< the program exited with code 0, but has windows left, as some starters do
    WindowsClosed, ///< exited, and its last window has closed too, by the user or with its link
    ChannelLost, ///< the channel closed without an exit status, perhaps with its link
    EndedBySignal, ///< the program was ended by a signal, perhaps because its link was lost
    ExitedWithFailure, ///< exited with a code other than 0, perhaps because the X server ended
    Ended, ///< the end of the run was reported
};

enum class WindowRunEvent {
    StartRequested,
    Authorized,
    StartDue, ///< the programs that were queued before this one on its link have been started
    Started, ///< the host reports that the program was started
    ExitedWithZero, ///< exited with code 0
    ExitedWithNonzero, ///< exited with a code other than 0
    WasSignaled, ///< signal HUP or TERM: a host that shuts down ends programs first and links after that
    ChannelEnded, ///< the channel closed without an exit status
    LastWindowClosed,
    WindowOpened,
    EndReported,
    EndedAtOnce,
};

/// The transitions of WindowRunState. A program may end before its host reports that it started. Empty: the event has no effect in this state.
constexpr std::optional<WindowRunState> nextState(WindowRunState from, WindowRunEvent on)
{
    using enum WindowRunState;
    using enum WindowRunEvent;
    constexpr StateTransition<WindowRunState, WindowRunEvent> steps[] = {
        {Off, StartRequested, Authorizing},
        {Authorizing, Authorized, Queued},
        {Queued, StartDue, Starting},
        {Starting, Started, Running},
        {Starting, ExitedWithZero, Background},
        {Starting, ExitedWithNonzero, ExitedWithFailure},
        {Starting, WasSignaled, EndedBySignal},
        {Starting, ChannelEnded, ChannelLost},
        {Running, ExitedWithZero, Background},
        {Running, ExitedWithNonzero, ExitedWithFailure},
        {Running, WasSignaled, EndedBySignal},
        {Running, ChannelEnded, ChannelLost},
        {Background, ChannelEnded, ChannelLost}, // the windows left open by a starter that exited are lost with the channel
        {WindowsClosed, ChannelEnded, ChannelLost},
        {Background, LastWindowClosed, WindowsClosed},
        {WindowsClosed, WindowOpened, Background},
        {Background, EndReported, Ended},
        {WindowsClosed, EndReported, Ended},
        {ChannelLost, EndReported, Ended},
        {EndedBySignal, EndReported, Ended},
        {ExitedWithFailure, EndReported, Ended},
    };
    if (on == EndedAtOnce) {
        return from == Off ? std::nullopt : std::optional(Off);
    }
    return findStep(steps, from, on);
}

/// The program runs at its host or has windows here: if its link ends now, the program is lost with it.
constexpr bool isAlive(WindowRunState state)
{
    using enum WindowRunState;
    return state == Running || state == Background || state == WindowsClosed || state == ChannelLost || state == EndedBySignal;
}
}
