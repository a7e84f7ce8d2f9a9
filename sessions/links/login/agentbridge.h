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
/// Stands between libssh and an ssh agent. libssh's agent call polls without limit; here a thread carries the messages both
/// ways, and when the agent owes an answer for too long, or cut() is called, libssh reads end-of-file instead of waiting for
/// ever. Owned by the link's thread; cut() and the destructor end within milliseconds.
class AgentBridge
{
public:
    struct Limits {
        std::chrono::milliseconds answer{10000}; ///< a list of keys
        std::chrono::milliseconds signature{60000}; ///< the agent may ask a person first, or wait for a touched token
    };

    AgentBridge();
    ~AgentBridge();
    AgentBridge(const AgentBridge &) = delete;
    AgentBridge &operator=(const AgentBridge &) = delete;

    /// False when nothing listens at @p path. Never waits for it. Once.
    bool start(const QString &path, const AgentRequest &request, Limits limits);
    /// libssh's end, for ssh_set_agent_socket, which closes it. Once.
    int takeFd();
    /// A descriptor that frees libssh when it is shut down (see LinkControl::interruptAtStop).
    int interruptFd() const;
    /// The agent owed an answer for too long.
    bool timedOut() const;
    /// The key that a signature was asked for last, as the protocol has it.
    QByteArray signingKey() const;

private:
    void run(const AgentRequest &request, Limits limits);

    UniqueFd m_libssh; ///< given away
    UniqueFd m_ours; ///< the other end of that pair
    UniqueFd m_agent;
    std::atomic<bool> m_timedOut = false;
    mutable std::mutex m_mutex;
    QByteArray m_signingKey;
    std::thread m_thread;
};
}
