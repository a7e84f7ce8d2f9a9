// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/sessionstate.h"

#include "sessions/base/statetable.h"

namespace Nightdesk
{
namespace
{
using enum SessionState;

constexpr StateTransition<SessionState, SessionEvent> transitions[] = {
    {Idle, SessionEvent::StartRequested, WaitingForLink},
    {Failed, SessionEvent::StartRequested, WaitingForLink},
    {SessionState::Ended, SessionEvent::StartRequested, WaitingForLink},
    {Retrying, SessionEvent::StartRequested, WaitingForLink}, // Retry was pressed: skip the pause
    {WaitingForLink, SessionEvent::LinkLive, Opening},
    {Opening, SessionEvent::Opened, Starting},
    {Starting, SessionEvent::ContentAppeared, Live},
    {Retrying, SessionEvent::PauseOver, WaitingForLink},
    // When a link is lost, its displays are dropped; they open again when the link is live again.
    {Opening, SessionEvent::LinkLost, WaitingForLink},
    {Starting, SessionEvent::LinkLost, WaitingForLink},
    {Live, SessionEvent::LinkLost, WaitingForLink},
    {Retrying, SessionEvent::LinkLost, WaitingForLink},
    {Opening, SessionEvent::FailedTransiently, Retrying},
    {Starting, SessionEvent::FailedTransiently, Retrying},
    {Live, SessionEvent::FailedTransiently, Retrying},
    {WaitingForLink, SessionEvent::FailedPermanently, Failed},
    {Opening, SessionEvent::FailedPermanently, Failed},
    {Starting, SessionEvent::FailedPermanently, Failed},
    {Live, SessionEvent::FailedPermanently, Failed},
    {Retrying, SessionEvent::FailedPermanently, Failed},
};
}

std::optional<SessionState> nextState(SessionState from, SessionEvent on)
{
    if (on == SessionEvent::Ended) {
        return from == Idle || from == SessionState::Ended ? std::nullopt : std::optional(SessionState::Ended);
    }
    return findStep(transitions, from, on);
}
}
