// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/linkprompter.h"

namespace Nightdesk
{
namespace
{
/// Returns a number for a question. It is unique in the process, so that an answer to a question of an earlier attempt
/// cannot fit a later one.
quint64 nextQuestionNumber()
{
    static std::atomic<quint64> last = 0;
    return ++last;
}

bool isAnswerTo(const LinkCommand &command, quint64 question)
{
    if (const auto *answer = std::get_if<HostKeyAnswerCommand>(&command)) {
        return answer->question == question;
    }
    if (const auto *answer = std::get_if<SecretAnswerCommand>(&command)) {
        return answer->question == question;
    }
    return false;
}
}

LinkPrompter::LinkPrompter(LinkControl &control, LinkEventPoster &eventPoster, NightSecrets &night, const LinkAttemptOptions &attemptOptions)
    : m_linkControl(control)
    , m_eventPoster(eventPoster)
    , m_nightSecrets(night)
    , m_attemptOptions(attemptOptions)
{
}

LinkPrompter::~LinkPrompter()
{
    m_nightSecrets.leaveQuestionQueue(this);
}

void LinkPrompter::finishAsking()
{
    m_nightSecrets.leaveQuestionQueue(this);
}

bool LinkPrompter::hadForbiddenQuestion() const
{
    return m_hadForbiddenQuestion;
}

bool LinkPrompter::mayAskUser() const
{
    // A link that only completes its login before it stops must not ask: its questions are not shown, and other links
    // would wait for the result.
    return m_attemptOptions.mayAskUser && !m_linkControl.isFinishing();
}

std::optional<LinkPrompter::NoAnswerReason> LinkPrompter::reasonForNoAnswer(SshSession &session) const
{
    if (m_linkControl.isStopped() || m_linkControl.isFinishing()) {
        return NoAnswerReason::LinkStopped;
    }
    return session.isAlive() ? std::nullopt : std::optional(NoAnswerReason::SessionLost);
}

std::expected<LinkCommand, LinkPrompter::NoAnswerReason> LinkPrompter::waitForAnswer(quint64 question, SshSession &session)
{
    while (true) {
        // Other commands, such as opening channels for displays, stay in the queue until the login is complete.
        if (auto command = m_linkControl.takeFirstMatching([question](const LinkCommand &one) {
                return isAnswerTo(one, question);
            })) {
            return std::move(*command);
        }
        if (const auto why = reasonForNoAnswer(session)) {
            m_eventPoster.post(QuestionWithdrawn{question});
            return std::unexpected(*why);
        }
        session.wait(std::chrono::steady_clock::now() + std::chrono::minutes(1));
    }
}

std::expected<NightSecrets::AskingDecision, LinkPrompter::NoAnswerReason>
LinkPrompter::awaitAskingDecision(const QString &name, const std::function<bool()> &isKnown, SshSession &session)
{
    while (true) {
        // Take the turn before checking: an answer that becomes known in between would be missed otherwise.
        const auto turn = m_nightSecrets.joinQuestionQueue(name, this, [this] {
            m_linkControl.wake();
        });
        if (turn == NightSecrets::AskingDecision::QuestionCancelled) {
            return turn;
        }
        if (isKnown()) {
            m_nightSecrets.leaveQuestionQueue(this);
            return NightSecrets::AskingDecision::WaitForOtherRequester;
        }
        if (turn == NightSecrets::AskingDecision::AskUser) {
            return turn;
        }
        if (const auto why = reasonForNoAnswer(session)) {
            m_nightSecrets.leaveQuestionQueue(this);
            return std::unexpected(*why);
        }
        session.wait(std::chrono::steady_clock::now() + std::chrono::minutes(1));
    }
}

std::expected<HostKeyAnswer, LinkPrompter::NoAnswerReason> LinkPrompter::ask(HostKeyQuestion question, SshSession &session)
{
    const QString name = NightSecrets::hostKeyName(question.host, question.fingerprint);
    if (!mayAskUser()) {
        const bool isHostKeyAcceptedForRun = m_nightSecrets.isHostKeyAcceptedForRun(name);
        m_hadForbiddenQuestion = !isHostKeyAcceptedForRun;
        return isHostKeyAcceptedForRun ? HostKeyAnswer::AcceptOnce : HostKeyAnswer::Refuse;
    }
    const auto turn = awaitAskingDecision(
        name,
        [&] {
            return m_nightSecrets.isHostKeyAcceptedForRun(name);
        },
        session);
    if (!turn) {
        return std::unexpected(turn.error());
    }
    if (*turn != NightSecrets::AskingDecision::AskUser) {
        return *turn == NightSecrets::AskingDecision::QuestionCancelled ? HostKeyAnswer::Refuse : HostKeyAnswer::AcceptOnce;
    }
    question.id = nextQuestionNumber();
    question.isReconnection = m_attemptOptions.isReconnection;
    m_eventPoster.post(question);
    auto command = waitForAnswer(question.id, session);
    if (!command) {
        return std::unexpected(command.error());
    }
    const auto *told = std::get_if<HostKeyAnswerCommand>(&*command);
    const HostKeyAnswer answer = told ? told->answer : HostKeyAnswer::Refuse;
    if (answer == HostKeyAnswer::Refuse) {
        m_nightSecrets.cancelQuestion(name, this);
    }
    return answer;
}

std::expected<std::optional<Secret>, LinkPrompter::NoAnswerReason> LinkPrompter::ask(SecretQuestion question, SshSession &session)
{
    const bool isKept = !question.nightSecretName.isEmpty();
    if (!mayAskUser()) {
        const auto known = isKept ? m_nightSecrets.secret(question.nightSecretName) : std::nullopt;
        m_hadForbiddenQuestion = !known;
        return known;
    }
    if (isKept) {
        std::optional<Secret> known;
        const auto turn = awaitAskingDecision(
            question.nightSecretName,
            [&] {
                known = m_nightSecrets.secret(question.nightSecretName);
                return known.has_value();
            },
            session);
        if (!turn) {
            return std::unexpected(turn.error());
        }
        if (*turn != NightSecrets::AskingDecision::AskUser) {
            return known; // empty: the user cancelled the question
        }
    }
    question.id = nextQuestionNumber();
    question.isReconnection = m_attemptOptions.isReconnection;
    m_eventPoster.post(question);
    auto command = waitForAnswer(question.id, session);
    if (!command) {
        return std::unexpected(command.error());
    }
    const auto *told = std::get_if<SecretAnswerCommand>(&*command);
    if (isKept && !(told && told->secret)) {
        m_nightSecrets.cancelQuestion(question.nightSecretName, this);
    }
    return told ? told->secret : std::nullopt;
}
}
