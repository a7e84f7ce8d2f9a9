// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/agentbridge.h"

#include "sessions/links/path/socketaddress.h"

#include <QByteArray>
#include <QFile>

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
bool sendAll(int fd, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t sent = ::send(fd, bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
        // The agent does not read a message although each message fits into the socket's buffer: the agent is not used
        // any more.
        if (sent <= 0) {
            return false;
        }
        bytes = bytes.sliced(sent);
    }
    return true;
}
}

AgentBridge::~AgentBridge()
{
    if (m_thread.joinable()) {
        ::shutdown(m_bridgeFd.get(), SHUT_RDWR);
        m_thread.join();
    }
}

bool AgentBridge::start(const QString &agentSocketPath, const AgentKeySelection &keySelection, Limits limits)
{
    if (agentSocketPath.isEmpty()) {
        return false; // an empty name would be one of the abstract namespace, which any user can take
    }
    auto agent = connectToUnixSocket(QFile::encodeName(agentSocketPath));
    int pair[2];
    if (!agent || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        return false;
    }
    m_agentFd = std::move(*agent);
    m_bridgeFd.reset(pair[0]);
    m_libsshFd.reset(pair[1]);
    m_thread = std::thread([this, keySelection, limits] {
        run(keySelection, limits);
    });
    return true;
}

int AgentBridge::takeLibsshFd()
{
    return m_libsshFd.release();
}

int AgentBridge::interruptFd() const
{
    return m_bridgeFd.get();
}

bool AgentBridge::hasAgentTimedOut() const
{
    return m_hasAgentTimedOut;
}

QByteArray AgentBridge::lastSigningKey() const
{
    const std::scoped_lock lock(m_mutex);
    return m_lastSigningKey;
}

void AgentBridge::run(const AgentKeySelection &keySelection, Limits limits)
{
    AgentDialogue dialogue(keySelection);
    char bytes[16384];
    bool owed = false;
    auto deadline = Clock::now();
    while (true) {
        int wait = -1;
        if (owed) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
            if (left.count() <= 0) {
                m_hasAgentTimedOut = true;
                break;
            }
            wait = static_cast<int>(std::min<std::int64_t>(left.count(), 60000));
        }
        pollfd fds[] = {{m_bridgeFd.get(), POLLIN, 0}, {m_agentFd.get(), POLLIN, 0}};
        if (::poll(fds, 2, wait) < 0 && errno != EINTR) {
            break;
        }
        if (fds[0].revents != 0) {
            const ssize_t count = ::recv(m_bridgeFd.get(), bytes, sizeof bytes, MSG_DONTWAIT);
            if (count <= 0 || !sendAll(m_agentFd.get(), dialogue.addLibsshBytes({bytes, count})) || dialogue.hasProtocolError()) {
                break;
            }
            {
                const std::scoped_lock lock(m_mutex);
                m_lastSigningKey = dialogue.lastSigningKey();
            }
            owed = true;
            deadline = Clock::now() + (dialogue.isSigning() ? limits.signatureTimeout : limits.keyListTimeout);
        }
        if (fds[1].revents != 0) {
            const ssize_t count = ::recv(m_agentFd.get(), bytes, sizeof bytes, MSG_DONTWAIT);
            const QByteArray whole = count > 0 ? dialogue.addAgentBytes({bytes, count}) : QByteArray();
            if (count <= 0 || dialogue.hasProtocolError() || !sendAll(m_bridgeFd.get(), whole)) {
                break;
            }
            owed = owed && whole.isEmpty();
        }
    }
    ::shutdown(m_bridgeFd.get(), SHUT_RDWR);
    ::shutdown(m_agentFd.get(), SHUT_RDWR);
}
}
