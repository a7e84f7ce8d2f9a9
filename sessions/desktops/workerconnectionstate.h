// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// State of one connection attempt to a desktop.
enum class WorkerConnectionState {
    Opening, ///< the channel is not open yet
    Open,
    StreamEndedWhileOpening, ///< the stream ended before the channel was open: waits for the channel's own failure, which gives the reason
    ChannelOpenedAfterStreamEnd, ///< like StreamEndedWhileOpening, but the channel was opened after all: the known end is reported next
    Finished,
};

enum class WorkerConnectionEvent {
    ChannelOpened,
    StreamEnded, ///< the worker reached the end of the stream
    Stopped, ///< stopped locally, or ended for a known reason
};

/// The state table. Empty: the event is ignored (a channel that opens after the end).
constexpr std::optional<WorkerConnectionState> nextState(WorkerConnectionState from, WorkerConnectionEvent on)
{
    using enum WorkerConnectionState;
    constexpr StateTransition<WorkerConnectionState, WorkerConnectionEvent> steps[] = {
        {Opening, WorkerConnectionEvent::ChannelOpened, Open},
        {StreamEndedWhileOpening, WorkerConnectionEvent::ChannelOpened, ChannelOpenedAfterStreamEnd},
        {Opening, WorkerConnectionEvent::StreamEnded, StreamEndedWhileOpening},
        {Opening, WorkerConnectionEvent::Stopped, Finished},
        {Open, WorkerConnectionEvent::Stopped, Finished},
        {StreamEndedWhileOpening, WorkerConnectionEvent::Stopped, Finished},
        {ChannelOpenedAfterStreamEnd, WorkerConnectionEvent::Stopped, Finished},
    };
    return findStep(steps, from, on);
}
}
