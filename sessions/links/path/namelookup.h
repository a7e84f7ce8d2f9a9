// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/path/socketaddress.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace Nightdesk
{
/// One look-up of a name. getaddrinfo cannot be cancelled, so it runs on a separate thread that may be abandoned. Requests for a name whose look-up
/// is already running share it: a resolver that hangs does not get a thread for each attempt. Any thread. Held by the connectors that wait for it and
/// by its thread.
class NameLookup
{
public:
    /// Fills in the addresses and returns 0, or an EAI_ code. Runs on the look-up's thread.
    using Resolver = std::function<int(const QByteArray &host, const QByteArray &port, AddressFamily family, std::vector<SocketAddress> &addresses)>;
    struct Answer {
        int errorCode = 0; ///< 0, or an EAI_ error of getaddrinfo()
        std::vector<SocketAddress> addresses;
        bool hasAddresses() const;
        /// The name servers say that the name does not exist; false for other failures, such as a failing name server.
        bool isNoSuchName() const;
    };

    /// Begins a look-up, or joins a running one for the same name (unless that one has hung for long).
    static std::shared_ptr<NameLookup> startOrJoin(const QString &host, quint16 port, AddressFamily family);
    /// For tests of a resolver that hangs. An empty function restores the system's resolver. startOrJoin() does not join look-ups begun before this
    /// call.
    static void setResolver(const Resolver &resolver);

    std::optional<Answer> answer() const; ///< the result; empty: the look-up still runs
    int readyFd() const; ///< becomes readable when the answer is available
    std::chrono::steady_clock::time_point begunAt() const;
    bool canBeShared(std::chrono::steady_clock::time_point now) const;

    NameLookup();

private:
    void setAnswer(Answer answer);

    const std::chrono::steady_clock::time_point m_begunAt;
    mutable std::mutex m_mutex;
    std::optional<Answer> m_answer;
    UniqueFd m_readyFd;
};
}
