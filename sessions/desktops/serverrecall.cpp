// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/serverrecall.h"

namespace Nightdesk
{
namespace
{
constexpr quint32 newestMinor = 8;
constexpr quint32 securityNone = 1;
constexpr quint32 securityVncAuth = 2;
}

ServerAssumptions::ServerAssumptions(const std::optional<RememberedVncServer> &before)
{
    if (!before) {
        return;
    }
    m_serverMemory.securityType = before->securityType;
    m_serverMemory.colorMapped = before->colorMapped;
    m_serverMemory.width = before->width;
    m_serverMemory.height = before->height;
    handle(before->securityType == 0 ? ServerKnowledgeEvent::MessagesAheadUnanswered : ServerKnowledgeEvent::ImageArrived);
}

bool ServerAssumptions::handle(ServerKnowledgeEvent event)
{
    const auto next = nextState(m_serverKnowledge, event);
    m_serverKnowledge = next.value_or(m_serverKnowledge);
    return next.has_value();
}

void ServerAssumptions::handle(LoginAttemptEvent event)
{
    m_loginAttemptState = nextState(m_loginAttemptState, event).value_or(m_loginAttemptState);
}

RfbWire::RememberedServer ServerAssumptions::beginAttempt()
{
    m_unconfirmedMemory = {};
    m_isVersion38 = false;
    handle(LoginAttemptEvent::AttemptBegun);
    if (m_serverKnowledge == ServerKnowledge::AsRemembered) {
        handle(LoginAttemptEvent::MessagesSentAhead);
    }
    RfbWire::RememberedServer memory = m_serverMemory;
    memory.sendsMessagesEarly = m_serverKnowledge == ServerKnowledge::Unknown;
    return memory;
}

void ServerAssumptions::noteLoginPhase(const RfbWire::Progress &progress)
{
    switch (progress.phase) {
    case RfbWire::Phase::Version:
        m_isVersion38 = progress.minorVersion == newestMinor;
        break;
    case RfbWire::Phase::Security:
        if (m_serverKnowledge == ServerKnowledge::Unknown) {
            handle(LoginAttemptEvent::MessagesSentAhead);
        }
        if (progress.securityType == securityNone || progress.securityType == securityVncAuth) {
            m_unconfirmedMemory.securityType = static_cast<std::uint8_t>(progress.securityType);
        }
        break;
    case RfbWire::Phase::Initialized:
        m_unconfirmedMemory.colorMapped = progress.colorMapped;
        break;
    case RfbWire::Phase::FirstImage:
        break;
    }
}

void ServerAssumptions::noteImageShown(QSize size)
{
    handle(LoginAttemptEvent::ImageAppeared);
    if (!m_isVersion38 || m_unconfirmedMemory.securityType == 0 || size.isEmpty() || !handle(ServerKnowledgeEvent::ImageArrived)) {
        return;
    }
    m_serverMemory = m_unconfirmedMemory;
    m_serverMemory.width = static_cast<quint32>(size.width());
    m_serverMemory.height = static_cast<quint32>(size.height());
}

bool ServerAssumptions::noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers)
{
    using RfbWire::FailureCode;
    const bool wasAhead = m_loginAttemptState == LoginAttemptState::MessagesSentAhead;
    handle(LoginAttemptEvent::AttemptEnded);
    if (!wasAhead || end.cause != ConnectionEnd::Cause::ServerFailed) {
        return false;
    }
    // If the link has problems, neither silence nor the end of the stream indicates a fault of the server. After a refusal or a wrong
    // password, the server has understood the messages.
    const bool isPossiblyWrongAssumption =
        end.code == FailureCode::NotAnswered || end.code == FailureCode::Closed || end.code == FailureCode::NotRfb || end.code == FailureCode::Malformed;
    if (end.code != FailureCode::NotAsRemembered && !(isPossiblyWrongAssumption && linkAnswers)) {
        return false;
    }
    if (end.code == FailureCode::NotAsRemembered) {
        handle(ServerKnowledgeEvent::NotAsAssumed);
    } else {
        // Ends other than silence may be accidental and are not remembered for later consoles.
        handle(end.code == FailureCode::NotAnswered ? ServerKnowledgeEvent::MessagesAheadUnanswered : ServerKnowledgeEvent::MessagesAheadFailed);
    }
    m_serverMemory = {};
    return true;
}

std::optional<RememberedVncServer> ServerAssumptions::remembered() const
{
    if (m_serverKnowledge != ServerKnowledge::AsRemembered) {
        return m_serverKnowledge == ServerKnowledge::NotAnsweringMessagesAhead ? std::optional(RememberedVncServer()) : std::nullopt;
    }
    return RememberedVncServer{m_serverMemory.securityType, m_serverMemory.colorMapped, m_serverMemory.width, m_serverMemory.height};
}
}
