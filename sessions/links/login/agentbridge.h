// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/login/agentdialogue.h"

#include <QString>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace Nightdesk
{
/// Connects libssh with an ssh agent. libssh's call to an agent polls without limit; here a thread carries the messages in both directions, and if
/// the agent does not answer in time, or cut() is called, libssh reads end-of-file instead of waiting endlessly. Owned by the link's thread; cut()
/// and the destructor end within milliseconds.
class AgentBridge
{
public:
    struct Limits {
        std::chrono::milliseconds answer{10000}; ///< for a list of keys
        std::chrono::milliseconds signature{60000}; ///< for a signature: the agent may ask a person first, or wait until a token is touched
    };

    AgentBridge();
    ~AgentBridge();
    AgentBridge(const AgentBridge &) = delete;
    AgentBridge &operator=(const AgentBridge &) = delete;

    /// False if no agent listens at @p path. Does not wait for the agent. Call once.
    bool start(const QString &path, const AgentRequest &request, Limits limits);
    /// libssh's end, for ssh_set_agent_socket, which closes it. Call once.
    int takeFd();
    /// A descriptor to shut down in order to free libssh from its wait (see LinkControl::interruptAtStop).
    int interruptFd() const;
    /// The agent did not answer in time.
    bool timedOut() const;
    /// The key of the last signature request, as encoded in the agent protocol.
    QByteArray signingKey() const;

private:
    void run(const AgentRequest &request, Limits limits);

    UniqueFd m_libssh; ///< handed over to libssh
    UniqueFd m_ours; ///< the other end of that socket pair
    UniqueFd m_agent;
    std::atomic<bool> m_timedOut = false;
    mutable std::mutex m_mutex;
    QByteArray m_signingKey;
    std::thread m_thread;
};
}
