// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// What becomes of an X program that its link took along.
enum class WindowLossState {
    None,
    Lost, ///< its profile says what happens next
    Asking, ///< a person is to say whether it starts again
    LeftClosed, ///< it is not started again unless somebody wants it
};

enum class WindowLossEvent {
    TakenAlong, ///< its link ended and took it along, or may have
    Restarts, ///< its profile wants it started again
    Asks, ///< its profile wants a person asked
    StaysClosed, ///< its profile wants neither
    Declined, ///< the person does not want it
    MovedOn, ///< its session is in another state than Failed, where the question was
    Opens, ///< it is started
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<WindowLossState> nextState(WindowLossState from, WindowLossEvent on)
{
    struct Step {
        WindowLossState from;
        WindowLossEvent on;
        WindowLossState to;
    };
    using enum WindowLossState;
    constexpr Step steps[] = {
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
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}
}
