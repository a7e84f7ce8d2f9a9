// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QDateTime>
#include <QList>

#include <expected>

namespace Nightdesk
{
/// A user of a broker. A value: held by BrokerUsers.
struct BrokerUser {
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< name of the desk or support astronomer, such as "santa-cruz/left" or "ann"
    QString hash; ///< hash of the password, as in the broker's password file
    QDateTime addedAt; ///< time when the user was added, UTC
    bool operator==(const BrokerUser &) const = default;

    QString user() const; ///< the user's name at the broker, for example "desk.santa-cruz.left"
};

/// A broker's users and its facility: broker.json. Pure; a value. BrokerDirectory reads and writes it.
class BrokerUsers
{
public:
    QString facility() const; ///< the facility's id; empty: not set yet
    void setFacility(const QString &facility);
    const QList<BrokerUser> &all() const; ///< all users: desks first, sorted by name

    bool add(const BrokerUser &user); ///< false: there is already a user with this role and name
    bool remove(BrokerRole role, const QString &name);

    QByteArray text() const;
    /// The error tells what is wrong, translated. An error anywhere rejects the whole text: a user missing from the list would be locked out during
    /// the night.
    static std::expected<BrokerUsers, QString> parse(const QByteArray &text);

private:
    QString m_facility;
    QList<BrokerUser> m_users;
};
}
