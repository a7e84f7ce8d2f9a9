// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

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
    InputHeld, ///< live, but silent for so long that typed input is blocked
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
    SilentForLong, ///< the connection counts as dead
    Ended,
};

/// State table. Empty: the event is ignored in this state (silence before the login, a login step after it).
constexpr std::optional<LinkConnectionState> nextState(LinkConnectionState from, LinkConnectionEvent on)
{
    using enum LinkConnectionState;
    const bool isUp = from == Live || from == InputHeld || from == Stalled || from == Dead;
    const auto ifNotLoggedIn = [&](LinkConnectionState to) { // an attempt may begin again, so its steps may come in any order
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
        return ifLoggedIn(InputHeld);
    case LinkConnectionEvent::HostStalled:
        return ifLoggedIn(Stalled);
    case LinkConnectionEvent::SilentForLong:
        return ifLoggedIn(Dead);
    case LinkConnectionEvent::Ended:
        return from == Closed ? std::nullopt : std::optional(Closed);
    }
    return std::nullopt;
}

LinkState asLinkState(LinkConnectionState state);
/// The event for a step that the thread reports. Empty: not a step (silence and the end are reported by other events).
std::optional<LinkConnectionEvent> eventOf(LinkState reported);
LinkConnectionEvent eventOf(SilenceLevel silence);

/// What a connection is used for.
enum class LinkConnectionUse {
    Current, ///< the link's present connection, or one that is being made
    Old, ///< the connection is kept for the programs in it
    NotNeeded, ///< the connection is not needed: it ends as soon as it can without harm
};

enum class LinkConnectionUseEvent {
    Replaced,
    Released,
};

/// State table. Empty: the event is ignored.
constexpr std::optional<LinkConnectionUse> nextState(LinkConnectionUse from, LinkConnectionUseEvent on)
{
    using enum LinkConnectionUse;
    switch (on) {
    case LinkConnectionUseEvent::Replaced:
        return from == Current ? std::optional(Old) : std::nullopt;
    case LinkConnectionUseEvent::Released:
        return from == NotNeeded ? std::nullopt : std::optional(NotNeeded);
    }
    return std::nullopt;
}

/// Whether a connection that may not ask needs a person.
enum class LinkConnectionUserNeed {
    NoUserNeeded,
    UserNeededAtHop, ///< the connection waits until a person fixes a jump host before it
    EndedNeedingUser, ///< the connection ends because it needs a person
};

enum class LinkConnectionUserNeedEvent {
    HopBlocked,
    UserNeeded,
};

/// State table. Empty: the event is ignored.
constexpr std::optional<LinkConnectionUserNeed> nextState(LinkConnectionUserNeed from, LinkConnectionUserNeedEvent on)
{
    using enum LinkConnectionUserNeed;
    switch (on) {
    case LinkConnectionUserNeedEvent::HopBlocked:
        return from == NoUserNeeded ? std::optional(UserNeededAtHop) : std::nullopt;
    case LinkConnectionUserNeedEvent::UserNeeded:
        return from == EndedNeedingUser ? std::nullopt : std::optional(EndedNeedingUser);
    }
    return std::nullopt;
}
}
