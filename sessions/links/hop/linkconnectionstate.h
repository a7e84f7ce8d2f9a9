// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

#include <cstddef>
#include <iterator>
#include <optional>

namespace Nightdesk
{
/// The state that the thread of one connection has reported. Like LinkState, but with one more level of silence.
enum class LinkConnectionState {
    Resolving,
    Connecting,
    CheckingHost,
    LoggingIn,
    Live,
    InputBlocked, ///< live, but silent for so long that typed input is blocked
    Stalled,
    Dead,
    Closed,
};

enum class LinkConnectionEvent {
    ResolvingStarted, ///< looks up the host's name; occurs again when a login is repeated over a new TCP connection
    ConnectingStarted,
    HostCheckStarted,
    LoginStarted,
    LoggedIn,
    HostAnswered, ///< data from the host arrived
    InputBlocked,
    HostStalled,
    SilentForLong, ///< the host has not sent anything for so long that the connection counts as lost
    Ended,
};

/// The state after the event @p on. Empty: the event is ignored in this state, for example silence before the login, or a login step after it.
constexpr std::optional<LinkConnectionState> nextState(LinkConnectionState from, LinkConnectionEvent on)
{
    using enum LinkConnectionState;
    const bool isUp = from == Live || from == InputBlocked || from == Stalled || from == Dead;
    const auto ifNotLoggedIn = [&](LinkConnectionState to) { // a repeated login begins with the first step again, so any step may follow any other
        return isUp || from == Closed ? std::nullopt : std::optional(to);
    };
    const auto ifLoggedIn = [&](LinkConnectionState to) {
        return isUp ? std::optional(to) : std::nullopt;
    };
    switch (on) {
    case LinkConnectionEvent::ResolvingStarted:
        return ifNotLoggedIn(Resolving);
    case LinkConnectionEvent::ConnectingStarted:
        return ifNotLoggedIn(Connecting);
    case LinkConnectionEvent::HostCheckStarted:
        return ifNotLoggedIn(CheckingHost);
    case LinkConnectionEvent::LoginStarted:
        return ifNotLoggedIn(LoggingIn);
    case LinkConnectionEvent::LoggedIn:
        return ifNotLoggedIn(Live);
    case LinkConnectionEvent::HostAnswered:
        return ifLoggedIn(Live);
    case LinkConnectionEvent::InputBlocked:
        return ifLoggedIn(InputBlocked);
    case LinkConnectionEvent::HostStalled:
        return ifLoggedIn(Stalled);
    case LinkConnectionEvent::SilentForLong:
        return ifLoggedIn(Dead);
    case LinkConnectionEvent::Ended:
        return from == Closed ? std::nullopt : std::optional(Closed);
    }
    return std::nullopt;
}

constexpr LinkState asLinkState(LinkConnectionState state)
{
    using enum LinkState;
    // In the order of LinkConnectionState.
    constexpr LinkState states[] = {Resolving, Connecting, CheckingHost, LoggingIn, Live, Live, Stalled, Dead, Closed};
    static_assert(std::size(states) == static_cast<std::size_t>(LinkConnectionState::Closed) + 1);
    return states[static_cast<std::size_t>(state)];
}

/// The event for a step that the thread reports. Empty: not a step (silence and the end are reported by other events).
constexpr std::optional<LinkConnectionEvent> eventOf(LinkState reported)
{
    using enum LinkConnectionEvent;
    // In the order of LinkState.
    constexpr std::optional<LinkConnectionEvent> events[] = {{}, ResolvingStarted, ConnectingStarted, HostCheckStarted, LoginStarted, LoggedIn, {}, {}, {}};
    static_assert(std::size(events) == static_cast<std::size_t>(LinkState::Closed) + 1);
    return events[static_cast<std::size_t>(reported)];
}

constexpr LinkConnectionEvent eventOf(SilenceLevel silence)
{
    using enum LinkConnectionEvent;
    // In the order of SilenceLevel.
    constexpr LinkConnectionEvent events[] = {HostAnswered, InputBlocked, HostStalled, SilentForLong};
    static_assert(std::size(events) == static_cast<std::size_t>(SilenceLevel::Dead) + 1);
    return events[static_cast<std::size_t>(silence)];
}

/// What a connection is used for.
enum class LinkConnectionUse {
    Current, ///< the link's present connection, or one that is being made
    ReplacedButInUse, ///< a new connection has replaced this one, which is kept for the programs in it
    NotNeeded, ///< the connection is not needed: it ends as soon as it can without harm
};

enum class LinkConnectionUseEvent {
    Replaced,
    Released,
};

/// The use after the event @p on. Empty: the event changes nothing.
constexpr std::optional<LinkConnectionUse> nextState(LinkConnectionUse from, LinkConnectionUseEvent on)
{
    using enum LinkConnectionUse;
    if (on == LinkConnectionUseEvent::Replaced) {
        return from == Current ? std::optional(ReplacedButInUse) : std::nullopt;
    }
    return from == NotNeeded ? std::nullopt : std::optional(NotNeeded);
}

/// Whether a connection without permission to ask questions needs the user to do something.
enum class LinkConnectionUserActionNeed {
    NoUserNeeded,
    UserNeededAtHop, ///< the connection waits until a person fixes a jump host before it
    EndedBecauseUserNeeded, ///< the connection ends because it needs a person
};

enum class LinkConnectionUserActionNeedEvent {
    HopNeedsUser, ///< a jump host before the connection needs a person
    ConnectionNeedsUser, ///< the connection itself would have to ask a question
};

/// The need after the event @p on. Empty: the event changes nothing.
constexpr std::optional<LinkConnectionUserActionNeed> nextState(LinkConnectionUserActionNeed from, LinkConnectionUserActionNeedEvent on)
{
    using enum LinkConnectionUserActionNeed;
    if (on == LinkConnectionUserActionNeedEvent::HopNeedsUser) {
        return from == NoUserNeeded ? std::optional(UserNeededAtHop) : std::nullopt;
    }
    return from == EndedBecauseUserNeeded ? std::nullopt : std::optional(EndedBecauseUserNeeded);
}
}
