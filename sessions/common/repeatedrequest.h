// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// State of a request to a server or another thread. The answer may be out of date when it arrives, so the request may
/// have to be repeated.
enum class RepeatedRequestState {
    Idle,
    Due, ///< something changed, so a request has to be sent
    RequestSent,
    RequestSentAndDue, ///< something changed after the request was sent
};

enum class RepeatedRequestEvent {
    RequestNeeded,
    RequestSent,
    Answered,
    RequestDropped, ///< the request is no longer needed
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<RepeatedRequestState> nextState(RepeatedRequestState from, RepeatedRequestEvent on)
{
    constexpr StateTransition<RepeatedRequestState, RepeatedRequestEvent> steps[] = {
        {RepeatedRequestState::Idle, RepeatedRequestEvent::RequestNeeded, RepeatedRequestState::Due},
        // A request that no change caused, such as the first one.
        {RepeatedRequestState::Idle, RepeatedRequestEvent::RequestSent, RepeatedRequestState::RequestSent},
        {RepeatedRequestState::Due, RepeatedRequestEvent::RequestSent, RepeatedRequestState::RequestSent},
        {RepeatedRequestState::Due, RepeatedRequestEvent::RequestDropped, RepeatedRequestState::Idle},
        {RepeatedRequestState::RequestSent, RepeatedRequestEvent::RequestNeeded, RepeatedRequestState::RequestSentAndDue},
        {RepeatedRequestState::RequestSent, RepeatedRequestEvent::Answered, RepeatedRequestState::Idle},
        {RepeatedRequestState::RequestSentAndDue, RepeatedRequestEvent::Answered, RepeatedRequestState::Due},
    };
    return findStep(steps, from, on);
}

/// Keeps the state of a repeated request for its owner, which sends the requests: WindowAgentProtocol or LiveCheck.
/// Pure.
class RepeatedRequest
{
public:
    void handle(RepeatedRequestEvent event)
    {
        m_state = nextState(m_state, event).value_or(m_state);
    }
    bool isDue() const ///< true: the owner has to send a request now; false: none is needed, or the answer to an earlier one is still awaited
    {
        return m_state == RepeatedRequestState::Due;
    }
    bool isRequestPending() const
    {
        return m_state == RepeatedRequestState::RequestSent || m_state == RepeatedRequestState::RequestSentAndDue;
    }

private:
    RepeatedRequestState m_state = RepeatedRequestState::Idle;
};
}
