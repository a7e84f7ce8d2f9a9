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
// sshd closes the connection after this time (its LoginGraceTime).
constexpr auto answerLimit = 120s;
// Number of closed connections in a row that count as a refusal: a server that closes the connection whenever keys are
// offered refuses them, even without saying so.
constexpr int lossLimit = 3;

QStringList loginMethodNames(int methodFlags)
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
        if (methodFlags & flag) {
            result << name;
        }
    }
    return result;
}
}

LoginContext::LoginContext(const LinkPlan &linkPlan, LinkSecrets &secrets, LinkControl &linkControl, SshSession &sshSession, LinkPrompter &prompter)
    : plan(linkPlan)
    , linkSecrets(secrets)
    , control(linkControl)
    , session(sshSession)
    , m_prompter(prompter)
    , m_secretEntryNight(secrets.nightSecrets().nightNumber())
{
}

std::optional<int> LoginContext::callLibssh(const std::function<int()> &function)
{
    // libssh keeps waiting for an answer even after the connection was lost.
    const auto alive = [&] {
        const int result = function();
        return result == SSH_AUTH_AGAIN && !session.isAlive() ? static_cast<int>(SSH_AUTH_ERROR) : result;
    };
    return session.retryCall(alive, SSH_AUTH_AGAIN, answerLimit);
}

LoginContext::Outcome LoginContext::endWithFailure(std::optional<Failure> failure)
{
    m_loginEndingFailure = std::move(failure);
    return Outcome::LoginEnded;
}

LoginContext::Outcome LoginContext::outcomeOf(std::optional<int> result)
{
    if (!result) {
        return endWithFailure(control.isStopped() ? std::nullopt : std::optional(LinkFailure::hostSilent(plan.destinationText(), answerLimit)));
    }
    if (*result == SSH_AUTH_SUCCESS || *result == SSH_AUTH_PARTIAL) {
        return *result == SSH_AUTH_SUCCESS ? Outcome::FullyAccepted : Outcome::PartlyAccepted;
    }
    if (session.isAlive()) {
        return Outcome::Refused;
    }
    if (control.isStopped()) {
        return endWithFailure(std::nullopt);
    }
    // After MaxAuthTries refusals sshd closes the connection: the refusals are the reason, and an automatic retry would
    // be wrong.
    if (m_refusalReason) {
        return endWithFailure(m_refusalReason);
    }
    const QString words = session.disconnectAndReadReason();
    if (words.isEmpty()) {
        // The server gave no reason, so the path has most likely failed. If several logins in a row end like this, the login itself counts as
        // refused.
        const bool isRepeated = !session.wasPathInterrupted() && !m_triedMethodTexts.isEmpty() && linkSecrets.addInterruptedLogin() > lossLimit;
        if (isRepeated) {
            linkSecrets.resetInterruptedLoginCount(); // the user's Retry begins a new count
        }
        return endWithFailure(isRepeated ? noMethodLeft() : LinkFailure::connectionLost(plan.destinationText()));
    }
    return endWithFailure(LinkFailure::loginEnded(plan.destinationText(), words));
}

std::expected<Secret, LoginContext::Outcome> LoginContext::askForSecret(const SecretQuestion &question)
{
    const auto answer = m_prompter.ask(question, session);
    if (!answer) {
        return std::unexpected(answer.error() == LinkPrompter::NoAnswerReason::LinkStopped ? endWithFailure(std::nullopt) : outcomeOf(SSH_AUTH_ERROR));
    }
    if (!*answer) {
        return std::unexpected(endWithFailure(LinkFailure::cancelledByUser(plan.destinationText())));
    }
    if (!question.nightSecretName.isEmpty()) {
        m_secretEntryNight = linkSecrets.nightSecrets().nightNumber();
    }
    return **answer;
}

void LoginContext::finishAsking()
{
    m_prompter.finishAsking();
}

void LoginContext::keepSecret(const QString &subject, const Secret &secret)
{
    linkSecrets.keepSecret(subject, secret, m_secretEntryNight);
}

int LoginContext::offeredMethods() const
{
    return ssh_userauth_list(session.handle(), nullptr);
}

Failure LoginContext::noMethodLeft() const
{
    return LinkFailure::noMethodLeft(plan.destinationText(), loginMethodNames(offeredMethods()), m_triedMethodTexts);
}

const std::optional<Failure> &LoginContext::failure() const
{
    return m_loginEndingFailure;
}

void LoginContext::setRefusalReason(std::optional<Failure> refusalReason)
{
    if (!refusalReason) {
        m_suspectedRefusalCause.reset();
    }
    m_refusalReason = std::move(refusalReason);
}

void LoginContext::setSuspectedRefusalCause(const Failure &suspectedCause)
{
    m_suspectedRefusalCause = suspectedCause;
}

std::optional<Failure> LoginContext::refusalReason() const
{
    return m_refusalReason ? m_refusalReason : m_suspectedRefusalCause;
}

void LoginContext::addTriedMethod(const QString &what)
{
    if (!m_triedMethodTexts.contains(what)) {
        m_triedMethodTexts << what;
    }
}

void LoginContext::addNote(const QString &text)
{
    m_notesForUser << text;
}

QStringList LoginContext::notesForUser() const
{
    return m_notesForUser;
}

bool LoginContext::isAccepted(Outcome outcome)
{
    return outcome == Outcome::FullyAccepted || outcome == Outcome::PartlyAccepted;
}

LoginContext::Outcome LoginContext::recordOutcome(Outcome outcome, const ProvenLogin &login)
{
    if (isAccepted(outcome) && !m_provenLogin) {
        m_provenLogin = login;
    }
    return outcome;
}

const std::optional<ProvenLogin> &LoginContext::provenLogin() const
{
    return m_provenLogin;
}
}
