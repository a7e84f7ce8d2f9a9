// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/promptlogin.h"

#include "sessions/common/displaytext.h"
#include "sessions/links/facts/linkfailure.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int attemptsPerSecret = 3;
// A server may send any number of rounds and prompts: more than this is not meant for a person.
constexpr int roundLimit = 20;
constexpr int promptLimit = 16;

const QString passwordSubject = u"password"_s;

/// Verdict on one secret among @p answerCount: another answer may have been the wrong one, and a lost connection says nothing about the secret.
NightSecrets::SecretVerdict verdictOf(std::optional<int> authenticationResult, int answerCount)
{
    return authenticationResult == SSH_AUTH_DENIED && answerCount == 1 ? NightSecrets::SecretVerdict::Wrong : NightSecrets::SecretVerdict::Unclear;
}
}

bool isPasswordPrompt(const QString &prompt)
{
    static const QRegularExpression password(u"\\A\\s*(?:\\(\\S+@\\S+\\)\\s+)?(?:\\S+@\\S+'s\\s+)?password(?:\\s+for\\s+\\S+)?\\s*:?\\s*\\z"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    return password.match(prompt).hasMatch();
}

PromptLogin::PromptLogin(LoginContext &context)
    : m_loginContext(context)
{
}

bool PromptLogin::isPasswordStored() const
{
    return m_loginContext.linkSecrets.secret(passwordSubject).has_value();
}

PromptLogin::Outcome PromptLogin::tryPassword()
{
    LinkSecrets &linkSecrets = m_loginContext.linkSecrets;
    SecretQuestion question;
    question.account = m_loginContext.plan.account();
    question.nightSecretName = linkSecrets.secretName(passwordSubject);
    std::optional<Secret> remembered = linkSecrets.secret(passwordSubject);
    int refusals = 0;
    for (int asked = 0; asked < attemptsPerSecret;) {
        Secret password;
        if (remembered) {
            password = *std::exchange(remembered, std::nullopt);
        } else {
            ++asked;
            question.attempt = refusals + 1;
            const auto answer = m_loginContext.askForSecret(question);
            if (!answer) {
                return answer.error();
            }
            password = *answer;
        }
        m_loginContext.setRefusalReason(LinkFailure::passwordRefused(m_loginContext.plan.destinationText(), ++refusals));
        const auto result = m_loginContext.callLibssh([&] {
            return ssh_userauth_password(m_loginContext.session.handle(), nullptr, password.constData());
        });
        const Outcome outcome = m_loginContext.outcomeOf(result);
        if (LoginContext::isAccepted(outcome)) {
            m_loginContext.keepSecret(passwordSubject, password);
            m_loginContext.setRefusalReason(std::nullopt);
            return m_loginContext.recordOutcome(outcome, {LoginMethod::Password, {}, {}, {}});
        }
        if (!m_loginContext.control.isStopped()) {
            // The password is not tried again: the server may have closed the session as a refusal, and an automatic
            // second try could lock the account.
            linkSecrets.forgetSecret(passwordSubject, password, verdictOf(result, 1));
        }
        if (outcome == Outcome::LoginEnded) {
            return outcome;
        }
    }
    return Outcome::Refused;
}

PromptLogin::Outcome PromptLogin::tryKeyboardInteractive()
{
    LinkSecrets &linkSecrets = m_loginContext.linkSecrets;
    bool mayUseStoredPassword = isPasswordStored();
    int asked = 0;
    int refusals = 0;
    int rounds = 0; // number of rounds of prompts in this attempt
    for (int round = 0; round < roundLimit && asked < attemptsPerSecret; ++round) {
        const auto result = m_loginContext.callLibssh([this] {
            return ssh_userauth_kbdint(m_loginContext.session.handle(), nullptr, nullptr);
        });
        if (result == SSH_AUTH_INFO) {
            ++rounds;
            const Outcome outcome = answerPrompts(mayUseStoredPassword, refusals + 1);
            if (outcome == Outcome::LoginEnded) {
                return outcome;
            }
            continue;
        }
        if (result != SSH_AUTH_SUCCESS && result != SSH_AUTH_PARTIAL && result && rounds > 0) {
            m_loginContext.setRefusalReason(LinkFailure::interactiveRefused(m_loginContext.plan.destinationText(), ++refusals));
        }
        const Outcome outcome = m_loginContext.outcomeOf(result);
        const int answers = std::exchange(m_answeredPromptCount, 0);
        if (const auto password = std::exchange(m_singlePromptPassword, std::nullopt)) {
            if (LoginContext::isAccepted(outcome)) {
                m_loginContext.keepSecret(passwordSubject, *password);
            } else if (!m_loginContext.control.isStopped()) {
                linkSecrets.forgetSecret(passwordSubject, *password, verdictOf(result, answers));
            }
        }
        if (LoginContext::isAccepted(outcome)) {
            m_loginContext.setRefusalReason(std::nullopt);
            return m_loginContext.recordOutcome(outcome, {LoginMethod::KeyboardInteractive, {}, {}, {}});
        }
        if (outcome == Outcome::LoginEnded || rounds == 0) {
            return outcome; // the server refused without a prompt, and would refuse again
        }
        ++asked;
        rounds = 0;
    }
    if (rounds > 0) {
        return m_loginContext.endWithFailure(LinkFailure::tooManyPrompts(m_loginContext.plan.destinationText()));
    }
    return Outcome::Refused;
}

PromptLogin::Outcome PromptLogin::answerPrompts(bool &mayUseStoredPassword, int attempt)
{
    ssh_session session = m_loginContext.session.handle();
    const int count = ssh_userauth_kbdint_getnprompts(session);
    if (count > promptLimit) {
        return m_loginContext.endWithFailure(LinkFailure::tooManyPrompts(m_loginContext.plan.destinationText()));
    }
    const char *instruction = ssh_userauth_kbdint_getinstruction(session);
    const QString intro = instruction ? displayText(QByteArrayView(instruction)) : QString();
    for (int i = 0; i < count; ++i) {
        char echo = 0;
        const char *prompt = ssh_userauth_kbdint_getprompt(session, static_cast<unsigned>(i), &echo);
        SecretQuestion question;
        question.kind = SecretQuestion::Kind::KeyboardInteractive;
        question.account = m_loginContext.plan.account();
        question.subject = displayText(QByteArrayView(prompt ? prompt : ""));
        // Only a single password prompt, and only the first of an attempt, is answered automatically: a code is valid once, and a second password
        // prompt asks for another password.
        const bool isPassword = count == 1 && !echo && !m_singlePromptPassword && isPasswordPrompt(question.subject);
        if (i == 0 && !intro.isEmpty()) {
            question.subject = intro + u' ' + question.subject;
        }
        question.isAnswerVisible = echo != 0;
        question.attempt = attempt;
        if (isPassword) {
            question.nightSecretName = m_loginContext.linkSecrets.secretName(passwordSubject);
        }
        Secret given;
        if (isPassword && std::exchange(mayUseStoredPassword, false)) {
            given = m_loginContext.linkSecrets.secret(passwordSubject).value_or(Secret());
        } else {
            const auto answer = m_loginContext.askForSecret(question);
            if (!answer) {
                return answer.error();
            }
            given = *answer;
        }
        if (isPassword) {
            m_singlePromptPassword = given;
        }
        if (ssh_userauth_kbdint_setanswer(session, static_cast<unsigned>(i), given.constData()) < 0) {
            return m_loginContext.endWithFailure(LinkFailure::outOfResources(m_loginContext.session.errorText()));
        }
        ++m_answeredPromptCount;
    }
    return Outcome::Refused; // not the final outcome: the server has not decided yet
}
}
