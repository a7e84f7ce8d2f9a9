// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/gssapilogin.h"
#include "sessions/links/login/keylogin.h"
#include "sessions/links/login/promptlogin.h"

namespace Nightdesk
{
/// Logs in over a session whose host has been checked: with what worked last time, else with each method that the server
/// offers, in the plan's order, until it is content (it may want several). Link's thread. Owned by LinkWorker.
class Login
{
public:
    Login(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkPrompter &prompter);

    /// The error is empty when stopped.
    std::expected<void, std::optional<Failure>> run();
    /// What a person should know though it worked; translated.
    QStringList notes() const;

private:
    using Outcome = LoginTurn::Outcome;

    /// With what worked last time. Refused too where there is none.
    Outcome again();
    /// The server did not want what worked last time.
    bool wasRefused(Outcome again) const;
    Outcome runMethods();
    Outcome runMethod(LoginMethod method);

    LoginTurn m_turn;
    GssapiLogin m_gssapi;
    KeyLogin m_keys;
    PromptLogin m_prompts;
    QList<LoginMethod> m_used; ///< not to be tried again
};
}
