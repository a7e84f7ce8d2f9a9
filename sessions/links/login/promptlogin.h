// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/loginturn.h"

namespace Nightdesk
{
/// Whether a server's prompt asks for the account's password and nothing else, as sshd and PAM write it: only that may be
/// kept and given again. What also speaks of a code, a token or a new password is not known, and asked for each time.
bool isPasswordPrompt(const QString &prompt);

/// Logs in with what a person types: a password, or answers to the server's prompts (keyboard-interactive), one-time codes
/// among them. A password is taken from the night's memory once, a code never; each is asked for at most three times. Link's
/// thread. Owned by Login.
class PromptLogin
{
public:
    using Outcome = LoginTurn::Outcome;

    explicit PromptLogin(LoginTurn &turn);

    Outcome password();
    Outcome interactive();
    /// What was told before would do: a first question need not be one.
    bool isRemembered() const;

private:
    Outcome answerPrompts(bool &fromMemory, int attempt);

    LoginTurn &m_turn;
    std::optional<Secret> m_lonePassword; ///< what answered a prompt for the password in this round of prompts
    int m_answers = 0; ///< to prompts of this attempt
};
}
