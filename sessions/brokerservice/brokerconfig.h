// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/brokerservice/brokerusers.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Where mosquitto listens for connections.
struct BrokerListeners {
    std::optional<quint16> port; ///< TCP port on the loopback address; empty: none
    QString socket; ///< absolute path of a Unix socket; empty: none
    bool operator==(const BrokerListeners &) const = default;
};

/// The contents of mosquitto's files for a broker. docs/admin/message-broker.md describes the access list. Pure.
namespace BrokerConfig
{
/// @p directory has the files below; @p account is the present account, so that mosquitto can still read them if started as root; @p limits is the
/// plugin that limits names and subscriptions, or empty.
QByteArray configuration(const QString &directory, const BrokerListeners &listeners, const QString &account, const QString &limits = {});
QByteArray passwords(const QList<BrokerUser> &users);
/// The access list: each user may write only below its own name, and read what its role needs.
QByteArray accessList(const QString &facility, const QList<BrokerUser> &users);
/// The access list of the broker's own client: it reads calls, and deletes the messages left by @p removed users.
QByteArray ownClientAccessList(const QString &facility, const QString &user, const QList<BrokerUser> &removed);
/// Topics of a user's retained messages whose names are known. Layouts and messages to a single desk expire.
QStringList retainedTopics(const QString &facility, const BrokerUser &user);
/// Filters for those retained messages of a support astronomer whose topics are not known in advance: presence of
/// boards, and notes to all desks. For a desk: none.
QStringList retainedFilters(const QString &facility, const BrokerUser &user);
/// Filters for all topics that contain a variable part, so that one credential can create any number of them. RetainedQuota counts their messages.
QStringList quotaFilters(const QString &facility);

inline constexpr QLatin1StringView configurationFile{"mosquitto.conf"};
inline constexpr QLatin1StringView passwordFile{"passwords"};
inline constexpr QLatin1StringView accessFile{"access"};
}
}
