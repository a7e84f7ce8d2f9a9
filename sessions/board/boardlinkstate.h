// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace Nightdesk
{
/// Whether the board's own link may ask the user questions, and whether it has one to ask.
enum class BoardLinkState {
    Quiet, ///< the link asks no questions, and has none to ask
    ClosingAfterRefusal, ///< the link had a question and may not ask: the question was refused, and the link is about to close
    NeedsPerson, ///< the link closed because its question was refused
    Asking, ///< the user has requested the login, so the link may ask until it is live or closed
    AskingNext, ///< the user requested the login while the link was closing: it connects again and may ask
};

enum class BoardLinkEvent {
    LoginRequested,
    QuestionAsked, ///< the host asked for the approval of its key, or for a secret
    Live,
    Closed,
    Refused, ///< closed, because the host did not accept the answer
    Dropped, ///< the link itself is deleted
};

/// The state table. Empty: the event is ignored in this state (for example a question while the user may answer it).
constexpr std::optional<BoardLinkState> nextState(BoardLinkState from, BoardLinkEvent on)
{
    struct Step {
        BoardLinkState from;
        BoardLinkEvent on;
        BoardLinkState to;
    };
    using enum BoardLinkState;
    constexpr Step steps[] = {
        {Quiet, BoardLinkEvent::LoginRequested, Asking},
        {ClosingAfterRefusal, BoardLinkEvent::LoginRequested, AskingNext},
        {NeedsPerson, BoardLinkEvent::LoginRequested, Asking},
        {Quiet, BoardLinkEvent::QuestionAsked, ClosingAfterRefusal},
        {NeedsPerson, BoardLinkEvent::QuestionAsked, ClosingAfterRefusal},
        {ClosingAfterRefusal, BoardLinkEvent::Live, Quiet},
        {NeedsPerson, BoardLinkEvent::Live, Quiet},
        {Asking, BoardLinkEvent::Live, Quiet},
        {AskingNext, BoardLinkEvent::Live, Quiet},
        {ClosingAfterRefusal, BoardLinkEvent::Closed, NeedsPerson},
        {Asking, BoardLinkEvent::Closed, Quiet},
        {AskingNext, BoardLinkEvent::Closed, Asking},
        {Quiet, BoardLinkEvent::Refused, NeedsPerson},
        {ClosingAfterRefusal, BoardLinkEvent::Refused, NeedsPerson},
        {Asking, BoardLinkEvent::Refused, NeedsPerson},
        {AskingNext, BoardLinkEvent::Refused, Asking},
        {ClosingAfterRefusal, BoardLinkEvent::Dropped, Quiet},
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
