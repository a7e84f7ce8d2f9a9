// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/profiles/profile.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
/// Whether this desk, or this SA's board, may use the facility's broker: the broker named by the facility, and this user's credential for it. Updated
/// with the facility's files. GUI thread; files are read on another thread. Owned by ConsoleBoard or BoardConsole.
class BoardAccess : public QObject
{
    Q_OBJECT
public:
    /// @p directory: where credentials are stored; empty: the user's default directory.
    explicit BoardAccess(BrokerRole role, const QString &directory = {}, QObject *parent = nullptr);

    void setFacility(const Facility &facility);
    void rereadCredential(); ///< reads the credential again, for example after it was added; credentialChanged() follows
    /// Copies the credential file that the user was given; credentialImported() or importFailed() follows.
    void importCredential(const QString &file);

    const std::optional<BrokerSpec> &broker() const; ///< empty: the facility names no broker
    bool isCredentialRead() const; ///< the credential file was looked for and read, whether it exists or not
    /// The credential of this desk or SA; empty: none, or not read yet.
    const std::optional<BrokerCredential> &credential() const;
    bool isCredentialForBroker() const; ///< whether there is a credential for the broker of the facility
    QString credentialProblem() const; ///< why the credential cannot be read; translated; empty: no problem

Q_SIGNALS:
    void credentialChanged();
    void credentialImported(const QString &name); ///< @p name: the desk or SA whose credential was copied
    void importFailed(const QString &why); ///< copying the credential file failed; @p why is translated

private:
    const BrokerRole m_role;
    const QString m_directory;
    std::optional<BrokerSpec> m_brokerSpec;
    std::optional<BrokerCredential> m_credential;
    QString m_credentialProblem;
    bool m_isCredentialRead = false;
    int m_latestReadNumber = 0; ///< number of the latest reading; results of earlier readings are ignored
};
}
