// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// One start of an X program, from the X server's permission to its end.
enum class WindowRunState {
    Off, ///< nothing was started
    Admitting, ///< the X server is asked to let it in
    Queued, ///< one program of a link is started after the other
    Starting, ///< its host is asked to start it
    Running,
    Background, ///< it exited with code 0 and left windows, as some starters do
    WindowsGone, ///< so did its last window: closed, or gone with its link
    ChannelLost, ///< nobody knows how it ended: perhaps with its link
    Signaled, ///< it was ended from outside, perhaps with its link
    Failing, ///< it exited with another code, perhaps because the X server is gone
    Over, ///< how it ended was reported
};

enum class WindowRunEvent {
    Begun,
    Admitted,
    Due, ///< its turn has come
    Started, ///< at its host
    ExitedWell, ///< code 0
    ExitedBadly, ///< another code
    WasSignaled, ///< HUP or TERM: a host that is shut down ends its programs first and its links then
    ChannelEnded, ///< without a word of its exit
    LastWindowClosed,
    WindowOpened,
    Reported,
    Cleared,
};

/// The table. A program may end before its host says that it was started. Empty: this pair means nothing.
constexpr std::optional<WindowRunState> nextState(WindowRunState from, WindowRunEvent on)
{
    struct Step {
        WindowRunState from;
        WindowRunEvent on;
        WindowRunState to;
    };
    using enum WindowRunState;
    using enum WindowRunEvent;
    constexpr Step steps[] = {
        {Off, Begun, Admitting},
        {Admitting, Admitted, Queued},
        {Queued, Due, Starting},
        {Starting, Started, Running},
        {Starting, ExitedWell, Background},
        {Starting, ExitedBadly, Failing},
        {Starting, WasSignaled, Signaled},
        {Starting, ChannelEnded, ChannelLost},
        {Running, ExitedWell, Background},
        {Running, ExitedBadly, Failing},
        {Running, WasSignaled, Signaled},
        {Running, ChannelEnded, ChannelLost},
        {Background, ChannelEnded, ChannelLost}, // what a starter left is lost now
        {WindowsGone, ChannelEnded, ChannelLost},
        {Background, LastWindowClosed, WindowsGone},
        {WindowsGone, WindowOpened, Background},
        {Background, Reported, Over},
        {WindowsGone, Reported, Over},
        {ChannelLost, Reported, Over},
        {Signaled, Reported, Over},
        {Failing, Reported, Over},
    };
    if (on == Cleared) {
        return from == Off ? std::nullopt : std::optional(Off);
    }
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// It runs at its host or has windows here: if its link ends now, the link takes it along.
constexpr bool isAlive(WindowRunState state)
{
    using enum WindowRunState;
    return state == Running || state == Background || state == WindowsGone || state == ChannelLost || state == Signaled;
}
}
