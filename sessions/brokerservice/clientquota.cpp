// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/clientquota.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// mosquitto cuts its log lines at 999 bytes. If a client id fills the line, the user's name is missing.
constexpr qsizetype cutLine = 999;
}

std::optional<QString> ClientQuota::userOverQuotaAfterLine(const QByteArray &line, Clock::time_point now)
{
    if (line.size() >= cutLine) {
        return {};
    }
    if (line.startsWith("New client connected from ")) {
        return addConnectedClient(line, now);
    }
    if (line.startsWith("Client ")) {
        markClientDisconnected(line, now);
    }
    return {};
}

/// "New client connected from 127.0.0.1:4711 as NAME (p5, c1, k10, u'desk.hilo.one')." The client chooses NAME.
std::optional<QString> ClientQuota::addConnectedClient(const QByteArray &line, Clock::time_point now)
{
    constexpr QByteArrayView beforeName = " as ";
    constexpr QByteArrayView beforeUser = ", u'";
    constexpr QByteArrayView end = "').";
    const qsizetype name = line.indexOf(beforeName) + beforeName.size();
    const qsizetype user = line.lastIndexOf(beforeUser);
    const qsizetype facts = user < 0 ? -1 : line.lastIndexOf(" (p", user);
    if (facts < name || !line.endsWith(end)) {
        return {};
    }
    const QString who = QString::fromUtf8(line.sliced(user + beforeUser.size()).chopped(end.size()));
    m_clientsById.insert(line.sliced(name, facts - name), {.user = who, .disconnectedAt = {}});
    if (clientCountOf(who) <= maxClientsPerCredential) {
        return {};
    }
    m_clientsById.removeIf([now](const std::pair<const QByteArray &, Client &> &one) {
        return one.second.disconnectedAt && now - *one.second.disconnectedAt > sessionLifetime;
    });
    return clientCountOf(who) > maxClientsPerCredential ? std::optional(who) : std::nullopt;
}

/// Handles "Client NAME disconnected." and similar log lines, whose end differs between versions of mosquitto. NAME may contain spaces, so the
/// longest known client name is used with which the rest of the line begins.
void ClientQuota::markClientDisconnected(const QByteArray &line, Clock::time_point now)
{
    const QByteArray rest = line.sliced(line.indexOf(' ') + 1);
    for (qsizetype end = rest.lastIndexOf(' '); end > 0; end = rest.lastIndexOf(' ', end - 1)) {
        if (const auto found = m_clientsById.find(rest.first(end)); found != m_clientsById.end()) {
            found->disconnectedAt = now;
            return;
        }
    }
}

void ClientQuota::forgetUser(const QString &user)
{
    m_clientsById.removeIf([&user](const std::pair<const QByteArray &, Client &> &one) {
        return one.second.user == user;
    });
}

qsizetype ClientQuota::clientCountOf(const QString &user) const
{
    return std::ranges::count(m_clientsById, user, &Client::user);
}
}
