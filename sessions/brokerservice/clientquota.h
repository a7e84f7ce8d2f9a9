// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Counts the clients of each credential at the broker, from mosquitto's log. mosquitto's max_connections limits only the total: without this
/// quota, one credential could use up the connections of all others, or the memory by its sessions. Pure. Owned by BrokerProcess.
class ClientQuota
{
public:
    using Clock = std::chrono::steady_clock;
    /// Maximum number of clients with one credential. A workstation has one client; a support astronomer has one for
    /// each board.
    static constexpr qsizetype maxClientsPerCredential = 64;
    /// How long mosquitto keeps the session of a disconnected client (persistent_client_expiration).
    static constexpr std::chrono::hours sessionLifetime{1};

    /// Counts what a line of mosquitto's log reports. Returns the name of the user who has too many clients after it, if any.
    std::optional<QString> userOverQuotaAfterLine(const QByteArray &line, Clock::time_point now);
    void forgetUser(const QString &user);
    /// Number of clients that count for @p user, including recently disconnected ones.
    qsizetype clientCountOf(const QString &user) const;

private:
    struct Client {
        QString user;
        std::optional<Clock::time_point> disconnectedAt; ///< time when the client disconnected; empty: connected
    };
    std::optional<QString> addConnectedClient(const QByteArray &line, Clock::time_point now);
    void markClientDisconnected(const QByteArray &line, Clock::time_point now);

    QHash<QByteArray, Client> m_clientsById; ///< clients by their id, which each client chooses
};
}
