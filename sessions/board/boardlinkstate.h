// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// Whether the board's own link may ask somebody, and whether it would have to.
enum class BoardLinkState {
    Quiet, ///< it asks nobody, and has nothing to ask
    HangingUp, ///< it wanted to ask, and nobody is there: the question was refused, and the link is about to close
    NeedsPerson, ///< it closed because of that
    Asking, ///< a person is there and said so: until it is live or closed
    AskingNext, ///< a person came while it was hanging up: it asks once it has closed
};

enum class BoardLinkEvent {
    PersonCame,
    Questioned, ///< by the host, for a key or a secret
    Live,
    Closed,
    Refused, ///< closed: the host did not accept what was answered
    Dropped, ///< the link itself is given up
};

/// The table. Empty: this pair means nothing (a question while a person may answer it).
constexpr std::optional<BoardLinkState> nextState(BoardLinkState from, BoardLinkEvent on)
{
    struct Step {
        BoardLinkState from;
        BoardLinkEvent on;
        BoardLinkState to;
    };
    using enum BoardLinkState;
    constexpr Step steps[] = {
        {Quiet, BoardLinkEvent::PersonCame, Asking},
        {HangingUp, BoardLinkEvent::PersonCame, AskingNext},
        {NeedsPerson, BoardLinkEvent::PersonCame, Asking},
        {Quiet, BoardLinkEvent::Questioned, HangingUp},
        {NeedsPerson, BoardLinkEvent::Questioned, HangingUp},
        {HangingUp, BoardLinkEvent::Live, Quiet},
        {NeedsPerson, BoardLinkEvent::Live, Quiet},
        {Asking, BoardLinkEvent::Live, Quiet},
        {AskingNext, BoardLinkEvent::Live, Quiet},
        {HangingUp, BoardLinkEvent::Closed, NeedsPerson},
        {Asking, BoardLinkEvent::Closed, Quiet},
        {AskingNext, BoardLinkEvent::Closed, Asking},
        {Quiet, BoardLinkEvent::Refused, NeedsPerson},
        {HangingUp, BoardLinkEvent::Refused, NeedsPerson},
        {Asking, BoardLinkEvent::Refused, NeedsPerson},
        {AskingNext, BoardLinkEvent::Refused, Asking},
        {HangingUp, BoardLinkEvent::Dropped, Quiet},
        {NeedsPerson, BoardLinkEvent::Dropped, Quiet},
        {Asking, BoardLinkEvent::Dropped, Quiet},
        {AskingNext, BoardLinkEvent::Dropped, Quiet},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}
}
