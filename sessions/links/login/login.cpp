// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/login.h"

#include "sessions/links/facts/linkfailure.h"

namespace Nightdesk
{
namespace
{
int libsshMethodFlag(LoginMethod method)
{
    // In the order of LoginMethod.
    static constexpr int flags[] = {SSH_AUTH_METHOD_GSSAPI_MIC, SSH_AUTH_METHOD_PUBLICKEY, SSH_AUTH_METHOD_PASSWORD, SSH_AUTH_METHOD_INTERACTIVE};
    static_assert(std::size(flags) == static_cast<std::size_t>(LoginMethod::KeyboardInteractive) + 1);
    return flags[static_cast<std::size_t>(method)];
}
}

Login::Login(const LinkPlan &plan, LinkSecrets &linkSecrets, LinkControl &control, SshSession &session, LinkPrompter &prompter)
    : m_loginContext(plan, linkSecrets, control, session, prompter)
    , m_gssapiLogin(m_loginContext)
    , m_keyLogin(m_loginContext)
    , m_promptLogin(m_loginContext)
{
}

QStringList Login::notesForUser() const
{
    return m_loginContext.notesForUser();
}

std::expected<void, std::optional<Failure>> Login::run()
{
    Outcome outcome = repeatProvenLogin();
    const bool isRefused = wasProvenLoginRefused(outcome);
    m_loginContext.finishAsking();
    if (outcome == Outcome::Refused && m_loginContext.offeredMethods() == 0) {
        outcome = beginWithKeyFile();
    }
    if (outcome == Outcome::Refused && m_loginContext.offeredMethods() == 0) {
        // Nothing was sent yet: ask which methods the server offers.
        outcome = m_loginContext.outcomeOf(m_loginContext.callLibssh([this] {
            return ssh_userauth_none(m_loginContext.session.handle(), nullptr);
        }));
    }
    // Each partial success leaves one method less. The number of stages is limited, so that a server cannot prolong the
    // login endlessly.
    for (int stage = 0; outcome == Outcome::Refused || (outcome == Outcome::PartlyAccepted && stage < 6); ++stage) {
        if (outcome == Outcome::PartlyAccepted) {
            // The server requires a further step and may require the same method again, for example with another key.
            m_triedMethods.clear();
        }
        outcome = tryAllMethods();
        if (outcome == Outcome::Refused) {
            outcome = m_loginContext.endWithFailure(m_loginContext.refusalReason() ? m_loginContext.refusalReason() : m_loginContext.noMethodLeft());
        }
    }
    if (outcome == Outcome::FullyAccepted) {
        m_loginContext.linkSecrets.setProvenLogin(m_loginContext.provenLogin());
        m_loginContext.linkSecrets.resetInterruptedLoginCount();
        return {};
    }
    // Only a refusal proves that the recorded method is wrong. After an interruption or a cancelled question, the record is
    // kept for other consoles.
    if (isRefused) {
        m_loginContext.linkSecrets.setProvenLogin(std::nullopt);
    } else if (!m_loginContext.control.isStopped()) {
        m_loginContext.linkSecrets.ignoreProvenLogin();
    }
    return std::unexpected(outcome == Outcome::PartlyAccepted ? m_loginContext.noMethodLeft() : m_loginContext.failure());
}

bool Login::wasProvenLoginRefused(Outcome repeatOutcome) const
{
    if (repeatOutcome == Outcome::LoginEnded) { // counts as refused if the server closed the connection with a refusal
        const auto &failure = m_loginContext.failure();
        return failure && failure->kind == FailureKind::Refused && failure != LinkFailure::cancelledByUser(m_loginContext.plan.destinationText());
    }
    // If offeredMethods() is 0, nothing was sent yet, so the server cannot have refused anything.
    return repeatOutcome == Outcome::Refused && m_loginContext.offeredMethods() != 0;
}

Login::Outcome Login::repeatProvenLogin()
{
    const auto provenLogin = m_loginContext.linkSecrets.provenLogin();
    if (!provenLogin || !m_loginContext.plan.loginMethods.contains(provenLogin->method)) {
        return Outcome::Refused;
    }
    if (provenLogin->method == LoginMethod::PublicKey) {
        return m_keyLogin.repeatProvenLogin(*provenLogin); // this method may be tried again, with other keys
    }
    if (provenLogin->method != LoginMethod::Gssapi && !m_promptLogin.isPasswordStored()) {
        return Outcome::Refused; // the user is asked later, when tryAllMethods() comes to this method
    }
    m_triedMethods << provenLogin->method;
    return tryMethod(provenLogin->method);
}

Login::Outcome Login::beginWithKeyFile()
{
    for (const LoginMethod method : m_loginContext.plan.loginMethods) {
        if (method == LoginMethod::PublicKey) {
            return m_keyLogin.tryFirstKeyFile();
        }
        if (method != LoginMethod::Gssapi || !m_gssapiLogin.isKnownToLackCredentials()) {
            break;
        }
    }
    return Outcome::Refused;
}

Login::Outcome Login::tryAllMethods()
{
    for (const LoginMethod method : m_loginContext.plan.loginMethods) {
        if (!(m_loginContext.offeredMethods() & libsshMethodFlag(method)) || m_triedMethods.contains(method)) {
            continue;
        }
        m_triedMethods << method;
        const Outcome outcome = tryMethod(method);
        m_loginContext.finishAsking();
        if (outcome != Outcome::Refused) {
            return outcome;
        }
    }
    return Outcome::Refused;
}

Login::Outcome Login::tryMethod(LoginMethod method)
{
    switch (method) {
    case LoginMethod::Gssapi:
        return m_gssapiLogin.run();
    case LoginMethod::PublicKey:
        return m_keyLogin.run();
    case LoginMethod::Password:
        return m_promptLogin.tryPassword();
    case LoginMethod::KeyboardInteractive:
        return m_promptLogin.tryKeyboardInteractive();
    }
    return Outcome::Refused;
}
}
