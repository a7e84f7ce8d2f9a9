// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// State of an X connection between a program and the local X server.
enum class RelayState {
    ReadingSetup, ///< reads the client's first packet
    Connecting, ///< waits for the server, whose queue of new connections is full
    AwaitingAnswer, ///< the server has the first packet, and has not answered it
    Relaying,
    PassingServerRefusal, ///< the server refused the program: its answer is passed on
    SendingOwnRefusal, ///< sends Nightdesk's own refusal to the client, then ends
    Finished,
};

enum class RelayEvent {
    ServerBusy,
    Connected, ///< the connection to the server was made
    Accepted, ///< the server accepted the program
    RefusedByServer, ///< the server refused the program
    RefusedByNightdesk, ///< Nightdesk refuses the program
    ConnectionEnded,
};

inline constexpr StateStep<RelayState, RelayEvent> relaySteps[] = {
    {RelayState::ReadingSetup, RelayEvent::ServerBusy, RelayState::Connecting},
    {RelayState::ReadingSetup, RelayEvent::Connected, RelayState::AwaitingAnswer},
    {RelayState::ReadingSetup, RelayEvent::RefusedByNightdesk, RelayState::SendingOwnRefusal},
    {RelayState::Connecting, RelayEvent::Connected, RelayState::AwaitingAnswer},
    {RelayState::Connecting, RelayEvent::RefusedByNightdesk, RelayState::SendingOwnRefusal},
    {RelayState::AwaitingAnswer, RelayEvent::Accepted, RelayState::Relaying},
    {RelayState::AwaitingAnswer, RelayEvent::RefusedByServer, RelayState::PassingServerRefusal},
};

/// ConnectionEnded leads to Finished from every state; empty for any other pair not in the table.
constexpr std::optional<RelayState> nextState(RelayState from, RelayEvent on)
{
    return on == RelayEvent::ConnectionEnded && from != RelayState::Finished ? std::optional(RelayState::Finished) : findStep(relaySteps, from, on);
}

/// Whether key and button presses pass from the X server to the program.
enum class PressGate {
    Open,
    Closed, ///< presses are removed
    ClosedWithBacklog, ///< like Closed, and the server has more than the buffer takes
    Opening, ///< to be opened as soon as everything that the server sent meanwhile was read
    OpeningWithBacklog,
    Pausing, ///< waits for the server's backlog, whose presses are removed too
};

enum class PressGateEvent {
    CloseRequested, ///< no press may reach the program
    OpenRequested,
    BufferFilled, ///< the buffer is full
    ServerDrained, ///< everything that the server sent was read
    PauseOver, ///< like ServerDrained, after the time for the backlog
};

inline constexpr StateStep<PressGate, PressGateEvent> pressGateSteps[] = {
    {PressGate::Open, PressGateEvent::CloseRequested, PressGate::Closed},
    {PressGate::Closed, PressGateEvent::OpenRequested, PressGate::Opening},
    {PressGate::Closed, PressGateEvent::BufferFilled, PressGate::ClosedWithBacklog},
    {PressGate::ClosedWithBacklog, PressGateEvent::OpenRequested, PressGate::OpeningWithBacklog},
    {PressGate::Opening, PressGateEvent::CloseRequested, PressGate::Closed},
    {PressGate::Opening, PressGateEvent::ServerDrained, PressGate::Open},
    {PressGate::OpeningWithBacklog, PressGateEvent::CloseRequested, PressGate::ClosedWithBacklog},
    {PressGate::OpeningWithBacklog, PressGateEvent::ServerDrained, PressGate::Pausing},
    {PressGate::Pausing, PressGateEvent::CloseRequested, PressGate::Closed},
    {PressGate::Pausing, PressGateEvent::OpenRequested, PressGate::Opening},
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
