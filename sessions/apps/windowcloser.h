// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindows.h"
#include "sessions/apps/windowagentatoms.h"
#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// A program that is to end by itself, as by the close button of its window.
enum class ClosingState {
    Idle,
    Waiting, ///< until its windows are known
    Asked, ///< its windows were asked to go
    WaitingAgain, ///< Asked, and it is to be asked once more
};

enum class ClosingEvent {
    Wanted,
    Asked,
    Impossible, ///< it has no window that can be asked
    AskedBack, ///< another window came up while one stays
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<ClosingState> nextState(ClosingState from, ClosingEvent on)
{
    struct Step {
        ClosingState from;
        ClosingEvent on;
        ClosingState to;
    };
    constexpr Step steps[] = {
        {ClosingState::Idle, ClosingEvent::Wanted, ClosingState::Waiting},
        {ClosingState::Waiting, ClosingEvent::Asked, ClosingState::Asked},
        {ClosingState::Waiting, ClosingEvent::Impossible, ClosingState::Idle},
        {ClosingState::Asked, ClosingEvent::Wanted, ClosingState::WaitingAgain},
        {ClosingState::Asked, ClosingEvent::AskedBack, ClosingState::Idle},
        {ClosingState::WaitingAgain, ClosingEvent::Asked, ClosingState::Asked},
        {ClosingState::WaitingAgain, ClosingEvent::Impossible, ClosingState::Idle},
        {ClosingState::WaitingAgain, ClosingEvent::AskedBack, ClosingState::Waiting},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// Asks the windows of a program to go, and tells whether the program asks something back. Owned by WindowAgentProtocol, on AppWindowAgent's thread;
/// talk, atoms and windows outlive it.
class WindowCloser
{
public:
    using Clock = std::chrono::steady_clock;
    /// The windows that are known are asked after so long, whatever is still to be read.
    static constexpr std::chrono::seconds pause{3};

    WindowCloser(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows);

    void requestClose(Clock::time_point now);
    /// When the windows are asked at the latest; empty: nobody wants that.
    std::optional<Clock::time_point> by() const;
    /// @p isListed: a manager lists its windows, those that are icons too. False: there is none that can be asked.
    bool ask(bool isListed);
    void giveUp(); ///< they cannot be asked
    /// True once: since they were asked another of the @p ordinary windows came up, and one of them stays.
    bool isAskedBack(const std::vector<XId> &ordinary);

private:
    bool handle(ClosingEvent event);

    XClientProtocol &m_protocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
    ClosingState m_state = ClosingState::Idle;
    Clock::time_point m_by; ///< while it waits
    std::map<XId, std::uint64_t> m_asked; ///< those that were up when they were asked to go
};
}
