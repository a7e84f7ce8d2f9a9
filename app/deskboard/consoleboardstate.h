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
    Left, ///< the console ends: the desk does not return to the board
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
    Unconnected, ///< not connected yet, or lost while nobody missed it
    Connected,
    Shown, ///< its loss was shown, and is not shown again until the board is connected
};

enum class BoardLossEvent {
    Connected,
    LostUnmissed, ///< not connected, but no instrument is, or the link is down too, which its strip shows
    Lost, ///< unreachable while an instrument is connected
    Refused, ///< refused by the broker while an instrument is connected
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
