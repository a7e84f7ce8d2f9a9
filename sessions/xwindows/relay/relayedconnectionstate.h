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
    AcceptedByServer, ///< the server accepted the program
    RefusedByServer, ///< the server refused the program
    RefusedByNightdesk, ///< Nightdesk refuses the program
    ConnectionEnded,
};

inline constexpr StateTransition<RelayState, RelayEvent> relaySteps[] = {
    {RelayState::ReadingSetup, RelayEvent::ServerBusy, RelayState::Connecting},
    {RelayState::ReadingSetup, RelayEvent::Connected, RelayState::AwaitingAnswer},
    {RelayState::ReadingSetup, RelayEvent::RefusedByNightdesk, RelayState::SendingOwnRefusal},
    {RelayState::Connecting, RelayEvent::Connected, RelayState::AwaitingAnswer},
    {RelayState::Connecting, RelayEvent::RefusedByNightdesk, RelayState::SendingOwnRefusal},
    {RelayState::AwaitingAnswer, RelayEvent::AcceptedByServer, RelayState::Relaying},
    {RelayState::AwaitingAnswer, RelayEvent::RefusedByServer, RelayState::PassingServerRefusal},
};

/// The transitions of RelayState. ConnectionEnded leads from every state to Finished. Empty: the event is ignored in this state.
constexpr std::optional<RelayState> nextState(RelayState from, RelayEvent on)
{
    return on == RelayEvent::ConnectionEnded && from != RelayState::Finished ? std::optional(RelayState::Finished) : findStep(relaySteps, from, on);
}

/// Whether key and button presses are removed from what the X server sends to the program.
enum class PressWithholdingState {
    NotWithheld,
    Withheld, ///< presses are removed
    WithheldWithBacklog, ///< presses are removed, and the server has more data than the buffer can hold
    EndingWhenDrained, ///< presses are removed until everything that the server sent so far was read
    EndingWithBacklog, ///< presses are removed until the server's backlog was read, too
    AwaitingBacklog, ///< everything was read; the server now sends its backlog, from which presses are removed, too
};

enum class PressWithholdingEvent {
    WithholdRequested, ///< no press may reach the program
    PassRequested, ///< presses may reach the program again
    BufferFilled, ///< the buffer for the server's data is full
    ServerDataRead, ///< everything that the server sent so far was read
    BacklogTimeOver, ///< the server has had enough time to send its backlog, and everything was read
};

inline constexpr StateTransition<PressWithholdingState, PressWithholdingEvent> pressWithholdingSteps[] = {
    {PressWithholdingState::NotWithheld, PressWithholdingEvent::WithholdRequested, PressWithholdingState::Withheld},
    {PressWithholdingState::Withheld, PressWithholdingEvent::PassRequested, PressWithholdingState::EndingWhenDrained},
    {PressWithholdingState::Withheld, PressWithholdingEvent::BufferFilled, PressWithholdingState::WithheldWithBacklog},
    {PressWithholdingState::WithheldWithBacklog, PressWithholdingEvent::PassRequested, PressWithholdingState::EndingWithBacklog},
    {PressWithholdingState::EndingWhenDrained, PressWithholdingEvent::WithholdRequested, PressWithholdingState::Withheld},
    {PressWithholdingState::EndingWhenDrained, PressWithholdingEvent::ServerDataRead, PressWithholdingState::NotWithheld},
    {PressWithholdingState::EndingWithBacklog, PressWithholdingEvent::WithholdRequested, PressWithholdingState::WithheldWithBacklog},
    {PressWithholdingState::EndingWithBacklog, PressWithholdingEvent::ServerDataRead, PressWithholdingState::AwaitingBacklog},
    {PressWithholdingState::AwaitingBacklog, PressWithholdingEvent::WithholdRequested, PressWithholdingState::Withheld},
    {PressWithholdingState::AwaitingBacklog, PressWithholdingEvent::PassRequested, PressWithholdingState::EndingWhenDrained},
    {PressWithholdingState::AwaitingBacklog, PressWithholdingEvent::BacklogTimeOver, PressWithholdingState::NotWithheld},
};

/// The transitions of PressWithholdingState. Empty: the event is ignored in this state.
constexpr std::optional<PressWithholdingState> nextState(PressWithholdingState from, PressWithholdingEvent on)
{
    return findStep(pressWithholdingSteps, from, on);
}

/// Presses pass again once everything that the server sent was read.
constexpr bool isWithholdingEnding(PressWithholdingState state)
{
    using enum PressWithholdingState;
    return state == EndingWhenDrained || state == EndingWithBacklog || state == AwaitingBacklog;
}
}
