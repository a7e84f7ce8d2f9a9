// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QObject>

#include <expected>
#include <functional>
#include <optional>

namespace Nightdesk
{
/// Stores this user's credentials for the brokers of facilities: one file for each facility and role, in a directory of mode 0700. A value; any
/// thread. Made by BoardAccess for each call.
class CredentialStore
{
public:
    /// The stored credential; empty: none for that facility. The error is a translated sentence.
    using LoadResult = std::expected<std::optional<BrokerCredential>, QString>;
    using ImportResult = std::expected<BrokerCredential, QString>;

    explicit CredentialStore(const QString &directory = defaultDirectory());
    static QString defaultDirectory(); ///< $XDG_CONFIG_HOME/nightdesk/credentials, or $NIGHTDESK_CREDENTIALS

    QString file(const QString &facility, BrokerRole role) const; ///< "DIRECTORY/example.desk", "DIRECTORY/example.sa"

    // The following functions block on the disk: any thread except the GUI's.
    LoadResult load(const QString &facility, BrokerRole role) const;
    /// Copies a credential file that the user was given into the store, replacing an older one.
    ImportResult importCredential(const QString &from) const;

    // Like the functions above, but on a background thread, because a home directory may be on a network share that hangs. @p done is called
    // on the thread of @p context, unless that was deleted.
    void load(const QString &facility, BrokerRole role, QObject *context, const std::function<void(const LoadResult &)> &done) const;
    void importCredential(const QString &from, QObject *context, const std::function<void(const ImportResult &)> &done) const;

private:
    QString m_directory;
};
}
