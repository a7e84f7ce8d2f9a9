// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"
#include "sessions/links/path/childcommand.h"

#include <QByteArray>

#include <condition_variable>
#include <expected>
#include <memory>
#include <mutex>
#include <thread>

namespace Nightdesk
{
/// A connection to a host that is made by a command (ssh_config's ProxyCommand): data goes through its input and output. The command ends with this
/// object. Its standard error is read all the time, so that the command never blocks, and its last line is kept. Owned by LinkWorker.
class ProxyConnection
{
public:
    static std::expected<std::unique_ptr<ProxyConnection>, Failure> start(const QString &command, const QString &where);
    ~ProxyConnection();
    Q_DISABLE_COPY_MOVE(ProxyConnection)

    /// The local end of the connection. Call once.
    UniqueFd takeConnectionFd();
    /// If the command has ended, replaces @p failure of the connection by a failure with the command's last line.
    Failure explainFailure(const Failure &failure);

private:
    ProxyConnection() = default;
    void readErrorOutput();

    ChildCommand m_proxyCommand;
    UniqueFd m_connectionFd;
    UniqueFd m_errorOutputFd;
    std::mutex m_mutex;
    QByteArray m_lastErrorLine;
    bool m_isErrorOutputComplete = false; ///< standard error of the command was read to the end
    std::condition_variable m_errorOutputCondition;
    std::thread m_errorOutputReader;
};
}
