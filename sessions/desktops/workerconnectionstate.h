// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// How far one attempt at a desktop has come: the channel to its server, and the end.
enum class WorkerConnectionState {
    Opening, ///< the channel is not open yet
    Open,
    Ending, ///< the stream ended before the channel was open: the channel's own failure, still on its way, says why
    Opened, ///< as Ending, and the channel opened after all: the end that is known already follows
    Over,
};

enum class WorkerConnectionEvent {
    ChannelOpened,
    StreamEnded, ///< the worker found the stream at its end
    Stopped, ///< from here, or an end whose reason is known
};

/// The table. Empty: this pair means nothing (a channel that opens after the end).
constexpr std::optional<WorkerConnectionState> nextState(WorkerConnectionState from, WorkerConnectionEvent on)
{
    struct Step {
        WorkerConnectionState from;
        WorkerConnectionEvent on;
        WorkerConnectionState to;
    };
    using enum WorkerConnectionState;
    constexpr Step steps[] = {
        {Opening, WorkerConnectionEvent::ChannelOpened, Open},
        {Ending, WorkerConnectionEvent::ChannelOpened, Opened},
        {Opening, WorkerConnectionEvent::StreamEnded, Ending},
        {Opening, WorkerConnectionEvent::Stopped, Over},
        {Open, WorkerConnectionEvent::Stopped, Over},
        {Ending, WorkerConnectionEvent::Stopped, Over},
        {Opened, WorkerConnectionEvent::Stopped, Over},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}
}
