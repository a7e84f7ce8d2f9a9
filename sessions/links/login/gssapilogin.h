// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/logincontext.h"

namespace Nightdesk
{
/// Logs in with the user's Kerberos ticket, if there is one for the host. No questions are asked, and Kerberos gets a few seconds at most. Link's
/// thread. Owned by Login.
class GssapiLogin
{
public:
    explicit GssapiLogin(LoginContext &context);

    LoginContext::Outcome run();

private:
    /// Waits for a Kerberos ticket. Empty: a ticket is available; otherwise the outcome of this login method.
    std::optional<LoginContext::Outcome> awaitTicket();

    LoginContext &m_loginContext;
};
}
