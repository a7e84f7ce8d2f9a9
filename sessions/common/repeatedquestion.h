// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

#include <optional>

namespace Nightdesk
{
/// State of a request to a server or another thread. The answer may be out of date when it arrives, so the request may
/// have to be repeated.
enum class QuestionState {
    Idle,
    Due, ///< something changed, so a request has to be sent
    Asked,
    AskedAndDue, ///< something changed after the request was sent
};

enum class QuestionEvent {
    Changed,
    Asked,
    Answered,
    Dropped, ///< the request is no longer needed
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<QuestionState> nextState(QuestionState from, QuestionEvent on)
{
    constexpr StateStep<QuestionState, QuestionEvent> steps[] = {
        {QuestionState::Idle, QuestionEvent::Changed, QuestionState::Due},
        // A request that no change caused, such as the first one.
        {QuestionState::Idle, QuestionEvent::Asked, QuestionState::Asked},
        {QuestionState::Due, QuestionEvent::Asked, QuestionState::Asked},
        {QuestionState::Due, QuestionEvent::Dropped, QuestionState::Idle},
        {QuestionState::Asked, QuestionEvent::Changed, QuestionState::AskedAndDue},
        {QuestionState::Asked, QuestionEvent::Answered, QuestionState::Idle},
        {QuestionState::AskedAndDue, QuestionEvent::Answered, QuestionState::Due},
    };
    return findStep(steps, from, on);
}

/// Keeps the state of a repeated request for its owner, which sends the requests: WindowAgentProtocol or LiveCheck.
/// Pure.
class RepeatedQuestion
{
public:
    void handle(QuestionEvent event)
    {
        m_state = nextState(m_state, event).value_or(m_state);
    }
    bool isDue() const ///< a request is needed and none is pending
    {
        return m_state == QuestionState::Due;
    }
    bool isAsked() const
    {
        return m_state == QuestionState::Asked || m_state == QuestionState::AskedAndDue;
    }

private:
    QuestionState m_state = QuestionState::Idle;
};
}
