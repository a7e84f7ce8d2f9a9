// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/gssapilogin.h"
#include "sessions/links/login/keylogin.h"
#include "sessions/links/login/promptlogin.h"

namespace Nightdesk
{
/// Logs in over a session whose host was verified: with the method that worked last time, otherwise with each method that the server offers, in the
/// plan's order, until the server is satisfied (it may require several). Link's thread. Owned by LinkWorker.
class Login
{
public:
    /// Made before the handshake: what takes time and needs no server begins here.
    Login(const LinkPlan &plan, LinkSecrets &linkSecrets, LinkControl &control, SshSession &session, LinkPrompter &prompter);

    /// Runs the login. The error is empty if the link was stopped.
    std::expected<void, std::optional<Failure>> run();
    /// Notes for the user although the login succeeded; translated.
    QStringList notesForUser() const;

private:
    using Outcome = LoginContext::Outcome;

    /// Tries the method that worked last time. Returns Refused, too, if no method is recorded.
    Outcome repeatProvenLogin();
    /// The server refused the method that worked last time.
    bool wasProvenLoginRefused(Outcome repeatOutcome) const;
    /// Offers a key at once where it would be offered first anyway, instead of asking for the methods first: the answer names them too, which saves a
    /// round trip (RFC 4252 §5.1). Returns Refused, too, if nothing was sent.
    Outcome beginWithKeyFile();
    Outcome tryAllMethods();
    Outcome tryMethod(LoginMethod method);

    LoginContext m_loginContext;
    GssapiLogin m_gssapiLogin;
    KeyLogin m_keyLogin;
    PromptLogin m_promptLogin;
    QList<LoginMethod> m_triedMethods; ///< methods that are not to be tried again
};
}
