// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// Whether this desk needs a connection to the status board.
enum class BoardNeed {
    None,
    Needed,
    Left, ///< the console ends: the desk does not connect to the board again
};

enum class BoardNeedEvent {
    Needed, ///< the board has a broker and a credential, its login is approved, and this desk has something to publish or to listen for
    NotNeeded,
    ConsoleEnds,
};

inline constexpr StateStep<BoardNeed, BoardNeedEvent> boardNeedSteps[] = {
    {BoardNeed::None, BoardNeedEvent::Needed, BoardNeed::Needed},
    {BoardNeed::Needed, BoardNeedEvent::NotNeeded, BoardNeed::None},
    {BoardNeed::None, BoardNeedEvent::ConsoleEnds, BoardNeed::Left},
    {BoardNeed::Needed, BoardNeedEvent::ConsoleEnds, BoardNeed::Left},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardNeed> nextState(BoardNeed from, BoardNeedEvent on)
{
    return findStep(boardNeedSteps, from, on);
}

/// What the observers have been shown about the connection to the status board.
enum class BoardLoss {
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

inline constexpr StateStep<BoardLoss, BoardLossEvent> boardLossSteps[] = {
    {BoardLoss::Unconnected, BoardLossEvent::Connected, BoardLoss::Connected},
    {BoardLoss::Shown, BoardLossEvent::Connected, BoardLoss::Connected},
    {BoardLoss::Connected, BoardLossEvent::LostUnmissed, BoardLoss::Unconnected},
    {BoardLoss::Connected, BoardLossEvent::Released, BoardLoss::Unconnected},
    {BoardLoss::Connected, BoardLossEvent::Lost, BoardLoss::Shown},
    {BoardLoss::Connected, BoardLossEvent::Refused, BoardLoss::Shown},
    {BoardLoss::Unconnected, BoardLossEvent::Refused, BoardLoss::Shown}, // unreachable and never connected: the board's line shows that
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardLoss> nextState(BoardLoss from, BoardLossEvent on)
{
    return findStep(boardLossSteps, from, on);
}
}
