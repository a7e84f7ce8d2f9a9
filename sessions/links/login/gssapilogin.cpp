// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/gssapilogin.h"

#include "sessions/links/login/kerberosticket.h"

#include <KLocalizedString>

#include <future>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
// A key distribution center on another continent answers twice in that time. Kerberos itself would wait for half a minute.
constexpr auto ticketLimit = 5s;
constexpr auto ticketPollInterval = 20ms;
}

GssapiLogin::GssapiLogin(LoginTurn &turn)
    : m_turn(turn)
{
}

std::optional<LoginTurn::Outcome> GssapiLogin::awaitTicket()
{
    const auto promise = std::make_shared<std::promise<bool>>();
    std::future<bool> ticket = promise->get_future();
    const LinkPlan &plan = m_turn.plan();
    KerberosTicket::fetch(plan.gssapiServer.isEmpty() ? plan.host : plan.gssapiServer, plan.gssapiClient, [promise](bool isReady) {
        promise->set_value(isReady);
    });
    const auto deadline = Clock::now() + ticketLimit;
    while (ticket.wait_for(0s) != std::future_status::ready) {
        if (Clock::now() >= deadline) {
            m_turn.addNote(i18nc("@info", "Kerberos did not respond and was skipped."));
            return LoginTurn::Outcome::Refused;
        }
        if (m_turn.session().wait(Clock::now() + ticketPollInterval) == SshSession::Wait::Stopped) {
            return m_turn.endWith(std::nullopt);
        }
        if (!m_turn.session().isAlive()) {
            return m_turn.outcomeOf(SSH_AUTH_ERROR);
        }
    }
    return ticket.get() ? std::nullopt : std::optional(LoginTurn::Outcome::Refused);
}

LoginTurn::Outcome GssapiLogin::run()
{
    if (const auto outcome = awaitTicket()) {
        return *outcome;
    }
    m_turn.addTriedMethod(i18nc("@item what a login was tried with", "Kerberos"));
    const auto outcome = m_turn.outcomeOf(m_turn.call([this] {
        return ssh_userauth_gssapi(m_turn.session().handle());
    }));
    if (outcome == LoginTurn::Outcome::Done || outcome == LoginTurn::Outcome::Partial) {
        m_turn.setProvenLogin({LoginMethod::Gssapi, {}, {}, {}});
    }
    return outcome;
}
}
