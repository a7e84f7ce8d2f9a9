// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/proxyconnection.h"

#include "sessions/common/displaytext.h"
#include "sessions/links/facts/linkfailure.h"

#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstring>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype lineLimit = 400;
// The command prints its reason just before or just after it closes the connection.
constexpr auto lastOutputTimeout = 300ms;
}

std::expected<std::unique_ptr<ProxyConnection>, Failure> ProxyConnection::start(const QString &command, const QString &where)
{
    int connection[2];
    int errors[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, connection) != 0) {
        return std::unexpected(LinkFailure::outOfResources(QString::fromLocal8Bit(std::strerror(errno))));
    }
    std::unique_ptr<ProxyConnection> result(new ProxyConnection);
    result->m_connectionFd.reset(connection[0]);
    const UniqueFd theirs(connection[1]);
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, errors) != 0) {
        return std::unexpected(LinkFailure::outOfResources(QString::fromLocal8Bit(std::strerror(errno))));
    }
    result->m_errorOutputFd.reset(errors[0]);
    const UniqueFd theirErrors(errors[1]);
    // "exec", as ssh does: the command replaces the shell.
    if (const int error = result->m_proxyCommand.start(QStringLiteral("exec ") + command, theirs.get(), theirs.get(), theirErrors.get()); error != 0) {
        return std::unexpected(LinkFailure::proxyNotStarted(where, QString::fromLocal8Bit(std::strerror(error))));
    }
    result->m_errorOutputReader = std::thread(&ProxyConnection::readErrorOutput, result.get());
    return result;
}

ProxyConnection::~ProxyConnection()
{
    m_proxyCommand.terminate();
    if (m_errorOutputReader.joinable()) {
        ::shutdown(m_errorOutputFd.get(), SHUT_RDWR);
        m_errorOutputReader.join();
    }
}

UniqueFd ProxyConnection::takeConnectionFd()
{
    return std::move(m_connectionFd);
}

void ProxyConnection::readErrorOutput()
{
    char bytes[4096];
    QByteArray line;
    for (ssize_t count = 0; (count = ::recv(m_errorOutputFd.get(), bytes, sizeof bytes, 0)) > 0 || (count < 0 && errno == EINTR);) {
        for (ssize_t i = 0; i < count; ++i) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                line.clear();
            } else if (line.size() < lineLimit) {
                line += bytes[i];
                const std::scoped_lock lock(m_mutex);
                m_lastErrorLine = line;
            }
        }
    }
    const std::scoped_lock lock(m_mutex);
    m_isErrorOutputComplete = true;
    m_errorOutputCondition.notify_all();
}

Failure ProxyConnection::explainFailure(const Failure &failure)
{
    for (const auto until = std::chrono::steady_clock::now() + lastOutputTimeout; !m_proxyCommand.exitStatus() && std::chrono::steady_clock::now() < until;) {
        std::this_thread::sleep_for(5ms);
    }
    if (!m_proxyCommand.exitStatus()) {
        return failure; // the command still runs, so it did not cause the failure
    }
    std::unique_lock lock(m_mutex);
    // Child processes of the command may still hold its standard error open, so this wait has a limit.
    m_errorOutputCondition.wait_for(lock, lastOutputTimeout, [this] {
        return m_isErrorOutputComplete;
    });
    return LinkFailure::proxyFailed(failure.affectedItem, displayText(m_lastErrorLine));
}
}
