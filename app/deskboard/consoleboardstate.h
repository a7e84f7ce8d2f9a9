// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// Whether this desk needs a connection to the status board.
enum class BoardConnectionNeed {
    None,
    Needed,
    Left, ///< the console ends: the desk does not connect to the board again
};

enum class BoardNeedEvent {
    Needed, ///< the board has a broker and a credential, its login is approved, and this desk has something to publish or to listen for
    NotNeeded,
    ConsoleEnds,
};

inline constexpr StateStep<BoardConnectionNeed, BoardNeedEvent> boardNeedSteps[] = {
    {BoardConnectionNeed::None, BoardNeedEvent::Needed, BoardConnectionNeed::Needed},
    {BoardConnectionNeed::Needed, BoardNeedEvent::NotNeeded, BoardConnectionNeed::None},
    {BoardConnectionNeed::None, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::Left},
    {BoardConnectionNeed::Needed, BoardNeedEvent::ConsoleEnds, BoardConnectionNeed::Left},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardConnectionNeed> nextState(BoardConnectionNeed from, BoardNeedEvent on)
{
    return findStep(boardNeedSteps, from, on);
}

/// What the observers have been shown about the connection to the status board.
enum class BoardLossNotice {
    Unconnected, ///< not connected yet, or the connection was lost while no instrument was connected
    Connected,
    Shown, ///< the observers were shown that the connection is lost; not shown again before the next connection
};

enum class BoardLossEvent {
    Connected,
    /// Lost while no instrument is connected, or while the ssh link is down, which the link's strip shows.
    LostUnmissed,
    Lost, ///< the broker is unreachable while an instrument is connected
    Refused, ///< the broker refuses the login while an instrument is connected
    Released, ///< the connection is not needed any more
};

inline constexpr StateStep<BoardLossNotice, BoardLossEvent> boardLossSteps[] = {
    {BoardLossNotice::Unconnected, BoardLossEvent::Connected, BoardLossNotice::Connected},
    {BoardLossNotice::Shown, BoardLossEvent::Connected, BoardLossNotice::Connected},
    {BoardLossNotice::Connected, BoardLossEvent::LostUnmissed, BoardLossNotice::Unconnected},
    {BoardLossNotice::Connected, BoardLossEvent::Released, BoardLossNotice::Unconnected},
    {BoardLossNotice::Connected, BoardLossEvent::Lost, BoardLossNotice::Shown},
    {BoardLossNotice::Connected, BoardLossEvent::Refused, BoardLossNotice::Shown},
    {BoardLossNotice::Unconnected, BoardLossEvent::Refused, BoardLossNotice::Shown}, // Lost has no such step: the board's line shows it
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardLossNotice> nextState(BoardLossNotice from, BoardLossEvent on)
{
    return findStep(boardLossSteps, from, on);
}
}
