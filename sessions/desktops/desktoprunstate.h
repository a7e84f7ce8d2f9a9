// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// How far one attempt at a desktop has come: the channel to its server, and the end.
enum class DesktopRunState {
    Opening, ///< the channel is not open yet
    Open,
    Ending, ///< the stream ended before the channel was open: the channel's own failure, still on its way, says why
    Opened, ///< as Ending, and the channel opened after all: the end that is known already follows
    Over,
};

enum class DesktopRunEvent {
    ChannelOpened,
    StreamEnded, ///< the worker found the stream at its end
    Stopped, ///< from here, or an end whose reason is known
};

/// The table. Empty: this pair means nothing (a channel that opens after the end).
constexpr std::optional<DesktopRunState> nextState(DesktopRunState from, DesktopRunEvent on)
{
    struct Step {
        DesktopRunState from;
        DesktopRunEvent on;
        DesktopRunState to;
    };
    using enum DesktopRunState;
    constexpr Step steps[] = {
        {Opening, DesktopRunEvent::ChannelOpened, Open},
        {Ending, DesktopRunEvent::ChannelOpened, Opened},
        {Opening, DesktopRunEvent::StreamEnded, Ending},
        {Opening, DesktopRunEvent::Stopped, Over},
        {Open, DesktopRunEvent::Stopped, Over},
        {Ending, DesktopRunEvent::Stopped, Over},
        {Opened, DesktopRunEvent::Stopped, Over},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}
}
