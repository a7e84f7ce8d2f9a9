// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/provenlogin.h"

#include <QList>

#include <expected>
#include <map>
#include <optional>

namespace Nightdesk
{
/// What a desktop's VNC server reported when it was last connected.
struct RememberedVncServer {
    quint8 securityType = 0; ///< RFB security type; 0: do not send a handshake in advance, because that failed before
    bool colorMapped = false;
    quint32 width = 0;
    quint32 height = 0;
    bool operator==(const RememberedVncServer &) const = default;
};

/// Changed records. An empty value means that the record was removed.
struct ConnectionRecordChanges {
    std::map<QString, std::optional<ProvenLogin>> logins; ///< by account, "user@host:port"
    std::map<QString, std::optional<RememberedVncServer>> servers; ///< records of VNC servers, by place of the desktop
    bool isEmpty() const
    {
        return logins.empty() && servers.empty();
    }
};

/// Contents of SharedConnectionRecords: for each account the method and key of its login, for each desktop what its server reported; if there are too
/// many, those not used for longest are removed. A file may contain anything: entries that Nightdesk would not have written are dropped. Pure. Owned
/// by SharedConnectionRecords.
class ConnectionRecords
{
public:
    static constexpr qsizetype maxRecords = 200; ///< maximum number of records of each kind

    std::optional<ProvenLogin> login(const QString &account) const;
    void setLogin(const QString &account, const std::optional<ProvenLogin> &login);
    std::optional<RememberedVncServer> vncServer(const QString &place) const;
    void setVncServer(const QString &place, const std::optional<RememberedVncServer> &server);
    void apply(const ConnectionRecordChanges &changes);

    QByteArray toJson() const;
    enum class UnreadableReason {
        Damaged,
        OtherVersion
    };
    static std::expected<ConnectionRecords, UnreadableReason> fromJson(const QByteArray &json);

private:
    template<typename Value>
    using Entries = QList<std::pair<QString, Value>>; // newest entry last

    Entries<ProvenLogin> m_loginsByAccount;
    Entries<RememberedVncServer> m_vncServersByDesktopPlace;
};
}
