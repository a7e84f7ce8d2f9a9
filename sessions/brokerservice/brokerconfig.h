// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/brokerservice/brokerusers.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Where a broker listens.
struct BrokerListeners {
    std::optional<quint16> port; ///< port on the loopback address
    QString socket; ///< a Unix socket, absolute; empty: none
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
/// Access of the broker's own client: read calls, and delete messages left by users who were @p removed.
QByteArray serviceAccess(const QString &facility, const QString &user, const QList<BrokerUser> &removed);
/// Topics of a user's retained messages whose names are known. Layouts and messages to a single desk expire.
QStringList keptTopics(const QString &facility, const BrokerUser &user);
/// For a support astronomer: filters for retained messages whose names are not known in advance: presence of boards, and notes to all. For a desk:
/// none.
QStringList keptFilters(const QString &facility, const BrokerUser &user);
/// Filters of all topics of which a credential may have any number: RetainedQuota counts these.
QStringList countedFilters(const QString &facility);

inline constexpr QLatin1StringView configurationFile{"mosquitto.conf"};
inline constexpr QLatin1StringView passwordFile{"passwords"};
inline constexpr QLatin1StringView accessFile{"access"};
}
}
