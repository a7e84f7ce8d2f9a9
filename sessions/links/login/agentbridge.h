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
/// Connects libssh with an ssh agent. libssh's own call to an agent waits without a limit. Here a thread carries the
/// messages in both directions. If the agent does not answer in time, or interruptFd() is shut down, libssh reads
/// end-of-file instead of waiting endlessly. Owned by the link's thread; the destructor ends within milliseconds.
class AgentBridge
{
public:
    struct Limits {
        std::chrono::milliseconds keyListTimeout{10000}; ///< time limit for the agent's list of keys
        /// Time limit for a signature: the agent may ask a person first, or wait until a token is touched.
        std::chrono::milliseconds signatureTimeout{60000};
    };

    AgentBridge() = default;
    ~AgentBridge();
    Q_DISABLE_COPY_MOVE(AgentBridge)

    /// Returns false if no agent listens at @p path. Does not wait for the agent's answers. Call once.
    bool start(const QString &agentSocketPath, const AgentKeySelection &keySelection, Limits limits);
    /// libssh's end of the socket pair, for ssh_set_agent_socket(), which takes ownership. Call once.
    int takeLibsshFd();
    /// A descriptor to shut down in order to free libssh from its wait (see LinkControl::shutDownFdAtStop).
    int interruptFd() const;
    /// The agent did not answer in time.
    bool hasAgentTimedOut() const;
    /// The key of the last signature request, as encoded in the agent protocol.
    QByteArray lastSigningKey() const;

private:
    void run(const AgentKeySelection &keySelection, Limits limits);

    UniqueFd m_libsshFd; ///< libssh's end of the socket pair, until takeLibsshFd() hands it over
    UniqueFd m_bridgeFd; ///< this object's end of the socket pair
    UniqueFd m_agentFd;
    std::atomic<bool> m_hasAgentTimedOut = false;
    mutable std::mutex m_mutex;
    QByteArray m_lastSigningKey;
    std::thread m_thread;
};
}
