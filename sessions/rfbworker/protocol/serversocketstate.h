// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk::Rfb
{
/// State of the socket to the server, as seen by ControlPump, which writes to it.
enum class ServerSocketState {
    Writable,
    Full, ///< the socket's buffer is full: waits until more can be written
    Lost, ///< writing failed: messages are discarded, and the reader thread reports the end of the stream
};

enum class ServerSocketEvent {
    BufferBecameFull,
    BufferDrained,
    WriteFailed,
};

inline constexpr StateTransition<ServerSocketState, ServerSocketEvent> serverSocketSteps[] = {
    {ServerSocketState::Writable, ServerSocketEvent::BufferBecameFull, ServerSocketState::Full},
    {ServerSocketState::Writable, ServerSocketEvent::WriteFailed, ServerSocketState::Lost},
    {ServerSocketState::Full, ServerSocketEvent::BufferDrained, ServerSocketState::Writable},
};

/// The transitions of ServerSocketState. Empty: the event is ignored in this state.
constexpr std::optional<ServerSocketState> nextState(ServerSocketState from, ServerSocketEvent on)
{
    return findStep(serverSocketSteps, from, on);
}
}
