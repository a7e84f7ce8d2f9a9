// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/brokerservice/brokerusers.h"

#include <functional>
#include <optional>

#include <sys/types.h>

namespace Nightdesk
{
/// The directory with a broker's users and mosquitto's files: mode 0700, each file 0600. Blocks on the disk. Errors are translated and say
/// what, where and why. Owned by BrokerProcess.
class BrokerDirectory
{
public:
    explicit BrokerDirectory(const QString &path);
    static QString defaultPath(); ///< $XDG_STATE_HOME/nightdesk/broker

    QString path() const; ///< absolute path of the directory
    QString file(const QString &name) const;

    /// The users of the broker; a new directory has none.
    std::expected<BrokerUsers, QString> users() const;
    /// Reads the users, calls @p edit to change them, and writes them atomically; one process at a time. An error returned by @p edit is the error.
    std::expected<void, QString> editUsers(const std::function<std::expected<void, QString>(BrokerUsers &)> &edit) const;
    std::expected<void, QString> write(const QString &name, const QByteArray &contents) const;

    /// Locks the directory: while the returned descriptor is open, no other broker can run in it.
    std::expected<UniqueFd, QString> lockForRun() const;
    /// Process id of the broker that runs in this directory now; empty: none.
    std::optional<pid_t> runningBrokerProcess() const;

private:
    QString m_path;
};
}
