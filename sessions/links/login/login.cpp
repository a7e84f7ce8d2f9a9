// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/login.h"

#include "sessions/links/facts/linkfailure.h"

namespace Nightdesk
{
namespace
{
int flagOf(LoginMethod method)
{
    switch (method) {
    case LoginMethod::Gssapi:
        return SSH_AUTH_METHOD_GSSAPI_MIC;
    case LoginMethod::PublicKey:
        return SSH_AUTH_METHOD_PUBLICKEY;
    case LoginMethod::Password:
        return SSH_AUTH_METHOD_PASSWORD;
    case LoginMethod::Interactive:
        return SSH_AUTH_METHOD_INTERACTIVE;
    }
    return 0;
}
}

Login::Login(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkPrompter &prompter)
    : m_context(plan, memory, control, session, prompter)
    , m_gssapi(m_context)
    , m_keys(m_context)
    , m_prompts(m_context)
{
}

QStringList Login::notes() const
{
    return m_context.notes();
}

std::expected<void, std::optional<Failure>> Login::run()
{
    Outcome outcome = repeatLogin();
    const bool isRefused = wasRefused(outcome);
    m_context.doneAsking();
    if (outcome == Outcome::Refused && m_context.offered() == 0) {
        // Nothing was sent yet: ask which methods the server offers.
        outcome = m_context.outcomeOf(m_context.call([this] {
            return ssh_userauth_none(m_context.session().handle(), nullptr);
        }));
    }
    // Each partial success leaves one method less. The number of stages is limited, so that a server cannot prolong the
    // login endlessly.
    for (int stage = 0; outcome == Outcome::Refused || (outcome == Outcome::Partial && stage < 6); ++stage) {
        if (outcome == Outcome::Partial) {
            // A used method may be tried again: the server names the next methods, perhaps with another key.
            m_used.clear();
        }
        outcome = runMethods();
        if (outcome == Outcome::Refused) {
            outcome = m_context.endWith(m_context.reason() ? m_context.reason() : m_context.noMethodLeft());
        }
    }
    if (outcome == Outcome::Done) {
        m_context.memory().setProvenLogin(m_context.proven());
        m_context.memory().endLosses();
        return {};
    }
    // An interrupted connection, or a user who cancels, does not prove that the recorded method is wrong: other
    // consoles keep the record.
    if (isRefused) {
        m_context.memory().setProvenLogin(std::nullopt);
    } else if (!m_context.control().isStopped()) {
        m_context.memory().ignoreProvenLogin();
    }
    return std::unexpected(outcome == Outcome::Partial ? m_context.noMethodLeft() : m_context.failure());
}

bool Login::wasRefused(Outcome again) const
{
    if (again == Outcome::Over) { // counts as refused if the server closed the connection with a refusal
        const auto &failure = m_context.failure();
        return failure && failure->kind == FailureKind::Refused && failure != LinkFailure::cancelled(m_context.plan().where());
    }
    return again == Outcome::Refused && m_context.offered() != 0; // offered() is 0 if nothing was sent yet
}

Login::Outcome Login::repeatLogin()
{
    const auto proven = m_context.memory().proven();
    if (!proven || !m_context.plan().methods.contains(proven->method)) {
        return Outcome::Refused;
    }
    Outcome outcome = Outcome::Refused;
    switch (proven->method) {
    case LoginMethod::Gssapi:
        outcome = m_gssapi.run();
        break;
    case LoginMethod::PublicKey:
        outcome = m_keys.repeatLogin(*proven);
        break;
    case LoginMethod::Password:
    case LoginMethod::Interactive:
        if (!m_prompts.isRemembered()) {
            return Outcome::Refused; // the user is asked when this method's turn comes
        }
        outcome = proven->method == LoginMethod::Password ? m_prompts.password() : m_prompts.interactive();
        break;
    }
    if (proven->method != LoginMethod::PublicKey) {
        m_used << proven->method; // not for public keys: other keys may still be tried
    }
    return outcome;
}

Login::Outcome Login::runMethods()
{
    for (const LoginMethod method : m_context.plan().methods) {
        if (!(m_context.offered() & flagOf(method)) || m_used.contains(method)) {
            continue;
        }
        m_used << method;
        const Outcome outcome = runMethod(method);
        m_context.doneAsking();
        if (outcome != Outcome::Refused) {
            return outcome;
        }
    }
    return Outcome::Refused;
}

Login::Outcome Login::runMethod(LoginMethod method)
{
    switch (method) {
    case LoginMethod::Gssapi:
        return m_gssapi.run();
    case LoginMethod::PublicKey:
        return m_keys.run();
    case LoginMethod::Password:
        return m_prompts.password();
    case LoginMethod::Interactive:
        return m_prompts.interactive();
    }
    return Outcome::Refused;
}
}
