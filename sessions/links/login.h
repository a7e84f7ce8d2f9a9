// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/agentbridge.h"
#include "sessions/links/linkasker.h"
#include "sessions/links/linkplan.h"

namespace Nightdesk
{
/// Logs in over a session whose host has been checked: agent and key files, then a password, then keyboard-interactive, as
/// far as the server offers them and until it is content (it may want several). Secrets are taken from the link's memory
/// once, else asked for, at most three times each. Link's thread.
class Login
{
public:
    Login(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkAsker &asker);

    /// The error is empty when stopped.
    std::expected<void, std::optional<Failure>> run();
    /// What a person should know though it worked; translated.
    QStringList notes() const;

private:
    /// What came of one method.
    enum class Outcome {
        Done,
        Partial, ///< accepted, the server wants another method as well
        Refused, ///< try something else
        Over ///< m_failure says why (empty: stopped)
    };

    Outcome runMethods();
    Outcome tryKeys();
    Outcome tryAgent();
    Outcome tryPlainFile(const QString &file);
    Outcome tryLockedFile(const QString &file);
    Outcome tryPassword();
    Outcome tryInteractive();
    Outcome answerPrompts(bool &fromMemory, int attempt);
    Outcome outcomeOf(std::optional<int> result);
    Outcome over(std::optional<Failure> failure);
    std::expected<Secret, Outcome> secret(const SecretQuestion &question);
    std::optional<int> call(const std::function<int()> &function);
    QStringList offered() const;

    const LinkPlan &m_plan;
    LinkMemory &m_memory;
    LinkControl &m_control;
    SshSession &m_session;
    LinkAsker &m_asker;
    std::optional<Failure> m_failure;
    std::optional<Failure> m_reason; ///< the most telling refusal so far
    AgentBridge m_agent;
    std::optional<Secret> m_lonePassword; ///< what answered a prompt for the password in this round of prompts
    QStringList m_locked; ///< key files that want a passphrase
    QStringList m_tried; ///< translated
    QStringList m_notes;
    int m_methods = 0;
    int m_used = 0; ///< methods that are not to be tried again
};
}
