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

AssumptionsAboutServer::AssumptionsAboutServer(const std::optional<RememberedVncServer> &before)
{
    if (!before) {
        return;
    }
    m_confirmedFacts = {before->securityType, before->colorMapped, before->width, before->height};
    enterNextState(m_knowledgeOfServer,
                   before->securityType == 0 ? KnowledgeOfServerEvent::UnrequestedMessagesUnanswered : KnowledgeOfServerEvent::ImageArrived);
}

RfbWire::RememberedServer AssumptionsAboutServer::beginAttempt()
{
    m_unconfirmedFacts = {};
    m_isVersion38 = false;
    enterNextState(m_loginAttemptState, LoginAttemptEvent::AttemptBegun);
    if (m_knowledgeOfServer == KnowledgeOfServer::AsRemembered) {
        enterNextState(m_loginAttemptState, LoginAttemptEvent::UnrequestedMessagesSent);
    }
    RfbWire::RememberedServer memory = m_confirmedFacts;
    memory.mustSendBeforeServerAsks = m_knowledgeOfServer == KnowledgeOfServer::Unknown;
    return memory;
}

void AssumptionsAboutServer::noteLoginPhase(const RfbWire::Progress &progress)
{
    switch (progress.phase) {
    case RfbWire::Phase::Version:
        m_isVersion38 = progress.minorVersion == newestMinor;
        break;
    case RfbWire::Phase::Security:
        if (m_knowledgeOfServer == KnowledgeOfServer::Unknown) {
            enterNextState(m_loginAttemptState, LoginAttemptEvent::UnrequestedMessagesSent);
        }
        if (progress.securityType == securityNone || progress.securityType == securityVncAuth) {
            m_unconfirmedFacts.securityType = static_cast<std::uint8_t>(progress.securityType);
        }
        break;
    case RfbWire::Phase::Initialized:
        m_unconfirmedFacts.colorMapped = progress.colorMapped;
        break;
    case RfbWire::Phase::FirstImage:
        break;
    }
}

void AssumptionsAboutServer::noteImageShown(QSize size)
{
    enterNextState(m_loginAttemptState, LoginAttemptEvent::ImageAppeared);
    if (!m_isVersion38 || m_unconfirmedFacts.securityType == 0 || size.isEmpty()
        || !enterNextState(m_knowledgeOfServer, KnowledgeOfServerEvent::ImageArrived)) {
        return;
    }
    m_confirmedFacts = m_unconfirmedFacts;
    m_confirmedFacts.width = static_cast<quint32>(size.width());
    m_confirmedFacts.height = static_cast<quint32>(size.height());
}

bool AssumptionsAboutServer::noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers)
{
    using RfbWire::FailureCode;
    const bool wasAhead = m_loginAttemptState == LoginAttemptState::UnrequestedMessagesSent;
    enterNextState(m_loginAttemptState, LoginAttemptEvent::AttemptEnded);
    if (!wasAhead || end.cause != ConnectionEnd::Cause::ServerFailed) {
        return false;
    }
    // If the link has problems, silence or the end of the stream does not show that an assumption about the server was wrong. A refusal or a wrong
    // password shows that the server has understood the messages, so the assumption was right.
    const bool isPossiblyWrongAssumption =
        end.code == FailureCode::NotAnswered || end.code == FailureCode::Closed || end.code == FailureCode::NotRfb || end.code == FailureCode::Malformed;
    if (end.code != FailureCode::NotAsRemembered && !(isPossiblyWrongAssumption && linkAnswers)) {
        return false;
    }
    // Only silence is remembered for later consoles, because any other end of the connection may be accidental.
    enterNextState(m_knowledgeOfServer,
                   end.code == FailureCode::NotAsRemembered   ? KnowledgeOfServerEvent::ServerNotAsAssumed
                       : end.code == FailureCode::NotAnswered ? KnowledgeOfServerEvent::UnrequestedMessagesUnanswered
                                                              : KnowledgeOfServerEvent::UnrequestedMessagesFailed);
    m_confirmedFacts = {};
    return true;
}

std::optional<RememberedVncServer> AssumptionsAboutServer::remembered() const
{
    if (m_knowledgeOfServer != KnowledgeOfServer::AsRemembered) {
        return m_knowledgeOfServer == KnowledgeOfServer::NotAnsweringUnrequestedMessages ? std::optional(RememberedVncServer()) : std::nullopt;
    }
    return RememberedVncServer{m_confirmedFacts.securityType, m_confirmedFacts.colorMapped, m_confirmedFacts.width, m_confirmedFacts.height};
}
}
