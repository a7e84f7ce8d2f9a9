// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/profiles/profile.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
/// Whether this desk, or this SA's board, may use the facility's broker: what the facility says of it, and the credential that this
/// user keeps for it. Follows the facility's files. GUI thread; the disk is another's. Owned by ConsoleBoard or BoardConsole.
class BoardAccess : public QObject
{
    Q_OBJECT
public:
    /// @p directory of the credentials; empty: the user's.
    explicit BoardAccess(BrokerRole role, const QString &directory = {}, QObject *parent = nullptr);

    void setFacility(const Facility &facility);
    void reload(); ///< the credential, which may be there by now; changed() follows
    /// Copies a credential that somebody was given; imported() or failed() follows.
    void import(const QString &file);

    bool hasBroker() const; ///< the facility names one
    const std::optional<BrokerSpec> &broker() const;
    bool isRead() const; ///< it is known whether there is a credential
    const std::optional<BrokerCredential> &credential() const; ///< empty: none, or not read yet
    bool isOfBroker() const; ///< there is a credential, of that broker
    QString trouble() const; ///< why it cannot be read; translated; empty: nothing is wrong

Q_SIGNALS:
    void changed();
    void imported(const QString &name); ///< of the desk or SA
    void failed(const QString &why); ///< translated

private:
    const BrokerRole m_role;
    const QString m_directory;
    std::optional<BrokerSpec> m_broker;
    std::optional<BrokerCredential> m_credential;
    QString m_trouble;
    bool m_isRead = false;
    int m_reading = 0; ///< answers to earlier questions come late
};
}
