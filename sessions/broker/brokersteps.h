// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"
#include "sessions/broker/brokerfacts.h"

#include <optional>

namespace Nightdesk
{
enum class BrokerEvent {
    PathMissing,
    AttemptBegun, ///< an attempt to connect has begun
    LoginAccepted,
    ConnectionLost, ///< the connection is lost, or the broker is unreachable
    LoginRefused,
    CloseRequested ///< the owner called close(): no connection to the broker is wanted any more
};

inline constexpr StateTransition<BrokerState, BrokerEvent> brokerSteps[] = {
    {BrokerState::Idle, BrokerEvent::PathMissing, BrokerState::WaitingForPath},
    {BrokerState::Idle, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    {BrokerState::WaitingForPath, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    // The path is available again, but no attempt to connect is made yet, because the broker refused the login shortly before.
    {BrokerState::WaitingForPath, BrokerEvent::LoginRefused, BrokerState::Refused},
    {BrokerState::Retrying, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    {BrokerState::Refused, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    // The attempt begins again with another path or credential.
    {BrokerState::Connecting, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    {BrokerState::Connected, BrokerEvent::AttemptBegun, BrokerState::Connecting},
    {BrokerState::Connecting, BrokerEvent::LoginAccepted, BrokerState::Connected},
    {BrokerState::Connecting, BrokerEvent::ConnectionLost, BrokerState::Retrying},
    {BrokerState::Connecting, BrokerEvent::LoginRefused, BrokerState::Refused},
    {BrokerState::Connecting, BrokerEvent::PathMissing, BrokerState::WaitingForPath},
    {BrokerState::Connected, BrokerEvent::ConnectionLost, BrokerState::Retrying},
    {BrokerState::Connected, BrokerEvent::LoginRefused, BrokerState::Refused},
    {BrokerState::Connected, BrokerEvent::PathMissing, BrokerState::WaitingForPath},
    {BrokerState::Retrying, BrokerEvent::PathMissing, BrokerState::WaitingForPath},
    {BrokerState::Refused, BrokerEvent::PathMissing, BrokerState::WaitingForPath},
};

/// The state that follows. CloseRequested leads to Idle from every state. Empty: any other pair that is not in the table, so
/// the event is ignored.
constexpr std::optional<BrokerState> nextState(BrokerState from, BrokerEvent on)
{
    if (on == BrokerEvent::CloseRequested) {
        return BrokerState::Idle;
    }
    return findStep(brokerSteps, from, on);
}
}
