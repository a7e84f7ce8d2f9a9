// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/logincontext.h"

#include <future>

namespace Nightdesk
{
/// Logs in with the user's Kerberos ticket, if there is one for the host. No questions are asked, and Kerberos gets a few seconds at most. Link's
/// thread. Owned by Login.
class GssapiLogin
{
public:
    /// Begins to look whether the user has logged in to Kerberos, if the plan allows that method.
    explicit GssapiLogin(LoginContext &context);

    /// Whether it is known by now that the user has not logged in to Kerberos. Does not wait.
    bool isKnownToLackCredentials();
    LoginContext::Outcome run();

private:
    /// Waits for a Kerberos ticket. Empty: a ticket is available; otherwise the outcome of this login method.
    std::optional<LoginContext::Outcome> awaitTicket();

    LoginContext &m_loginContext;
    std::future<bool> m_hasCredentials; ///< result of the look for a ticket; valid() only until it is read, and never if Kerberos is not allowed
};
}
