// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktoplogin.h"

#include "sessions/links/login/connectionmemory.h"
#include "sessions/links/login/nightsecrets.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
StreamTarget streamTarget(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return TcpStreamTarget{u"127.0.0.1"_s, static_cast<quint16>(5900 + display->number)};
    }
    if (const auto *port = std::get_if<TcpAddress>(&address)) {
        return TcpStreamTarget{port->host, port->port};
    }
    const auto *socket = std::get_if<UnixSocket>(&address);
    return UnixStreamTarget{socket ? socket->path : QString()};
}

QString serverAddressText(const StreamTarget &server)
{
    const auto *tcp = std::get_if<TcpStreamTarget>(&server);
    return tcp ? u"%1:%2"_s.arg(tcp->host).arg(tcp->port) : std::get<UnixStreamTarget>(server).path;
}
}

DesktopLogin::DesktopLogin(Link *link)
    : m_link(link)
{
}

/// Name under which the password is stored; untranslated, because it may be kept longer than a night. It contains the host's account, as a
/// profile may reach the same server with two accounts and a password each; and the verified host key, because the same name behind two
/// paths may be two hosts, and a password belongs to one of them.
QString DesktopLogin::secretName() const
{
    const LinkFacts link = m_link->facts();
    return NightSecrets::desktopPasswordName(
        u"%1 of %2:%3 %4"_s.arg(serverAddressText(m_serverTarget), link.account, QString::number(link.port), link.hostKeyFingerprint));
}

/// Name under which the facts about the server are remembered. Needed before the link is live, so it does not contain the host key. If another
/// server has the same name, its facts are wrong here, which costs one connection attempt.
QString DesktopLogin::serverNameInRecords() const
{
    const LinkSpec &link = m_link->target().spec;
    return u"%1 of %2@%3:%4 by %5"_s.arg(serverAddressText(m_serverTarget),
                                         link.user,
                                         link.host,
                                         QString::number(link.port.value_or(0)),
                                         link.jumpHosts.join(u','));
}

void DesktopLogin::setServer(const DesktopAddress &address)
{
    m_serverTarget = streamTarget(address);
    const auto connectionRecords = m_link->connectionRecords();
    m_serverAssumptions = AssumptionsAboutServer(connectionRecords ? connectionRecords->vncServer(serverNameInRecords()) : std::nullopt);
}

const StreamTarget &DesktopLogin::server() const
{
    return m_serverTarget;
}

AssumptionsAboutServer &DesktopLogin::serverAssumptions()
{
    return m_serverAssumptions;
}

void DesktopLogin::saveServerAssumptions()
{
    if (const auto connectionRecords = m_link->connectionRecords()) {
        connectionRecords->rememberVncServer(serverNameInRecords(), m_serverAssumptions.remembered());
    }
}

void DesktopLogin::addPasswordAnswerer(const QObject *who)
{
    m_passwordAnswerers.append(who);
}

bool DesktopLogin::canAskForPassword() const
{
    return std::ranges::any_of(m_passwordAnswerers, [](const QPointer<const QObject> &who) {
        return !who.isNull();
    });
}

void DesktopLogin::setChallenge(const RfbWire::Challenge &challenge)
{
    m_loginChallenge = challenge;
    m_isChallengeUnanswered = true;
}

bool DesktopLogin::isChallengeUnanswered() const
{
    return m_isChallengeUnanswered;
}

bool DesktopLogin::closeChallenge()
{
    return std::exchange(m_isChallengeUnanswered, false);
}

const RfbWire::Challenge &DesktopLogin::challenge() const
{
    return m_loginChallenge;
}

std::optional<Secret> DesktopLogin::savedSecret() const
{
    return m_link->secrets()->secret(secretName());
}

void DesktopLogin::setTriedSecret(const Secret &secret)
{
    m_triedSecret = secret;
}

void DesktopLogin::forgetTriedSecret()
{
    m_triedSecret.reset();
}

void DesktopLogin::handleAcceptance()
{
    m_refusedAttempts = 0;
    if (const auto right = std::exchange(m_triedSecret, std::nullopt)) {
        m_link->secrets()->keepSecret(secretName(), *right);
    }
}

void DesktopLogin::handleRefusal()
{
    if (const auto refused = std::exchange(m_triedSecret, std::nullopt)) {
        m_link->secrets()->forgetSecret(secretName(), *refused);
    }
    ++m_refusedAttempts;
}

int DesktopLogin::attemptNumber() const
{
    return m_refusedAttempts + 1;
}
}
