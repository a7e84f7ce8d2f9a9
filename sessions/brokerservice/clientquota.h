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
/// How many clients each credential has at the broker, from mosquitto's log. Its max_connections is of all together: without this a
/// single credential takes the connections of all others, or the memory by sessions. Pure. Owned by BrokerRun.
class ClientQuota
{
public:
    using Clock = std::chrono::steady_clock;
    /// Of one credential. A workstation has one client; a support astronomer one for each board.
    static constexpr qsizetype mostOfOne = 64;
    /// So long mosquitto keeps the session of a client that has gone (persistent_client_expiration).
    static constexpr std::chrono::hours memory{1};

    /// A line of the log. Returns the user, as mosquitto knows it, that has too many clients with this one.
    std::optional<QString> readLogLine(const QByteArray &line, Clock::time_point now);
    void forget(const QString &user);
    qsizetype clientsOf(const QString &user) const; ///< as far as they count

private:
    struct Client {
        QString user;
        std::optional<Clock::time_point> leftAt; ///< empty: it is connected
    };
    std::optional<QString> comes(const QByteArray &line, Clock::time_point now);
    void goes(const QByteArray &line, Clock::time_point now);

    QHash<QByteArray, Client> m_clients; ///< by the name that each gave itself
};
}
