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
    std::optional<quint16> port; ///< of the loopback
    QString socket; ///< a Unix socket, absolute; empty: none
    bool operator==(const BrokerListeners &) const = default;
};

/// mosquitto's files for a broker. docs/admin/message-broker.md has the access list in words. Pure.
namespace BrokerConfig
{
/// @p directory has the files below; @p account is whom we are, so that started as root it stays able to read them; @p limits is the
/// plugin that limits names and subscriptions, or empty.
QByteArray configuration(const QString &directory, const BrokerListeners &listeners, const QString &account, const QString &limits = {});
QByteArray passwords(const QList<BrokerUser> &users);
/// Each may write below its own name only, and read what its role needs.
QByteArray accessList(const QString &facility, const QList<BrokerUser> &users);
/// What the broker's own client may do: read calls, and take back what those have left who were @p removed.
QByteArray serviceAccess(const QString &facility, const QString &user, const QList<BrokerUser> &removed);
/// What a broker keeps of somebody under names that are known. Layouts and what was said to one desk end by themselves.
QStringList keptTopics(const QString &facility, const BrokerUser &user);
/// Of an SA: filters for what is kept below names that nobody knows: that boards are there, and notes to all. Of a desk: none.
QStringList keptFilters(const QString &facility, const BrokerUser &user);
/// Filters of all topics of which a credential may have any number: what KeptQuota counts.
QStringList countedFilters(const QString &facility);

inline constexpr QLatin1StringView configurationFile{"mosquitto.conf"};
inline constexpr QLatin1StringView passwordFile{"passwords"};
inline constexpr QLatin1StringView accessFile{"access"};
}
}
