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
/// The directory with a broker's users and mosquitto's files: mode 0700, each file 0600. Blocks on the disk. Errors are translated: what, where,
/// why. Owned by BrokerRun.
class BrokerDirectory
{
public:
    explicit BrokerDirectory(const QString &path);
    static QString defaultPath(); ///< $XDG_STATE_HOME/nightdesk/broker

    QString path() const; ///< absolute
    QString file(const QString &name) const;

    /// The users; a new directory has none.
    std::expected<BrokerUsers, QString> users() const;
    /// Reads the users, calls @p edit to change them, and writes them atomically; one process at a time. An error returned by @p edit is the error.
    std::expected<void, QString> change(const std::function<std::expected<void, QString>(BrokerUsers &)> &edit) const;
    std::expected<void, QString> write(const QString &name, const QByteArray &contents) const;

    /// While the descriptor is open, no other broker can run in this directory.
    std::expected<UniqueFd, QString> lockForRun() const;
    /// The process of the broker that runs in this directory now.
    std::optional<pid_t> runner() const;

private:
    QString m_path;
};
}
