// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/logincontext.h"

#include "sessions/links/facts/linkfailure.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
// Sshd closes the connection after this time (its LoginGraceTime).
constexpr auto answerLimit = 120s;
// Number of closed connections in a row that count as a refusal: a server that closes the connection whenever keys are
// offered refuses them, even without saying so.
constexpr int lossLimit = 3;

QStringList methodNames(int methods)
{
    static constexpr struct {
        int flag;
        QLatin1StringView name;
    } names[] = {
        {SSH_AUTH_METHOD_PUBLICKEY, "publickey"_L1},
        {SSH_AUTH_METHOD_PASSWORD, "password"_L1},
        {SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive"_L1},
        {SSH_AUTH_METHOD_HOSTBASED, "hostbased"_L1},
        {SSH_AUTH_METHOD_GSSAPI_MIC, "gssapi-with-mic"_L1},
    };
    QStringList result;
    for (const auto &[flag, name] : names) {
        if (methods & flag) {
            result << name;
        }
    }
    return result;
}
}

LoginContext::LoginContext(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkPrompter &prompter)
    : m_plan(plan)
    , m_memory(memory)
    , m_control(control)
    , m_session(session)
    , m_prompter(prompter)
    , m_night(memory.night().night())
{
}

const LinkPlan &LoginContext::plan() const
{
    return m_plan;
}

LinkMemory &LoginContext::memory() const
{
    return m_memory;
}

LinkControl &LoginContext::control() const
{
    return m_control;
}

SshSession &LoginContext::session() const
{
    return m_session;
}

std::optional<int> LoginContext::call(const std::function<int()> &function)
{
    // libssh keeps waiting for an answer even after the connection was lost.
    const auto alive = [&] {
        const int result = function();
        return result == SSH_AUTH_AGAIN && !m_session.isAlive() ? static_cast<int>(SSH_AUTH_ERROR) : result;
    };
    return m_session.repeat(alive, SSH_AUTH_AGAIN, answerLimit);
}

LoginContext::Outcome LoginContext::endWith(std::optional<Failure> failure)
{
    m_failure = std::move(failure);
    return Outcome::Over;
}

LoginContext::Outcome LoginContext::outcomeOf(std::optional<int> result)
{
    if (!result) {
        return endWith(m_control.isStopped() ? std::nullopt : std::optional(LinkFailure::silent(m_plan.where(), answerLimit)));
    }
    switch (*result) {
    case SSH_AUTH_SUCCESS:
        return Outcome::Done;
    case SSH_AUTH_PARTIAL:
        return Outcome::Partial;
    default:
        break;
    }
    if (m_session.isAlive()) {
        return Outcome::Refused;
    }
    if (m_control.isStopped()) {
        return endWith(std::nullopt);
    }
    // After MaxAuthTries refusals sshd closes the connection: the refusals are the reason, and an automatic retry would
    // be wrong.
    if (m_reason) {
        return endWith(m_reason);
    }
    const QString words = m_session.disconnect();
    if (words.isEmpty()) {
        // Without a refusal, the path has most likely failed, unless several logins in a row ended like this.
        const bool isRepeated = !m_session.isCutOff() && !m_tried.isEmpty() && m_memory.countLostLogin() > lossLimit;
        if (isRepeated) {
            m_memory.endLosses(); // the user's Retry begins a new count
        }
        return endWith(isRepeated ? noMethodLeft() : LinkFailure::connectionLost(m_plan.where()));
    }
    return endWith(LinkFailure::loginEnded(m_plan.where(), words));
}

std::expected<Secret, LoginContext::Outcome> LoginContext::secret(const SecretQuestion &question)
{
    const auto answer = m_prompter.ask(question, m_session);
    if (!answer) {
        return std::unexpected(answer.error() == LinkPrompter::Silence::Stopped ? endWith(std::nullopt) : outcomeOf(SSH_AUTH_ERROR));
    }
    if (!*answer) {
        return std::unexpected(endWith(LinkFailure::cancelled(m_plan.where())));
    }
    if (!question.keepAs.isEmpty()) {
        m_night = m_memory.night().night();
    }
    return **answer;
}

void LoginContext::doneAsking()
{
    m_prompter.doneAsking();
}

void LoginContext::keep(const QString &subject, const Secret &secret)
{
    m_memory.keep(subject, secret, m_night);
}

int LoginContext::offered() const
{
    return ssh_userauth_list(m_session.handle(), nullptr);
}

Failure LoginContext::noMethodLeft() const
{
    return LinkFailure::noMethodLeft(m_plan.where(), methodNames(offered()), m_tried);
}

const std::optional<Failure> &LoginContext::failure() const
{
    return m_failure;
}

void LoginContext::setReason(std::optional<Failure> reason)
{
    if (!reason) {
        m_suspicion.reset();
    }
    m_reason = std::move(reason);
}

void LoginContext::setSuspectedCause(const Failure &reason)
{
    m_suspicion = reason;
}

std::optional<Failure> LoginContext::reason() const
{
    return m_reason ? m_reason : m_suspicion;
}

void LoginContext::addTriedMethod(const QString &what)
{
    if (!m_tried.contains(what)) {
        m_tried << what;
    }
}

void LoginContext::addNote(const QString &text)
{
    m_notes << text;
}

QStringList LoginContext::notes() const
{
    return m_notes;
}

void LoginContext::setProvenLogin(const ProvenLogin &login)
{
    if (!m_proven) {
        m_proven = login;
    }
}

const std::optional<ProvenLogin> &LoginContext::proven() const
{
    return m_proven;
}
}
