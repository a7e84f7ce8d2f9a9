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
enum class ServerKnowledge {
    Unknown, ///< nothing is known, except that the server accepts messages sent along with the security type
    AsRemembered, ///< the server answered as remembered
    LearningStepByStep, ///< the server uses a color map, which was not expected: the next attempt learns it step by step
    StepByStep, ///< an assumption failed: nothing is assumed any more
    /// Like StepByStep; the reason is that the server does not answer messages sent ahead, which later consoles remember.
    NotAnsweringMessagesAhead,
};

enum class ServerKnowledgeEvent {
    ImageArrived, ///< an image arrived, and what the server reported can be remembered
    NotAsAssumed, ///< the server is not as assumed
    MessagesAheadFailed, ///< the server cannot process messages sent ahead
    MessagesAheadUnanswered, ///< the server did not answer messages that were sent before it asked for them
};

inline constexpr StateStep<ServerKnowledge, ServerKnowledgeEvent> serverKnowledgeSteps[] = {
    {ServerKnowledge::Unknown, ServerKnowledgeEvent::ImageArrived, ServerKnowledge::AsRemembered},
    {ServerKnowledge::Unknown, ServerKnowledgeEvent::NotAsAssumed, ServerKnowledge::LearningStepByStep},
    {ServerKnowledge::Unknown, ServerKnowledgeEvent::MessagesAheadFailed, ServerKnowledge::StepByStep},
    {ServerKnowledge::Unknown, ServerKnowledgeEvent::MessagesAheadUnanswered, ServerKnowledge::NotAnsweringMessagesAhead},
    {ServerKnowledge::AsRemembered, ServerKnowledgeEvent::NotAsAssumed, ServerKnowledge::StepByStep},
    // An image arrived again, perhaps of another size.
    {ServerKnowledge::AsRemembered, ServerKnowledgeEvent::ImageArrived, ServerKnowledge::AsRemembered},
    {ServerKnowledge::AsRemembered, ServerKnowledgeEvent::MessagesAheadFailed, ServerKnowledge::StepByStep},
    {ServerKnowledge::AsRemembered, ServerKnowledgeEvent::MessagesAheadUnanswered, ServerKnowledge::NotAnsweringMessagesAhead},
    {ServerKnowledge::LearningStepByStep, ServerKnowledgeEvent::ImageArrived, ServerKnowledge::AsRemembered},
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<ServerKnowledge> nextState(ServerKnowledge from, ServerKnowledgeEvent on)
{
    return findStep(serverKnowledgeSteps, from, on);
}

/// How far the current attempt to connect to the server got.
enum class LoginAttemptState {
    NoAttempt,
    StepByStep, ///< the worker waits for each answer of the server
    MessagesSentAhead, ///< messages were sent before the server requested them
    ImageShown, ///< an image arrived
};

enum class LoginAttemptEvent {
    AttemptBegun,
    MessagesSentAhead,
    ImageAppeared,
    AttemptEnded,
};

inline constexpr StateStep<LoginAttemptState, LoginAttemptEvent> loginAttemptSteps[] = {
    {LoginAttemptState::StepByStep, LoginAttemptEvent::MessagesSentAhead, LoginAttemptState::MessagesSentAhead},
    {LoginAttemptState::StepByStep, LoginAttemptEvent::ImageAppeared, LoginAttemptState::ImageShown},
    {LoginAttemptState::MessagesSentAhead, LoginAttemptEvent::ImageAppeared, LoginAttemptState::ImageShown},
    {LoginAttemptState::StepByStep, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
    {LoginAttemptState::MessagesSentAhead, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
    {LoginAttemptState::ImageShown, LoginAttemptEvent::AttemptEnded, LoginAttemptState::NoAttempt},
};

/// AttemptBegun starts a new attempt from every state; empty for any other pair not in the table.
constexpr std::optional<LoginAttemptState> nextState(LoginAttemptState from, LoginAttemptEvent on)
{
    return on == LoginAttemptEvent::AttemptBegun ? std::optional(LoginAttemptState::StepByStep) : findStep(loginAttemptSteps, from, on);
}

/// What is assumed of a desktop's server from earlier connections, so that a reconnection need not wait for answers that
/// are already known. Owned by DesktopLogin: valid for one link and one address. SharedConnectionRecords stores it for later
/// consoles. Pure.
class ServerAssumptions
{
public:
    /// @p before: what an earlier console remembered; empty: nothing.
    explicit ServerAssumptions(const std::optional<RememberedVncServer> &before = {});
    /// A connection attempt begins; returns what its worker may assume. For an unknown server: only that it accepts
    /// messages sent along with the security type. After that assumption failed: nothing.
    RfbWire::RememberedServer beginAttempt();
    void noteLoginPhase(const RfbWire::Progress &progress);
    /// An image arrived: what the server reported so far is confirmed.
    void noteImageShown(QSize size);
    /// The connection attempt ended. True: a wrong assumption was the reason. The assumption is then forgotten, and all
    /// later attempts go step by step. Attempts of later consoles do so only if the server was silent.
    bool noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers);
    /// What to remember for later consoles; empty: nothing.
    std::optional<RememberedVncServer> remembered() const;

private:
    bool handle(ServerKnowledgeEvent event); ///< false: the event is ignored in this state
    void handle(LoginAttemptEvent event);

    RfbWire::RememberedServer m_serverMemory; ///< what the server is assumed to do, in the state AsRemembered
    RfbWire::RememberedServer m_unconfirmedMemory; ///< what the server reported in this attempt, until an image confirms it
    bool m_isVersion38 = false; ///< the server's protocol version in this attempt is 3.8
    ServerKnowledge m_serverKnowledge = ServerKnowledge::Unknown;
    LoginAttemptState m_loginAttemptState = LoginAttemptState::NoAttempt;
};
}
