// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// An X connection between a program and the local X server.
enum class RelayState {
    Setup, ///< reads the client's first packet
    Connecting, ///< the server's queue is full
    Answering, ///< the server has the first packet, and has not answered it
    Relaying,
    Declining, ///< the server refused the program: its answer is passed on
    Refusing, ///< sends Nightdesk's own refusal to the client, then ends
    Finished,
};

enum class RelayEvent {
    ServerBusy,
    Connected, ///< the connection to the server was made
    Accepted, ///< the server accepted the program
    Declined, ///< the server refused the program
    Refused, ///< Nightdesk refuses the program
    Ended,
};

inline constexpr StateStep<RelayState, RelayEvent> relaySteps[] = {
    {RelayState::Setup, RelayEvent::ServerBusy, RelayState::Connecting},
    {RelayState::Setup, RelayEvent::Connected, RelayState::Answering},
    {RelayState::Setup, RelayEvent::Refused, RelayState::Refusing},
    {RelayState::Connecting, RelayEvent::Connected, RelayState::Answering},
    {RelayState::Connecting, RelayEvent::Refused, RelayState::Refusing},
    {RelayState::Answering, RelayEvent::Accepted, RelayState::Relaying},
    {RelayState::Answering, RelayEvent::Declined, RelayState::Declining},
};

/// Ended finishes from every state; empty for any other pair not in the table.
constexpr std::optional<RelayState> nextState(RelayState from, RelayEvent on)
{
    return on == RelayEvent::Ended && from != RelayState::Finished ? std::optional(RelayState::Finished) : findStep(relaySteps, from, on);
}

/// Whether key and button presses pass from the X server to the program.
enum class PressGate {
    Open,
    Held, ///< presses are removed
    HeldWithBacklog, ///< like Held, and the server has more than the buffer takes
    Opening, ///< to be opened as soon as everything that the server sent meanwhile was read
    OpeningWithBacklog,
    Pausing, ///< waits for the server's backlog, whose presses are removed too
};

enum class PressGateEvent {
    Held, ///< no press may reach the program
    Released,
    Filled, ///< the buffer is full
    Drained, ///< everything that the server sent was read
    PauseOver, ///< like Drained, after the time for the backlog
};

inline constexpr StateStep<PressGate, PressGateEvent> pressGateSteps[] = {
    {PressGate::Open, PressGateEvent::Held, PressGate::Held},
    {PressGate::Held, PressGateEvent::Released, PressGate::Opening},
    {PressGate::Held, PressGateEvent::Filled, PressGate::HeldWithBacklog},
    {PressGate::HeldWithBacklog, PressGateEvent::Released, PressGate::OpeningWithBacklog},
    {PressGate::Opening, PressGateEvent::Held, PressGate::Held},
    {PressGate::Opening, PressGateEvent::Drained, PressGate::Open},
    {PressGate::OpeningWithBacklog, PressGateEvent::Held, PressGate::HeldWithBacklog},
    {PressGate::OpeningWithBacklog, PressGateEvent::Drained, PressGate::Pausing},
    {PressGate::Pausing, PressGateEvent::Held, PressGate::Held},
    {PressGate::Pausing, PressGateEvent::Released, PressGate::Opening},
    {PressGate::Pausing, PressGateEvent::PauseOver, PressGate::Open},
};

/// The transitions of PressGate. Empty: the event is ignored in this state.
constexpr std::optional<PressGate> nextState(PressGate from, PressGateEvent on)
{
    return findStep(pressGateSteps, from, on);
}

/// The gate opens when everything that the server sent was read.
constexpr bool isOpening(PressGate gate)
{
    return gate == PressGate::Opening || gate == PressGate::OpeningWithBacklog || gate == PressGate::Pausing;
}
}
