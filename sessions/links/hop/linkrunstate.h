// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

#include <optional>

namespace Nightdesk
{
/// What the thread of one connection has reported of it. As LinkState, but one that is live may already be silent.
enum class LinkRunState {
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

enum class LinkRunEvent {
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
constexpr std::optional<LinkRunState> nextState(LinkRunState from, LinkRunEvent on)
{
    using enum LinkRunState;
    const bool isUp = from == Live || from == InputHeld || from == Stalled || from == Dead;
    const auto before = [&](LinkRunState to) { // the steps of an attempt come in any order: an attempt may begin again
        return isUp || from == Closed ? std::nullopt : std::optional(to);
    };
    const auto whileUp = [&](LinkRunState to) {
        return isUp ? std::optional(to) : std::nullopt;
    };
    switch (on) {
    case LinkRunEvent::Resolves:
        return before(Resolving);
    case LinkRunEvent::Connects:
        return before(Connecting);
    case LinkRunEvent::ChecksHost:
        return before(CheckingHost);
    case LinkRunEvent::LogsIn:
        return before(LoggingIn);
    case LinkRunEvent::LoggedIn:
        return before(Live);
    case LinkRunEvent::Answers:
        return whileUp(Live);
    case LinkRunEvent::HoldsInput:
        return whileUp(InputHeld);
    case LinkRunEvent::Stalls:
        return whileUp(Stalled);
    case LinkRunEvent::Dies:
        return whileUp(Dead);
    case LinkRunEvent::Ended:
        return from == Closed ? std::nullopt : std::optional(Closed);
    }
    return std::nullopt;
}

LinkState asLinkState(LinkRunState state);
/// Of a step that the thread reports. Empty: it is none (silence and the end are reported in other events).
std::optional<LinkRunEvent> eventOf(LinkState reported);
LinkRunEvent eventOf(Silence silence);

/// What a connection is for.
enum class LinkRunUse {
    Current, ///< the link's present one, or one that is being made
    Old, ///< kept for the programs in it
    Leaving, ///< for nothing: it ends as soon as it can without harm
};

enum class LinkRunUseEvent {
    Replaced,
    StoodDown,
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<LinkRunUse> nextState(LinkRunUse from, LinkRunUseEvent on)
{
    using enum LinkRunUse;
    switch (on) {
    case LinkRunUseEvent::Replaced:
        return from == Current ? std::optional(Old) : std::nullopt;
    case LinkRunUseEvent::StoodDown:
        return from == Leaving ? std::nullopt : std::optional(Leaving);
    }
    return std::nullopt;
}

/// Whether a connection that may ask nobody needs a person.
enum class LinkRunNeed {
    None,
    AtHop, ///< it waits for what a person has to do for a jump host before it
    Unmet, ///< it ends because of that
};

enum class LinkRunNeedEvent {
    HopHeld,
    PersonNeeded,
};

/// The table. Empty: this pair means nothing.
constexpr std::optional<LinkRunNeed> nextState(LinkRunNeed from, LinkRunNeedEvent on)
{
    using enum LinkRunNeed;
    switch (on) {
    case LinkRunNeedEvent::HopHeld:
        return from == None ? std::optional(AtHop) : std::nullopt;
    case LinkRunNeedEvent::PersonNeeded:
        return from == Unmet ? std::nullopt : std::optional(Unmet);
    }
    return std::nullopt;
}
}
