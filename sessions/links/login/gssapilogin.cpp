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

GssapiLogin::GssapiLogin(LoginContext &context)
    : m_loginContext(context)
{
    if (const LinkPlan &plan = context.plan; plan.loginMethods.contains(LoginMethod::Gssapi)) {
        m_hasCredentials = KerberosTicket::hasCredentials(plan.gssapiClientIdentity);
    }
}

bool GssapiLogin::isKnownToLackCredentials()
{
    return m_hasCredentials.valid() && m_hasCredentials.wait_for(0s) == std::future_status::ready && !m_hasCredentials.get();
}

std::optional<LoginContext::Outcome> GssapiLogin::awaitTicket()
{
    const auto promise = std::make_shared<std::promise<bool>>();
    std::future<bool> ticket = promise->get_future();
    const LinkPlan &plan = m_loginContext.plan;
    KerberosTicket::fetch(plan.gssapiServerIdentity.isEmpty() ? plan.host : plan.gssapiServerIdentity, plan.gssapiClientIdentity, [promise](bool isReady) {
        promise->set_value(isReady);
    });
    const auto deadline = Clock::now() + ticketLimit;
    while (ticket.wait_for(0s) != std::future_status::ready) {
        if (Clock::now() >= deadline) {
            m_loginContext.addNote(i18nc("@info", "Kerberos did not respond and was skipped."));
            return LoginContext::Outcome::Refused;
        }
        if (m_loginContext.session.wait(Clock::now() + ticketPollInterval) == SshSession::WaitResult::Stopped) {
            return m_loginContext.endWithFailure(std::nullopt);
        }
        if (!m_loginContext.session.isAlive()) {
            return m_loginContext.outcomeOf(SSH_AUTH_ERROR);
        }
    }
    return ticket.get() ? std::nullopt : std::optional(LoginContext::Outcome::Refused);
}

LoginContext::Outcome GssapiLogin::run()
{
    if (const auto outcome = awaitTicket()) {
        return *outcome;
    }
    m_loginContext.addTriedMethod(i18nc("@item what a login was tried with", "Kerberos"));
    const auto outcome = m_loginContext.outcomeOf(m_loginContext.callLibssh([this] {
        return ssh_userauth_gssapi(m_loginContext.session.handle());
    }));
    return m_loginContext.recordOutcome(outcome, {LoginMethod::Gssapi, {}, {}, {}});
}
}
