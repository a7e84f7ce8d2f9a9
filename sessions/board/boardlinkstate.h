// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// Whether BoardLink's own link may ask the user a question (about a host key or a secret), and whether such a question was refused.
enum class BoardLinkState {
    MayNotAskUser, ///< the link may not ask questions, and has no question
    ClosingAfterRefusal, ///< the link had a question, which Nightdesk refused without asking the user: the link is about to close
    NeedsUserAction, ///< the link has closed because Nightdesk refused its question to the user; the user has to request the login
    MayAskUser, ///< the user has requested the login, so the link may ask until it is live or closed
    MayAskUserAfterReconnect, ///< the user requested the login while the link was closing: it connects again and may ask
};

enum class BoardLinkEvent {
    LoginRequested,
    LinkAskedQuestion, ///< the host asked the user to approve its key, or asked for a secret
    LinkLive,
    LinkClosed,
    AnswerRefused, ///< the link closed because the host did not accept the answer
    LinkDeleted, ///< the object of the link is deleted
};

/// The state table. Empty: the event is ignored in this state, such as a question while the user may answer questions.
constexpr std::optional<BoardLinkState> nextState(BoardLinkState from, BoardLinkEvent on)
{
    using enum BoardLinkState;
    constexpr StateTransition<BoardLinkState, BoardLinkEvent> steps[] = {
        {MayNotAskUser, BoardLinkEvent::LoginRequested, MayAskUser},
        {ClosingAfterRefusal, BoardLinkEvent::LoginRequested, MayAskUserAfterReconnect},
        {NeedsUserAction, BoardLinkEvent::LoginRequested, MayAskUser},
        {MayNotAskUser, BoardLinkEvent::LinkAskedQuestion, ClosingAfterRefusal},
        {NeedsUserAction, BoardLinkEvent::LinkAskedQuestion, ClosingAfterRefusal},
        {ClosingAfterRefusal, BoardLinkEvent::LinkLive, MayNotAskUser},
        {NeedsUserAction, BoardLinkEvent::LinkLive, MayNotAskUser},
        {MayAskUser, BoardLinkEvent::LinkLive, MayNotAskUser},
        {MayAskUserAfterReconnect, BoardLinkEvent::LinkLive, MayNotAskUser},
        {ClosingAfterRefusal, BoardLinkEvent::LinkClosed, NeedsUserAction},
        {MayAskUser, BoardLinkEvent::LinkClosed, MayNotAskUser},
        {MayAskUserAfterReconnect, BoardLinkEvent::LinkClosed, MayAskUser},
        {MayNotAskUser, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {ClosingAfterRefusal, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {MayAskUser, BoardLinkEvent::AnswerRefused, NeedsUserAction},
        {MayAskUserAfterReconnect, BoardLinkEvent::AnswerRefused, MayAskUser},
        {ClosingAfterRefusal, BoardLinkEvent::LinkDeleted, MayNotAskUser},
        {NeedsUserAction, BoardLinkEvent::LinkDeleted, MayNotAskUser},
        {MayAskUser, BoardLinkEvent::LinkDeleted, MayNotAskUser},
        {MayAskUserAfterReconnect, BoardLinkEvent::LinkDeleted, MayNotAskUser},
    };
    return findStep(steps, from, on);
}
}
