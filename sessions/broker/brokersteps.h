// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"
#include "sessions/broker/brokerfacts.h"

#include <optional>

namespace Nightdesk
{
enum class BrokerEvent {
    WayMissing,
    Begun, ///< an attempt to connect has begun
    Authorized,
    Lost, ///< the connection is lost, or the broker is unreachable
    Denied,
    Closed ///< the connection is no longer requested
};

inline constexpr StateStep<BrokerState, BrokerEvent> brokerSteps[] = {
    {BrokerState::Idle, BrokerEvent::WayMissing, BrokerState::Waiting},
    {BrokerState::Idle, BrokerEvent::Begun, BrokerState::Connecting},
    {BrokerState::Waiting, BrokerEvent::Begun, BrokerState::Connecting},
    // There was no attempt, because the broker refused shortly before.
    {BrokerState::Waiting, BrokerEvent::Denied, BrokerState::Refused},
    {BrokerState::Retrying, BrokerEvent::Begun, BrokerState::Connecting},
    {BrokerState::Refused, BrokerEvent::Begun, BrokerState::Connecting},
    // The attempt begins again with another path or credential.
    {BrokerState::Connecting, BrokerEvent::Begun, BrokerState::Connecting},
    {BrokerState::Connected, BrokerEvent::Begun, BrokerState::Connecting},
    {BrokerState::Connecting, BrokerEvent::Authorized, BrokerState::Connected},
    {BrokerState::Connecting, BrokerEvent::Lost, BrokerState::Retrying},
    {BrokerState::Connecting, BrokerEvent::Denied, BrokerState::Refused},
    {BrokerState::Connecting, BrokerEvent::WayMissing, BrokerState::Waiting},
    {BrokerState::Connected, BrokerEvent::Lost, BrokerState::Retrying},
    {BrokerState::Connected, BrokerEvent::Denied, BrokerState::Refused},
    {BrokerState::Connected, BrokerEvent::WayMissing, BrokerState::Waiting},
    {BrokerState::Retrying, BrokerEvent::WayMissing, BrokerState::Waiting},
    {BrokerState::Refused, BrokerEvent::WayMissing, BrokerState::Waiting},
};

/// The state that follows. Closed leads to Idle from every state. Empty: any other pair that is not in the table, so
/// the event is ignored.
constexpr std::optional<BrokerState> nextState(BrokerState from, BrokerEvent on)
{
    if (on == BrokerEvent::Closed) {
        return BrokerState::Idle;
    }
    return findStep(brokerSteps, from, on);
}
}
