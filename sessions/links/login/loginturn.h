// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/linkplan.h"
#include "sessions/links/login/linkmemory.h"
#include "sessions/links/login/linkprompter.h"

namespace Nightdesk
{
/// What the methods of one login share: the session, the person, and what has come out so far. Link's thread. Owned by Login.
class LoginTurn
{
public:
    /// What came of one method.
    enum class Outcome {
        Done,
        Partial, ///< accepted, the server wants another method as well
        Refused, ///< try something else
        Over ///< failure() says why (empty: stopped)
    };

    LoginTurn(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkPrompter &prompter);

    const LinkPlan &plan() const;
    LinkMemory &memory() const;
    LinkControl &control() const;
    SshSession &session() const;

    /// Repeats a libssh call until it has its answer; empty: stopped, or the host said nothing.
    std::optional<int> call(const std::function<int()> &function);
    /// What the answer of such a call means.
    Outcome outcomeOf(std::optional<int> result);
    Outcome endWith(std::optional<Failure> failure);
    /// Asks the person. The error is what the login comes to without an answer.
    std::expected<Secret, Outcome> secret(const SecretQuestion &question);
    /// No more of what was asked for so far: other links that wait for it may ask.
    void doneAsking();
    /// It was right: for tonight, if it was told tonight.
    void keep(const QString &subject, const Secret &secret);

    /// What the server would take now, of SSH_AUTH_METHOD_*; 0: it was not asked yet.
    int offered() const;
    Failure noMethodLeft() const;
    const std::optional<Failure> &failure() const;

    /// The most telling refusal so far; nothing: what was refused was accepted after all.
    void blame(std::optional<Failure> reason);
    /// What is wrong at this end and may be the reason for a refusal to come.
    void suspectPath(const Failure &reason);
    std::optional<Failure> reason() const;
    /// Translated.
    void addTriedMethod(const QString &what);
    /// What a person should know though it worked; translated.
    void addNote(const QString &text);
    QStringList notes() const;

    /// With what this login began, should it work.
    void setProvenLogin(const ProvenLogin &login);
    const std::optional<ProvenLogin> &proven() const;

private:
    const LinkPlan &m_plan;
    LinkMemory &m_memory;
    LinkControl &m_control;
    SshSession &m_session;
    LinkPrompter &m_prompter;
    NightSecrets::Night m_night; ///< when the secret in hand was told
    std::optional<Failure> m_failure;
    std::optional<Failure> m_reason;
    std::optional<Failure> m_suspicion;
    std::optional<ProvenLogin> m_proven;
    QStringList m_tried;
    QStringList m_notes;
};
}
