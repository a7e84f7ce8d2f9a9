// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

namespace Nightdesk
{
/// One transition of a state table: in state @p from, @p event leads to state @p to. A constant of the header
/// that declares the states.
template<class State, class Event>
struct StateTransition {
    State from;
    Event event;
    State to;
};

/// The state that follows; empty: the pair of state and event is not in the table, so the event is ignored.
template<class State, class Event, std::size_t count>
constexpr std::optional<State> findStep(const StateTransition<State, Event> (&steps)[count], State from, Event on)
{
    for (const StateTransition<State, Event> &step : steps) {
        if (step.from == from && step.event == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// Changes @p state to the one that its nextState() gives for the event @p on. False: the event is ignored in this state.
template<class State, class Event>
bool enterNextState(State &state, Event on)
{
    const std::optional<State> next = nextState(state, on);
    state = next.value_or(state);
    return next.has_value();
}
}
