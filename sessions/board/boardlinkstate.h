// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// Whether the own link of the board may ask the user questions, and whether it has a question.
enum class BoardLinkState {
    MayNotAsk, ///< the link may not ask questions, and has no question
    ClosingAfterRefusal, ///< the link had a question and may not ask: the question was refused, and the link is about to close
    NeedsUserAction, ///< the link closed because its question was refused
    MayAsk, ///< the user has requested the login, so the link may ask until it is live or closed
    MayAskAfterClosing, ///< the user requested the login while the link was closing: it connects again and may ask
};

enum class BoardLinkEvent {
    LoginRequested,
    QuestionAsked, ///< the host asked the user to approve its key, or asked for a secret
    LinkLive,
    LinkClosed,
    AnswerRefused, ///< the link closed because the host did not accept the answer
    LinkDeleted, ///< the object of the link is deleted
};

/// The state table. Empty: the event is ignored in this state, such as a question while the user may answer questions.
constexpr std::optional<BoardLinkState> nextState(BoardLinkState from, BoardLinkEvent on)
{
    using enum BoardLinkState;
    constexpr StateStep<BoardLinkState, BoardLinkEvent> steps[] = {
        {MayNotAsk, BoardLinkEvent::LoginRequested, MayAsk},
        {ClosingAfterRefusal, BoardLinkEvent::LoginRequested, MayAskAfterClosing},
        {NeedsUserAction, BoardLinkEvent::LoginRequested, MayAsk},
        {MayNotAsk, BoardLinkEvent::QuestionAsked, ClosingAfterRefusal},
        {NeedsUserAction, BoardLinkEvent::QuestionAsked, ClosingAfterRefusal},
        {ClosingAfterRefusal, BoardLinkEvent::LinkLive, MayNotAsk},
        {NeedsUserAction, BoardLinkEvent::LinkLive, MayNotAsk},
        {MayAsk, BoardLinkEvent::LinkLive, MayNotAsk},
        {MayAskAfterClosing, BoardLinkEvent::LinkLive, MayNotAsk},
        {ClosingAfterRefusal, BoardLinkEvent::LinkClosed, NeedsUserAction},
        {MayAsk, BoardLinkEvent::LinkClosed, MayNotAsk},
        {MayAskAfterClosing, BoardLinkEvent::LinkClosed, MayAsk},
        {MayNotAsk, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {ClosingAfterRefusal, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {MayAsk, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {MayAskAfterClosing, BoardLinkEvent::AnswerRefused, MayAsk},
        {ClosingAfterRefusal, BoardLinkEvent::LinkDeleted, MayNotAsk},
        {NeedsUserAction, BoardLinkEvent::LinkDeleted, MayNotAsk},
        {MayAsk, BoardLinkEvent::LinkDeleted, MayNotAsk},
        {MayAskAfterClosing, BoardLinkEvent::LinkDeleted, MayNotAsk},
    };
    return findStep(steps, from, on);
}
}
