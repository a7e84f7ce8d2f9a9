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

ServerRecall::ServerRecall(const std::optional<RememberedServer> &before)
{
    if (!before) {
        return;
    }
    m_serverMemory.securityType = before->securityType;
    m_serverMemory.colorMapped = before->colorMapped;
    m_serverMemory.width = before->width;
    m_serverMemory.height = before->height;
    handle(before->securityType == 0 ? ServerKnowledgeEvent::Unanswered : ServerKnowledgeEvent::Proved);
}

bool ServerRecall::handle(ServerKnowledgeEvent event)
{
    const auto next = nextState(m_serverKnowledge, event);
    m_serverKnowledge = next.value_or(m_serverKnowledge);
    return next.has_value();
}

void ServerRecall::handle(RecallAttemptEvent event)
{
    m_recallAttempt = nextState(m_recallAttempt, event).value_or(m_recallAttempt);
}

RfbWire::ServerMemory ServerRecall::beginAttempt()
{
    m_unconfirmedMemory = {};
    m_isVersion38 = false;
    handle(RecallAttemptEvent::Begun);
    if (m_serverKnowledge == ServerKnowledge::Known) {
        handle(RecallAttemptEvent::SentAhead);
    }
    RfbWire::ServerMemory memory = m_serverMemory;
    memory.sendsMessagesEarly = m_serverKnowledge == ServerKnowledge::New;
    return memory;
}

void ServerRecall::noteLoginPhase(const RfbWire::Progress &progress)
{
    switch (progress.phase) {
    case RfbWire::Phase::Version:
        m_isVersion38 = progress.minorVersion == newestMinor;
        break;
    case RfbWire::Phase::Security:
        if (m_serverKnowledge == ServerKnowledge::New) {
            handle(RecallAttemptEvent::SentAhead);
        }
        if (progress.securityType == securityNone || progress.securityType == securityVncAuth) {
            m_unconfirmedMemory.securityType = static_cast<std::uint8_t>(progress.securityType);
        }
        break;
    case RfbWire::Phase::Initialised:
        m_unconfirmedMemory.colorMapped = progress.colorMapped;
        break;
    case RfbWire::Phase::FirstPicture:
        break;
    }
}

void ServerRecall::noteImageShown(QSize size)
{
    handle(RecallAttemptEvent::Appeared);
    if (!m_isVersion38 || m_unconfirmedMemory.securityType == 0 || size.isEmpty() || !handle(ServerKnowledgeEvent::Proved)) {
        return;
    }
    m_serverMemory = m_unconfirmedMemory;
    m_serverMemory.width = static_cast<quint32>(size.width());
    m_serverMemory.height = static_cast<quint32>(size.height());
}

bool ServerRecall::noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers)
{
    using RfbWire::FailureCode;
    const bool wasAhead = m_recallAttempt == RecallAttempt::Ahead;
    handle(RecallAttemptEvent::Ended);
    if (!wasAhead || end.cause != ConnectionEnd::Cause::ServerFailed) {
        return false;
    }
    // If the link has problems, neither silence nor the end of the stream indicates a fault of the server. After a refusal or a wrong
    // password, the server has understood the messages.
    const bool maybe =
        end.code == FailureCode::NotAnswered || end.code == FailureCode::Closed || end.code == FailureCode::NotRfb || end.code == FailureCode::Malformed;
    if (end.code != FailureCode::NotAsRemembered && !(maybe && linkAnswers)) {
        return false;
    }
    if (end.code == FailureCode::NotAsRemembered) {
        handle(ServerKnowledgeEvent::Misjudged);
    } else {
        // Ends other than silence may be accidental and are not remembered for later consoles.
        handle(end.code == FailureCode::NotAnswered ? ServerKnowledgeEvent::Unanswered : ServerKnowledgeEvent::Failed);
    }
    m_serverMemory = {};
    return true;
}

std::optional<RememberedServer> ServerRecall::remembered() const
{
    if (m_serverKnowledge != ServerKnowledge::Known) {
        return m_serverKnowledge == ServerKnowledge::Unanswering ? std::optional(RememberedServer()) : std::nullopt;
    }
    return RememberedServer{m_serverMemory.securityType, m_serverMemory.colorMapped, m_serverMemory.width, m_serverMemory.height};
}
}
