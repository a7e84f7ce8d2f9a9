// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/login/loginturn.h"

namespace Nightdesk
{
/// Logs in with the Kerberos ticket of the person at this desk, if there is one for the host. It asks nobody anything and
/// waits for Kerberos no longer than a few seconds. Link's thread. Owned by Login.
class GssapiLogin
{
public:
    explicit GssapiLogin(LoginTurn &turn);

    LoginTurn::Outcome run();

private:
    /// Empty: a ticket is there.
    std::optional<LoginTurn::Outcome> awaitTicket();

    LoginTurn &m_turn;
};
}
