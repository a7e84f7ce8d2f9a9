// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/connectionlevel.h"

#include <algorithm>

namespace Nightdesk
{
void ConnectionLevel::setState(LinkState state, bool isLost)
{
    m_linkState = state;
    if (state == LinkState::Stalled || state == LinkState::Dead || (state == LinkState::Closed && isLost)) {
        m_isRecoveringFromLoss = true;
        m_answersSinceLoss = 0;
    } else if (state == LinkState::Idle || state == LinkState::Closed) {
        m_isRecoveringFromLoss = false;
        m_answersSinceLoss = answersToRecover;
    }
}

void ConnectionLevel::addProbeResult(std::optional<std::chrono::microseconds> roundTrip, FlowLimit receiveLimit)
{
    m_roundTripLevel.add(roundTrip);
    m_receiveLimit = receiveLimit;
    if (m_linkState != LinkState::Live) {
        return;
    }
    if (m_roundTripLevel.level() == Level::Fault && !roundTrip) {
        m_answersSinceLoss = 0; // so many unanswered probes are an outage, although the link is still in the state Live
    }
    m_answersSinceLoss = roundTrip ? std::min(m_answersSinceLoss + 1, answersToRecover) : m_answersSinceLoss;
    m_isRecoveringFromLoss = m_isRecoveringFromLoss && m_answersSinceLoss < answersToRecover;
}

std::optional<ConnectionLevel::Verdict> ConnectionLevel::verdict() const
{
    switch (m_linkState) {
    case LinkState::Idle:
        return {};
    case LinkState::Closed:
        return m_isRecoveringFromLoss ? std::optional(Verdict{Level::Fault, Reason::Lost}) : std::nullopt;
    case LinkState::Stalled:
    case LinkState::Dead:
        return Verdict{Level::Fault, Reason::NoAnswer};
    case LinkState::Live:
        return liveVerdict();
    case LinkState::Resolving:
    case LinkState::Connecting:
    case LinkState::CheckingHost:
    case LinkState::LoggingIn:
        return m_isRecoveringFromLoss ? Verdict{Level::Fault, Reason::Lost} : Verdict{Level::Degraded, Reason::Connecting};
    }
    return {};
}

std::optional<ConnectionLevel::Verdict> ConnectionLevel::liveVerdict() const
{
    const Level level = m_roundTripLevel.level();
    if (m_roundTripLevel.hasTooManyUnanswered()) {
        return Verdict{Level::Fault, Reason::NoAnswer};
    }
    if (m_answersSinceLoss < answersToRecover) {
        return Verdict{std::max(level, Level::Degraded), Reason::JustReconnected};
    }
    if (level == Level::Ok) {
        return Verdict{};
    }
    return Verdict{level,
                   m_receiveLimit == FlowLimit::Bandwidth     ? Reason::BandwidthUsedUp
                       : m_roundTripLevel.isSlowerThanUsual() ? Reason::SlowerThanUsual
                                                              : Reason::Slow};
}

const RoundTripLevel &ConnectionLevel::roundTrip() const
{
    return m_roundTripLevel;
}
}
