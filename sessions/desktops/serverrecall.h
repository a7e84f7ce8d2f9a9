// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"
#include "sessions/desktops/desktopfailure.h"
#include "sessions/links/login/connectionrecords.h"
#include "sessions/rfbwire/messages.h"

#include <QSize>

namespace Nightdesk
{
/// What is assumed of a desktop's server at the next attempt.
enum class KnowledgeOfServer {
    Unknown, ///< nothing is known, except that the server accepts messages sent along with the security type
    AsRemembered, ///< the server answered as remembered
    /// the server has a color map, although none was assumed: the next attempt assumes nothing, and records what the server answers
    LearningStepByStep,
    NothingAssumed, ///< an assumption failed: nothing is assumed any more
    /// Nothing is assumed any more, because the server did not answer messages that it had not requested. Later consoles remember this, too.
    NotAnsweringUnrequestedMessages,
};

enum class KnowledgeOfServerEvent {
    ImageArrived, ///< an image arrived, which confirms the facts that the server reported
    ServerNotAsAssumed, ///< the server reported something else than what was assumed, such as another security type or a color map
    UnrequestedMessagesFailed, ///< the server closed the connection, or sent something invalid, after messages that it had not requested
    UnrequestedMessagesUnanswered, ///< the server was silent after messages that it had not requested
};

inline constexpr StateTransition<KnowledgeOfServer, KnowledgeOfServerEvent> knowledgeOfServerSteps[] = {
    {KnowledgeOfServer::Unknown, KnowledgeOfServerEvent::ImageArrived, KnowledgeOfServer::AsRemembered},
    {KnowledgeOfServer::Unknown, KnowledgeOfServerEvent::ServerNotAsAssumed, KnowledgeOfServer::LearningStepByStep},
    {KnowledgeOfServer::Unknown, KnowledgeOfServerEvent::UnrequestedMessagesFailed, KnowledgeOfServer::NothingAssumed},
    {KnowledgeOfServer::Unknown, KnowledgeOfServerEvent::UnrequestedMessagesUnanswered, KnowledgeOfServer::NotAnsweringUnrequestedMessages},
    {KnowledgeOfServer::AsRemembered, KnowledgeOfServerEvent::ServerNotAsAssumed, KnowledgeOfServer::NothingAssumed},
    // An image arrived again, perhaps of another size.
    {KnowledgeOfServer::AsRemembered, KnowledgeOfServerEvent::ImageArrived, KnowledgeOfServer::AsRemembered},
    {KnowledgeOfServer::AsRemembered, KnowledgeOfServerEvent::UnrequestedMessagesFailed, KnowledgeOfServer::NothingAssumed},
    {KnowledgeOfServer::AsRemembered, KnowledgeOfServerEvent::UnrequestedMessagesUnanswered, KnowledgeOfServer::NotAnsweringUnrequestedMessages},
    {KnowledgeOfServer::LearningStepByStep, KnowledgeOfServerEvent::ImageArrived, KnowledgeOfServer::AsRemembered},
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<KnowledgeOfServer> nextState(KnowledgeOfServer from, KnowledgeOfServerEvent on)
{
    return findStep(knowledgeOfServerSteps, from, on);
}

/// How far the current attempt to connect to the server got.
enum class LoginAttemptState {
    NoAttempt,
    StepByStep, ///< the worker waits for each answer of the server
    UnrequestedMessagesSent, ///< messages were sent before the server requested them
    ImageShown, ///< an image arrived
};

enum class LoginAttemptEvent {
    AttemptBegun,
    UnrequestedMessagesSent,
    ImageAppeared,
    AttemptEnded,
};

inline constexpr StateTransition<LoginAttemptState, LoginAttemptEvent> loginAttemptSteps[] = {
    {LoginAttemptState::StepByStep, LoginAttemptEvent::UnrequestedMessagesSent, LoginAttemptState::UnrequestedMessagesSent},
    {LoginAttemptState::StepByStep, LoginAttemptEvent::ImageAppeared, LoginAttemptState::ImageShown},
    {LoginAttemptState::UnrequestedMessagesSent, LoginAttemptEvent::ImageAppeared, LoginAttemptState::ImageShown},
    {LoginAttemptState::StepByStep, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
    {LoginAttemptState::UnrequestedMessagesSent, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
    {LoginAttemptState::ImageShown, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
};

/// The state that follows. AttemptBegun leads to StepByStep from every state. Empty: the event is ignored in this state.
constexpr std::optional<LoginAttemptState> nextState(LoginAttemptState from, LoginAttemptEvent on)
{
    return on == LoginAttemptEvent::AttemptBegun ? std::optional(LoginAttemptState::StepByStep) : findStep(loginAttemptSteps, from, on);
}

/// What is assumed of a desktop's server from earlier connections, so that a reconnection need not wait for answers that
/// are already known. Owned by DesktopLogin: valid for one link and one address. SharedConnectionRecords stores it for later
/// consoles. Pure.
class AssumptionsAboutServer
{
public:
    /// @p before: what an earlier console remembered; empty: nothing.
    explicit AssumptionsAboutServer(const std::optional<RememberedVncServer> &before = {});
    /// A connection attempt begins; returns what its worker may assume. For an unknown server: only that it accepts
    /// messages sent along with the security type. After that assumption failed: nothing.
    RfbWire::RememberedServer beginAttempt();
    void noteLoginPhase(const RfbWire::Progress &progress);
    /// An image arrived: what the server reported so far is confirmed.
    void noteImageShown(QSize size);
    /// Call when the connection attempt ended. True: the reason was a wrong assumption, which is then forgotten: later attempts of this console
    /// assume nothing. Later consoles assume nothing only if the server was silent.
    bool noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers);
    /// What to remember for later consoles; empty: nothing.
    std::optional<RememberedVncServer> remembered() const;

private:
    RfbWire::RememberedServer m_confirmedFacts; ///< facts about the server, which the next attempt assumes in the state AsRemembered
    /// facts that the server reported in the current attempt; assumed in later attempts only if an image arrives
    RfbWire::RememberedServer m_unconfirmedFacts;
    bool m_isVersion38 = false; ///< the server's protocol version in this attempt is 3.8
    KnowledgeOfServer m_knowledgeOfServer = KnowledgeOfServer::Unknown;
    LoginAttemptState m_loginAttemptState = LoginAttemptState::NoAttempt;
};
}
