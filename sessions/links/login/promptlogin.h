// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/logincontext.h"

namespace Nightdesk
{
/// Whether a server's prompt asks for the account's password and nothing else, as sshd and PAM word it: only such a password may be stored and sent
/// again. A prompt that also mentions a code, a token or a new password does not count, and is asked each time.
bool isPasswordPrompt(const QString &prompt);

/// Logs in with typed answers: a password, or answers to the server's prompts (keyboard-interactive), including one-time codes. A stored password is
/// used once, a code is never stored; the user is asked for each at most three times. Link's thread. Owned by Login.
class PromptLogin
{
public:
    using Outcome = LoginContext::Outcome;

    explicit PromptLogin(LoginContext &context);

    Outcome tryPassword();
    Outcome tryKeyboardInteractive();
    /// The account's password is stored, so the first prompt may be answered without asking the user.
    bool isPasswordStored() const;

private:
    Outcome answerPrompts(bool &mayUseStoredPassword, int attempt);

    LoginContext &m_loginContext;
    std::optional<Secret> m_singlePromptPassword; ///< the answer to the single password prompt of this round of prompts
    int m_answeredPromptCount = 0; ///< number of prompts answered in this attempt
};
}
