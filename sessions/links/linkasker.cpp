// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/linkasker.h"

namespace Nightdesk
{
namespace
{
/// Unique in the process, so that an answer to a question of an earlier attempt cannot fit a later one.
quint64 nextQuestion()
{
    static std::atomic<quint64> last = 0;
    return ++last;
}

bool answers(const LinkCommand &command, quint64 question)
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

LinkAsker::LinkAsker(LinkControl &control, LinkMailbox &mailbox)
    : m_control(control)
    , m_mailbox(mailbox)
{
}

std::expected<LinkCommand, LinkAsker::Silence> LinkAsker::waitFor(quint64 question, SshSession &session)
{
    while (true) {
        while (auto command = m_control.take()) {
            if (answers(*command, question)) {
                return std::move(*command);
            }
        }
        const bool stopped = m_control.isStopped();
        if (stopped || !session.isAlive()) {
            m_mailbox.post([question](LinkListener &listener) {
                listener.questionVoid(question);
            });
            return std::unexpected(stopped ? Silence::Stopped : Silence::Lost);
        }
        session.wait(std::chrono::steady_clock::now() + std::chrono::minutes(1));
    }
}

std::expected<HostKeyAnswer, LinkAsker::Silence> LinkAsker::ask(HostKeyQuestion question, SshSession &session)
{
    question.id = nextQuestion();
    m_mailbox.post([question](LinkListener &listener) {
        listener.hostKeyAsked(question);
    });
    auto command = waitFor(question.id, session);
    if (!command) {
        return std::unexpected(command.error());
    }
    const auto *answer = std::get_if<HostKeyAnswerCommand>(&*command);
    return answer ? answer->answer : HostKeyAnswer::Refuse;
}

std::expected<std::optional<Secret>, LinkAsker::Silence> LinkAsker::ask(SecretQuestion question, SshSession &session)
{
    question.id = nextQuestion();
    m_mailbox.post([question](LinkListener &listener) {
        listener.secretAsked(question);
    });
    auto command = waitFor(question.id, session);
    if (!command) {
        return std::unexpected(command.error());
    }
    const auto *answer = std::get_if<SecretAnswerCommand>(&*command);
    return answer ? answer->secret : std::nullopt;
}
}
