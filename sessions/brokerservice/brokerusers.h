// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QDateTime>
#include <QList>

#include <expected>

namespace Nightdesk
{
/// Somebody whom a broker lets in. A value: held by BrokerUsers.
struct BrokerUser {
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< "santa-cruz/left", "ann"
    QString hash; ///< of the password, as the broker's password file has it
    QDateTime added; ///< UTC
    bool operator==(const BrokerUser &) const = default;

    QString user() const; ///< as the broker knows it
};

/// Whom a broker lets in, and for which facility: broker.json. Pure; a value. BrokerDirectory reads and writes it.
class BrokerUsers
{
public:
    QString facility() const; ///< its id; empty: not said yet
    void setFacility(const QString &facility);
    const QList<BrokerUser> &all() const; ///< desks first, by name

    bool add(const BrokerUser &user); ///< false: there is one of this role and name
    bool remove(BrokerRole role, const QString &name);

    QByteArray text() const;
    /// The error says what is wrong, translated. All or nothing: who is missing from a list would be locked out in the night.
    static std::expected<BrokerUsers, QString> parse(const QByteArray &text);

private:
    QString m_facility;
    QList<BrokerUser> m_users;
};
}
