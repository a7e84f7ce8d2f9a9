// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/linkplan.h"
#include "sessions/links/login/linkprompter.h"
#include "sessions/links/login/linksecrets.h"

namespace Nightdesk
{
/// Data that the methods of one login share: the session, the user's answers, and the results so far. Link's thread.
/// Owned by Login.
class LoginContext
{
public:
    /// What the server decided about one login method.
    enum class Outcome {
        FullyAccepted,
        PartlyAccepted, ///< accepted, but the server requires another method as well
        Refused, ///< the server refused this method: try another one
        LoginEnded ///< the login is over; failure() says why (empty: stopped)
    };

    LoginContext(const LinkPlan &linkPlan, LinkSecrets &secrets, LinkControl &linkControl, SshSession &sshSession, LinkPrompter &prompter);

    const LinkPlan &plan;
    LinkSecrets &linkSecrets;
    LinkControl &control;
    SshSession &session;

    /// Repeats a libssh call until it has its answer; empty: stopped, or the host did not answer.
    std::optional<int> callLibssh(const std::function<int()> &function);
    /// The outcome for @p result, which callLibssh() returned.
    Outcome outcomeOf(std::optional<int> result);
    Outcome endWithFailure(std::optional<Failure> failure);
    /// Asks the user. The error is the outcome with which the login ends without an answer.
    std::expected<Secret, Outcome> askForSecret(const SecretQuestion &question);
    /// Ends the turn of this login's questions: other links that wait for the same secrets may now ask the user
    /// themselves.
    void finishAsking();
    /// The server accepted the secret: it is kept for this night, if it was entered in this night.
    void keepSecret(const QString &subject, const Secret &secret);

    /// The methods that the server accepts now (SSH_AUTH_METHOD_*); 0: the server was not asked yet.
    int offeredMethods() const;
    Failure noMethodLeft() const;
    const std::optional<Failure> &failure() const;

    /// Sets the failure that explains the refusals so far best; empty: the refused method was accepted after all.
    void setRefusalReason(std::optional<Failure> refusalReason);
    /// Sets a problem on this computer that may be the reason for a later refusal.
    void setSuspectedRefusalCause(const Failure &suspectedCause);
    std::optional<Failure> refusalReason() const;
    /// Adds a method to the list of tried methods in the failure's text. @p what: translated.
    void addTriedMethod(const QString &what);
    /// A note for the user although the login succeeded; translated.
    void addNote(const QString &text);
    QStringList notesForUser() const;

    static bool isAccepted(Outcome outcome); ///< whether the server accepted the method
    /// Returns @p outcome. If the server accepted the method, @p login is the method and key to be remembered if this login succeeds.
    Outcome recordOutcome(Outcome outcome, const ProvenLogin &login);
    const std::optional<ProvenLogin> &provenLogin() const;

private:
    LinkPrompter &m_prompter;
    NightSecrets::NightNumber m_secretEntryNight; ///< night in which the current secret was entered
    std::optional<Failure> m_loginEndingFailure;
    std::optional<Failure> m_refusalReason;
    std::optional<Failure> m_suspectedRefusalCause;
    std::optional<ProvenLogin> m_provenLogin;
    QStringList m_triedMethodTexts;
    QStringList m_notesForUser;
};
}
