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
    New, ///< nothing is known, except that the server accepts messages sent along with the security type
    Known, ///< the server answered as remembered
    Learning, ///< the server uses a color map, which was not expected: the next attempt learns it step by step
    StepByStep, ///< an assumption failed: nothing is assumed any more
    /// Like StepByStep, because the server does not answer messages sent ahead: later consoles remember that.
    Unanswering,
};

enum class ServerKnowledgeEvent {
    Proved, ///< an image arrived, and what the server reported can be remembered
    Misjudged, ///< the server is not as assumed
    Failed, ///< the server cannot process messages sent ahead
    Unanswered, ///< the server did not answer messages that were sent before it asked for them
};

inline constexpr StateStep<ServerKnowledge, ServerKnowledgeEvent> serverKnowledgeSteps[] = {
    {ServerKnowledge::New, ServerKnowledgeEvent::Proved, ServerKnowledge::Known},
    {ServerKnowledge::New, ServerKnowledgeEvent::Misjudged, ServerKnowledge::Learning},
    {ServerKnowledge::New, ServerKnowledgeEvent::Failed, ServerKnowledge::StepByStep},
    {ServerKnowledge::New, ServerKnowledgeEvent::Unanswered, ServerKnowledge::Unanswering},
    {ServerKnowledge::Known, ServerKnowledgeEvent::Misjudged, ServerKnowledge::StepByStep},
    // The server was proved again, perhaps with another size.
    {ServerKnowledge::Known, ServerKnowledgeEvent::Proved, ServerKnowledge::Known},
    {ServerKnowledge::Known, ServerKnowledgeEvent::Failed, ServerKnowledge::StepByStep},
    {ServerKnowledge::Known, ServerKnowledgeEvent::Unanswered, ServerKnowledge::Unanswering},
    {ServerKnowledge::Learning, ServerKnowledgeEvent::Proved, ServerKnowledge::Known},
};

/// The state table. Empty: the event is ignored in this state.
constexpr std::optional<ServerKnowledge> nextState(ServerKnowledge from, ServerKnowledgeEvent on)
{
    return findStep(serverKnowledgeSteps, from, on);
}

/// One attempt to connect to the server.
enum class RecallAttempt {
    None,
    StepByStep, ///< the worker waits for each answer of the server
    Ahead, ///< messages were sent before the server requested them
    Shown, ///< an image arrived
};

enum class RecallAttemptEvent {
    Begun,
    SentAhead,
    Appeared,
    Ended,
};

inline constexpr StateStep<RecallAttempt, RecallAttemptEvent> recallAttemptSteps[] = {
    {RecallAttempt::StepByStep, RecallAttemptEvent::SentAhead, RecallAttempt::Ahead},
    {RecallAttempt::StepByStep, RecallAttemptEvent::Appeared, RecallAttempt::Shown},
    {RecallAttempt::Ahead, RecallAttemptEvent::Appeared, RecallAttempt::Shown},
    {RecallAttempt::StepByStep, RecallAttemptEvent::Ended, RecallAttempt::None},
    {RecallAttempt::Ahead, RecallAttemptEvent::Ended, RecallAttempt::None},
    {RecallAttempt::Shown, RecallAttemptEvent::Ended, RecallAttempt::None},
};

/// Begun starts a new attempt from every state; empty for any other pair not in the table.
constexpr std::optional<RecallAttempt> nextState(RecallAttempt from, RecallAttemptEvent on)
{
    return on == RecallAttemptEvent::Begun ? std::optional(RecallAttempt::StepByStep) : findStep(recallAttemptSteps, from, on);
}

/// What is remembered of a desktop's server between connections, so that a reconnection need not wait for answers that
/// are already known. Owned by DesktopLogin: valid for one link and one address. ConnectionMemory stores it for later
/// consoles. Pure.
class ServerRecall
{
public:
    /// @p before: what an earlier console remembered; empty: nothing.
    explicit ServerRecall(const std::optional<RememberedServer> &before = {});
    /// A connection attempt begins; returns what its worker may assume. For an unknown server: only that it accepts
    /// messages sent along with the security type. After that assumption failed: nothing.
    RfbWire::ServerMemory beginAttempt();
    void noteLoginPhase(const RfbWire::Progress &progress);
    /// An image arrived: what the server reported so far is proved to work.
    void noteImageShown(QSize size);
    /// The connection attempt ended. True: a wrong assumption was the reason. The assumption is then forgotten, and all
    /// further attempts go step by step. Attempts of later consoles do so only if the server was silent.
    bool noteAttemptEnded(const ConnectionEnd &end, bool linkAnswers);
    /// What to remember for later consoles; empty: nothing.
    std::optional<RememberedServer> remembered() const;

private:
    bool handle(ServerKnowledgeEvent event); ///< false: the event is ignored in this state
    void handle(RecallAttemptEvent event);

    RfbWire::ServerMemory m_serverMemory; ///< what the server is assumed to do, in the state Known
    RfbWire::ServerMemory m_unconfirmedMemory; ///< what the server reported in this attempt, until an image confirms it
    bool m_isVersion38 = false; ///< the server's protocol version in this attempt is 3.8
    ServerKnowledge m_serverKnowledge = ServerKnowledge::New;
    RecallAttempt m_recallAttempt = RecallAttempt::None;
};
}
