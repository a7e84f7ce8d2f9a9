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
/// Where this user keeps who he is to the brokers of facilities: one file for each facility and role, in a directory of mode 0700.
/// A value; any thread. Made by BoardAccess for each call.
class CredentialStore
{
public:
    /// Empty: this user has none for that facility. The error is a sentence, translated.
    using Loaded = std::expected<std::optional<BrokerCredential>, QString>;
    using Imported = std::expected<BrokerCredential, QString>;

    explicit CredentialStore(const QString &directory = defaultDirectory());
    static QString defaultDirectory(); ///< $XDG_CONFIG_HOME/nightdesk/credentials, or $NIGHTDESK_CREDENTIALS

    QString file(const QString &facility, BrokerRole role) const; ///< "DIRECTORY/example.desk", "DIRECTORY/example.sa"

    // These wait for disks: any thread but the GUI's.
    Loaded load(const QString &facility, BrokerRole role) const;
    /// Copies a credential that somebody was given to where it is looked for, in place of an older one.
    Imported import(const QString &from) const;

    // The same on threads that nobody waits for: a home may be on a share that hangs. @p done is called in the thread of
    // @p context, unless that is gone by then.
    void load(const QString &facility, BrokerRole role, QObject *context, const std::function<void(const Loaded &)> &done) const;
    void import(const QString &from, QObject *context, const std::function<void(const Imported &)> &done) const;

private:
    QString m_directory;
};
}
