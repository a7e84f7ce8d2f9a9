// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// Whether the own link of the board may ask the user questions, and whether it has a question.
enum class BoardLinkState {
    Quiet, ///< the link may not ask questions, and has no question
    ClosingAfterRefusal, ///< the link had a question and may not ask: the question was refused, and the link is about to close
    NeedsPerson, ///< the link closed because its question was refused
    Asking, ///< the user has requested the login, so the link may ask until it is live or closed
    AskingNext, ///< the user requested the login while the link was closing: it connects again and may ask
};

enum class BoardLinkEvent {
    LoginRequested,
    QuestionAsked, ///< the host asked the user to approve its key, or asked for a secret
    Live,
    Closed,
    Refused, ///< the link closed because the host did not accept the answer
    Dropped, ///< the object of the link is deleted
};

/// The state table. Empty: the event is ignored in this state, such as a question while the user may answer questions.
constexpr std::optional<BoardLinkState> nextState(BoardLinkState from, BoardLinkEvent on)
{
    using enum BoardLinkState;
    constexpr StateStep<BoardLinkState, BoardLinkEvent> steps[] = {
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
    return findStep(steps, from, on);
}
}
