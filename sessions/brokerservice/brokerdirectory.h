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
/// Where a broker keeps whom it lets in, and what mosquitto reads: mode 0700, each file 0600. Blocks on the disk. Errors are
/// translated: what, where, why. Owned by BrokerRun.
class BrokerDirectory
{
public:
    explicit BrokerDirectory(const QString &path);
    static QString defaultPath(); ///< $XDG_STATE_HOME/nightdesk/broker

    QString path() const; ///< absolute
    QString file(const QString &name) const;

    /// One that nobody used yet lets nobody in.
    std::expected<BrokerUsers, QString> users() const;
    /// Reads, lets @p edit change, and writes whole or not at all; one process at a time. What @p edit says is wrong is the error.
    std::expected<void, QString> change(const std::function<std::expected<void, QString>(BrokerUsers &)> &edit) const;
    std::expected<void, QString> write(const QString &name, const QByteArray &contents) const;

    /// For as long as the descriptor lives no other broker runs here.
    std::expected<UniqueFd, QString> lockForRun() const;
    /// The process of the broker that runs here now.
    std::optional<pid_t> runner() const;

private:
    QString m_path;
};
}
