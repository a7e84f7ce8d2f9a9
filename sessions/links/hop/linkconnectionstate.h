// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

#include <optional>

namespace Nightdesk
{
/// What the thread of one connection has reported of it. As LinkState, but one that is live may already be silent.
enum class LinkConnectionState {
    Resolving,
    Connecting,
    CheckingHost,
    LoggingIn,
    Live,
    InputHeld, ///< live, but silent for so long that nobody may type into it
    Stalled,
    Dead,
    Closed,
};

enum class LinkConnectionEvent {
    Resolves, ///< looks up the host's name; again, when a login is repeated over a new TCP connection
    Connects,
    ChecksHost,
    LogsIn,
    LoggedIn,
    Answers, ///< the host was heard
    HoldsInput,
    Stalls,
    Dies,
    Ended,
};

/// The table. Empty: this pair means nothing (silence of what is not up, a step of what is).
constexpr std::optional<LinkConnectionState> nextState(LinkConnectionState from, LinkConnectionEvent on)
{
    using enum LinkConnectionState;
    const bool isUp = from == Live || from == InputHeld || from == Stalled || from == Dead;
    const auto before = [&](LinkConnectionState to) { // the steps of an attempt come in any order: an attempt may begin again
        return isUp || from == Closed ? std::nullopt : std::optional(to);
    };
    const auto whileUp = [&](LinkConnectionState to) {
        return isUp ? std::optional(to) : std::nullopt;
    };
    switch (on) {
    case LinkConnectionEvent::Resolves:
        return before(Resolving);
    case LinkConnectionEvent::Connects:
        return before(Connecting);
    case LinkConnectionEvent::ChecksHost:
        return before(CheckingHost);
    case LinkConnectionEvent::LogsIn:
        return before(LoggingIn);
    case LinkConnectionEvent::LoggedIn:
        return before(Live);
    case LinkConnectionEvent::Answers:
        return whileUp(Live);
    case LinkConnectionEvent::HoldsInput:
        return whileUp(InputHeld);
    case LinkConnectionEvent::Stalls:
        return whileUp(Stalled);
    case LinkConnectionEvent::Dies:
        return whileUp(Dead);
    case LinkConnectionEvent::Ended:
        return from == Closed ? std::nullopt : std::optional(Closed);
    }
    return std::nullopt;
}

LinkState asLinkState(LinkConnectionState state);
/// Of a step that the thread reports. Empty: it is none (silence and the end are reported in other events).
std::optional<LinkConnectionEvent> eventOf(LinkState reported);
LinkConnectionEvent eventOf(Silence silence);

/// What a connection is for.
enum class LinkConnectionUse {
    Current, ///< the link's present one, or one that is being made
    Old, ///< kept for the programs in it
    Leaving, ///< for nothing: it ends as soon as it can without harm
};

enum class LinkConnectionUseEvent {
    Replaced,
    StoodDown,
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<LinkConnectionUse> nextState(LinkConnectionUse from, LinkConnectionUseEvent on)
{
    using enum LinkConnectionUse;
    switch (on) {
    case LinkConnectionUseEvent::Replaced:
        return from == Current ? std::optional(Old) : std::nullopt;
    case LinkConnectionUseEvent::StoodDown:
        return from == Leaving ? std::nullopt : std::optional(Leaving);
    }
    return std::nullopt;
}

/// Whether a connection that may ask nobody needs a person.
enum class LinkConnectionNeed {
    None,
    AtHop, ///< it waits for what a person has to do for a jump host before it
    Unmet, ///< it ends because of that
};

enum class LinkConnectionNeedEvent {
    HopHeld,
    PersonNeeded,
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<LinkConnectionNeed> nextState(LinkConnectionNeed from, LinkConnectionNeedEvent on)
{
    using enum LinkConnectionNeed;
    switch (on) {
    case LinkConnectionNeedEvent::HopHeld:
        return from == None ? std::optional(AtHop) : std::nullopt;
    case LinkConnectionNeedEvent::PersonNeeded:
        return from == Unmet ? std::nullopt : std::optional(Unmet);
    }
    return std::nullopt;
}
}
