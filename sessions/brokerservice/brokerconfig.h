// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/hubusers.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Where a hub's broker listens.
struct HubListeners {
    struct Tls {
        QString certificate; ///< files in PEM, absolute
        QString key;
        QString address; ///< empty: every address of this host
        quint16 port = 8883;
        bool operator==(const Tls &) const = default;
    };
    std::optional<quint16> port; ///< of the loopback
    QString socket; ///< a Unix socket, absolute; empty: none
    std::optional<Tls> tls;
    bool operator==(const HubListeners &) const = default;
};

/// mosquitto's files for a hub. docs/hub.md has the access list in words. Pure.
namespace HubConfig
{
/// @p directory has the files below; @p account is whom we are, so that started as root it stays able to read them.
QByteArray configuration(const QString &directory, const HubListeners &listeners, const QString &account);
QByteArray passwords(const QList<HubUser> &users);
/// Each may write below its own name only, and read what its role needs.
QByteArray accessList(const QString &facility, const QList<HubUser> &users);
/// What a broker lets the hub's own client do: read calls, and take back what those have left who were @p removed.
QByteArray hubAccess(const QString &facility, const QString &user, const QList<HubUser> &removed);
/// What a broker keeps of somebody under names that are known. Layouts and what was said to one desk end by themselves.
QStringList keptTopics(const QString &facility, const HubUser &user);
/// Of an SA: filters for what is kept below names that nobody knows: that boards are there, and notes to all. Of a desk: none.
QStringList keptFilters(const QString &facility, const HubUser &user);

inline constexpr QLatin1StringView configurationFile{"mosquitto.conf"};
inline constexpr QLatin1StringView passwordFile{"passwords"};
inline constexpr QLatin1StringView accessFile{"access"};
}
}
