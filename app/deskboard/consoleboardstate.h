// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// Whether this desk needs a connection to the status board.
enum class BoardConnectionNeed {
    NotNeeded,
    Needed,
    ConsoleEnded, ///< the console ends: the desk does not connect to the board again
};

enum class BoardNeedEvent {
    Needed, ///< the board has a broker and a credential, its login is approved, and this desk has something to publish or to listen for
    NotNeeded,
    ConsoleEnds,
};

inline constexpr StateStep<BoardConnectionNeed, BoardNeedEvent> boardNeedSteps[] = {
    {BoardConnectionNeed::NotNeeded, BoardNeedEvent::Needed, BoardConnectionNeed::Needed},
    {BoardConnectionNeed::Needed, BoardNeedEvent::NotNeeded, BoardConnectionNeed::NotNeeded},
    {BoardConnectionNeed::NotNeeded, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::ConsoleEnded},
    {BoardConnectionNeed::Needed, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::ConsoleEnded},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardConnectionNeed> nextState(BoardConnectionNeed from, BoardNeedEvent on)
{
    return findStep(boardNeedSteps, from, on);
}

/// What the observers have been shown about the connection to the status board.
enum class BoardLossNotice {
    NotConnected, ///< not connected yet, or the connection was lost while no instrument was connected
    Connected,
    Shown, ///< the observers were shown that the connection is lost; not shown again before the next connection
};

enum class BoardLossEvent {
    Connected,
    /// Lost while no instrument is connected, or while the ssh link is down, which the link's strip shows.
    LostWithoutNotice,
    Lost, ///< the broker is unreachable while an instrument is connected
    Refused, ///< the broker refuses the login while an instrument is connected
    NotNeeded, ///< the connection is not needed any more
};

inline constexpr StateStep<BoardLossNotice, BoardLossEvent> boardLossSteps[] = {
    {BoardLossNotice::NotConnected, BoardLossEvent::Connected, BoardLossNotice::Connected},
    {BoardLossNotice::Shown, BoardLossEvent::Connected, BoardLossNotice::Connected},
    {BoardLossNotice::Connected, BoardLossEvent::LostWithoutNotice, BoardLossNotice::NotConnected},
    {BoardLossNotice::Connected, BoardLossEvent::NotNeeded, BoardLossNotice::NotConnected},
    {BoardLossNotice::Connected, BoardLossEvent::Lost, BoardLossNotice::Shown},
    {BoardLossNotice::Connected, BoardLossEvent::Refused, BoardLossNotice::Shown},
    {BoardLossNotice::NotConnected, BoardLossEvent::Refused, BoardLossNotice::Shown}, // Lost changes nothing here: only the board's line shows it
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardLossNotice> nextState(BoardLossNotice from, BoardLossEvent on)
{
    return findStep(boardLossSteps, from, on);
}
}
