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
    NeverNeededAgain, ///< the console is closing: the desk does not connect to the board again
};

enum class BoardConnectionNeedEvent {
    BecameNeeded, ///< the board has a broker and a credential, its login is approved, and this desk has something to publish or to listen for
    BecameUnneeded,
    ConsoleClosing,
};

inline constexpr StateTransition<BoardConnectionNeed, BoardConnectionNeedEvent> boardNeedSteps[] = {
    {BoardConnectionNeed::NotNeeded, BoardConnectionNeedEvent::BecameNeeded, BoardConnectionNeed::Needed},
    {BoardConnectionNeed::Needed, BoardConnectionNeedEvent::BecameUnneeded, BoardConnectionNeed::NotNeeded},
    {BoardConnectionNeed::NotNeeded, BoardConnectionNeedEvent::ConsoleClosing, BoardConnectionNeed::NeverNeededAgain},
    {BoardConnectionNeed::Needed, BoardConnectionNeedEvent::ConsoleClosing, BoardConnectionNeed::NeverNeededAgain},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardConnectionNeed> nextState(BoardConnectionNeed from, BoardConnectionNeedEvent on)
{
    return findStep(boardNeedSteps, from, on);
}

/// What the observers have been shown about the connection to the status board.
enum class BoardConnectionNotice {
    NotConnected, ///< not connected yet, or the connection was lost while no instrument was connected
    Connected,
    LossShown, ///< the observers were shown that the connection is lost; not shown again before the next connection
};

enum class BoardConnectionEvent {
    ConnectionMade,
    /// The observers need no notice: no instrument is connected, or the ssh link is down too, which its own status bar shows.
    ConnectionLostSilently,
    ConnectionLost, ///< the broker is unreachable while an instrument is connected
    LoginRefused, ///< the broker refuses the login while an instrument is connected
    ConnectionUnneeded, ///< the connection is not needed any more
};

inline constexpr StateTransition<BoardConnectionNotice, BoardConnectionEvent> boardNoticeSteps[] = {
    {BoardConnectionNotice::NotConnected, BoardConnectionEvent::ConnectionMade, BoardConnectionNotice::Connected},
    {BoardConnectionNotice::LossShown, BoardConnectionEvent::ConnectionMade, BoardConnectionNotice::Connected},
    {BoardConnectionNotice::Connected, BoardConnectionEvent::ConnectionLostSilently, BoardConnectionNotice::NotConnected},
    {BoardConnectionNotice::Connected, BoardConnectionEvent::ConnectionUnneeded, BoardConnectionNotice::NotConnected},
    {BoardConnectionNotice::Connected, BoardConnectionEvent::ConnectionLost, BoardConnectionNotice::LossShown},
    {BoardConnectionNotice::Connected, BoardConnectionEvent::LoginRefused, BoardConnectionNotice::LossShown},
    {BoardConnectionNotice::NotConnected, BoardConnectionEvent::LoginRefused, BoardConnectionNotice::LossShown}, // ConnectionLost is ignored here
};

/// Empty: the event is ignored in this state.
constexpr std::optional<BoardConnectionNotice> nextState(BoardConnectionNotice from, BoardConnectionEvent on)
{
    return findStep(boardNoticeSteps, from, on);
}
}
