// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QDateTime>
#include <QList>

#include <expected>

namespace Nightdesk
{
/// Somebody whom a hub's broker lets in.
struct HubUser {
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< "santa-cruz/left", "ann"
    QString hash; ///< of the password, as the broker's password file has it
    QDateTime added; ///< UTC
    bool operator==(const HubUser &) const = default;

    QString user() const; ///< as the broker knows it
};

/// Whom a hub lets in, and for which facility: hub.json. Pure; a value.
class HubUsers
{
public:
    QString facility() const; ///< its id; empty: not said yet
    void setFacility(const QString &facility);
    const QList<HubUser> &all() const; ///< desks first, by name

    bool add(const HubUser &user); ///< false: there is one of this role and name
    bool remove(BrokerRole role, const QString &name);

    QByteArray text() const;
    /// The error says what is wrong, translated. All or nothing: who is missing from a list would be locked out in the night.
    static std::expected<HubUsers, QString> parse(const QByteArray &text);

private:
    QString m_facility;
    QList<HubUser> m_users;
};
}
