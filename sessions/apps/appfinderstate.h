// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// State of AppFinder's connection to a program's display.
enum class AppFinderState {
    NotConnected, ///< no display was found, or the connection to it has ended; find() may be searching for it
    Connected, ///< connected to the display
    EndingWhenFound, ///< the display is to be ended as soon as the report shows to whom it belongs
    Ending, ///< the summit was asked to end the display
};

enum class AppFinderEvent {
    Found,
    Disconnected, ///< the display ended or failed, or is not needed any more
    EndRequested, ///< the end was requested while the display is known to belong to this desk
    EndRequestedDuringSearch, ///< the end was requested while the display is being searched for
    EndCompleted, ///< the display was ended, or cannot be ended
};

inline constexpr StateTransition<AppFinderState, AppFinderEvent> appFinderSteps[] = {
    {AppFinderState::NotConnected, AppFinderEvent::Found, AppFinderState::Connected},
    {AppFinderState::NotConnected, AppFinderEvent::EndRequested, AppFinderState::Ending},
    {AppFinderState::NotConnected, AppFinderEvent::EndRequestedDuringSearch, AppFinderState::EndingWhenFound},
    // The display was searched for again without having been lost.
    {AppFinderState::Connected, AppFinderEvent::Found, AppFinderState::Connected},
    {AppFinderState::Connected, AppFinderEvent::Disconnected, AppFinderState::NotConnected},
    {AppFinderState::Connected, AppFinderEvent::EndRequested, AppFinderState::Ending},
    {AppFinderState::Connected, AppFinderEvent::EndRequestedDuringSearch, AppFinderState::EndingWhenFound},
    {AppFinderState::EndingWhenFound, AppFinderEvent::Found, AppFinderState::Ending},
    {AppFinderState::EndingWhenFound, AppFinderEvent::EndCompleted, AppFinderState::NotConnected},
    {AppFinderState::Ending, AppFinderEvent::EndCompleted, AppFinderState::NotConnected},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<AppFinderState> nextState(AppFinderState from, AppFinderEvent on)
{
    return findStep(appFinderSteps, from, on);
}
}
