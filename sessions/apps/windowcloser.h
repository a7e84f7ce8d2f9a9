// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindows.h"
#include "sessions/apps/windowagentatoms.h"
#include "sessions/base/statetable.h"
#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// State of a request to close a program, like the close button of its window.
enum class ClosingState {
    Idle,
    Waiting, ///< waits until the program's windows are known
    Asked, ///< the program's windows were asked to close
    WaitingAgain, ///< the windows were asked before; waits to ask them again
};

enum class ClosingEvent {
    Requested,
    Asked,
    Impossible, ///< no window supports WM_DELETE_WINDOW
    AskedBack, ///< a new window was mapped, while one that was asked is still open
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<ClosingState> nextState(ClosingState from, ClosingEvent on)
{
    constexpr StateStep<ClosingState, ClosingEvent> steps[] = {
        {ClosingState::Idle, ClosingEvent::Requested, ClosingState::Waiting},
        {ClosingState::Waiting, ClosingEvent::Asked, ClosingState::Asked},
        {ClosingState::Waiting, ClosingEvent::Impossible, ClosingState::Idle},
        {ClosingState::Asked, ClosingEvent::Requested, ClosingState::WaitingAgain},
        {ClosingState::Asked, ClosingEvent::AskedBack, ClosingState::Idle},
        {ClosingState::WaitingAgain, ClosingEvent::Asked, ClosingState::Asked},
        {ClosingState::WaitingAgain, ClosingEvent::Impossible, ClosingState::Idle},
        {ClosingState::WaitingAgain, ClosingEvent::AskedBack, ClosingState::Waiting},
    };
    return findStep(steps, from, on);
}

/// Asks the windows of a program to close, and detects whether the program asks the user something. Owned by WindowAgentProtocol, on
/// AppWindowAgent's thread; talk, atoms and windows outlive it.
class WindowCloser
{
public:
    using Clock = std::chrono::steady_clock;
    /// After this time, the known windows are asked, even if others have not been read yet.
    static constexpr std::chrono::seconds maxReadWait{3};

    WindowCloser(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows);

    void requestClose(Clock::time_point now);
    /// The latest time at which to ask the windows to close; empty: no close was requested.
    std::optional<Clock::time_point> closeRequestDeadline() const;
    /// Asks the windows to close. @p isListed: a window manager lists the windows, including iconified ones. False: no
    /// window can be asked.
    bool sendCloseRequests(bool isListed);
    void cancelCloseRequest(); ///< ends the request to close, because the windows cannot be asked
    /// True once after the request: a new window among @p ordinary was mapped, and a window that was asked to close is
    /// still open.
    bool hasProgramAskedUser(const std::vector<XId> &ordinary);

private:
    bool handleEvent(ClosingEvent event);

    XClientProtocol &m_xProtocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
    ClosingState m_closingState = ClosingState::Idle;
    Clock::time_point m_closeRequestDeadline; ///< latest time to ask the windows; set while waiting
    std::map<XId, std::uint64_t> m_closeRequestedWindows; ///< windows that were mapped when they were asked to close
};
}
