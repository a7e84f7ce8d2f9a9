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
/// A way to a host that is a command (ssh_config's ProxyCommand): what it reads and writes is the connection. It ends with this
/// object. What it says on its standard error is read all the time, so that it never waits for us, and its last line kept. Owned by LinkWorker.
class ProxyConnection
{
public:
    static std::expected<std::unique_ptr<ProxyConnection>, Failure> start(const QString &command, const QString &where);
    ~ProxyConnection();
    ProxyConnection(const ProxyConnection &) = delete;
    ProxyConnection &operator=(const ProxyConnection &) = delete;

    /// Our end of the connection. Once.
    UniqueFd takeFd();
    /// @p failure of the connection, told as the command's where that has an own word for it.
    Failure explained(const Failure &failure);

private:
    ProxyConnection() = default;
    void listen();

    ChildCommand m_child;
    UniqueFd m_fd;
    UniqueFd m_errors;
    std::mutex m_mutex;
    QByteArray m_lastLine;
    bool m_hasAllWords = false; ///< nothing more comes on its standard error
    std::condition_variable m_wordsCame;
    std::thread m_listener;
};
}
