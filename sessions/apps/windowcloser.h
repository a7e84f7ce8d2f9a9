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
    WaitingForWindows, ///< waits until the program's windows are known
    CloseRequestsSent, ///< the program's windows were asked to close
    WaitingToSendAgain, ///< the windows were asked before; waits to ask them again
};

enum class ClosingEvent {
    CloseRequested,
    CloseRequestsSent, ///< the program's windows were asked to close
    NoWindowCanClose, ///< no window supports WM_DELETE_WINDOW
    ProgramAskedUser, ///< a new window was mapped, while one that was asked is still open
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<ClosingState> nextState(ClosingState from, ClosingEvent on)
{
    constexpr StateTransition<ClosingState, ClosingEvent> steps[] = {
        {ClosingState::Idle, ClosingEvent::CloseRequested, ClosingState::WaitingForWindows},
        {ClosingState::WaitingForWindows, ClosingEvent::CloseRequestsSent, ClosingState::CloseRequestsSent},
        {ClosingState::WaitingForWindows, ClosingEvent::NoWindowCanClose, ClosingState::Idle},
        {ClosingState::CloseRequestsSent, ClosingEvent::CloseRequested, ClosingState::WaitingToSendAgain},
        {ClosingState::CloseRequestsSent, ClosingEvent::ProgramAskedUser, ClosingState::Idle},
        {ClosingState::WaitingToSendAgain, ClosingEvent::CloseRequestsSent, ClosingState::CloseRequestsSent},
        {ClosingState::WaitingToSendAgain, ClosingEvent::NoWindowCanClose, ClosingState::Idle},
        {ClosingState::WaitingToSendAgain, ClosingEvent::ProgramAskedUser, ClosingState::WaitingForWindows},
    };
    return findStep(steps, from, on);
}

/// Asks the windows of a program to close, and detects whether the program asks the user something. Owned by WindowAgentProtocol, on
/// AppWindowAgent's thread; the protocol, atoms and windows outlive it.
class WindowCloser
{
public:
    using Clock = std::chrono::steady_clock;
    /// After this time, the known windows are asked to close, even if the properties of others have not been read yet.
    static constexpr std::chrono::seconds maxReadWait{3};

    WindowCloser(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows);

    void requestClose(Clock::time_point now);
    /// The latest time at which to ask the windows to close; empty: no close was requested.
    std::optional<Clock::time_point> closeRequestDeadline() const;
    /// Asks the windows to close. @p hasWindowList: a window manager has a list of the windows, including iconified ones. False: no
    /// window can be asked.
    bool sendCloseRequests(bool hasWindowList);
    void cancelCloseRequest(); ///< stops waiting to ask the windows to close, because they cannot be asked
    /// Whether the program asks the user something: a new window among @p ordinaryWindows was mapped, and a window that was asked to
    /// close is still open. True only once after a request to close.
    bool detectUserQuestion(const std::vector<XId> &ordinaryWindows);

private:
    bool handleEvent(ClosingEvent event);

    XClientProtocol &m_xProtocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
    ClosingState m_closingState = ClosingState::Idle;
    Clock::time_point m_closeRequestDeadline; ///< latest time to ask the windows; set while waiting
    std::map<XId, std::uint64_t> m_windowsOpenAtRequest; ///< windows that were open when the program was asked to close, with mapSequenceNumber
};
}
