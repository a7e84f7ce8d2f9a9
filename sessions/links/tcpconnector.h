// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/common/uniquefd.h"
#include "sessions/links/linkcontrol.h"

#include <sys/socket.h>

#include <chrono>
#include <expected>
#include <functional>
#include <vector>

namespace Nightdesk
{
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;
};

struct TcpConnection {
    UniqueFd fd; ///< connected, non-blocking, TCP_NODELAY
    QString address; ///< the peer's, numeric
    std::chrono::milliseconds resolving{};
    std::chrono::milliseconds connecting{};
};

/// Which address families to try (ssh_config's AddressFamily).
enum class AddressFamily {
    Any,
    Inet,
    Inet6
};

/// Looks a name up and connects, on the link's thread, and gives up at once when its LinkControl is stopped: getaddrinfo
/// cannot be cancelled, so it runs on a thread of its own that is left behind with everything it owns. Addresses are tried
/// 250 ms apart (or at once after a failure), families in turn, each for at most 10 s; the first that answers wins.
class TcpConnector
{
public:
    /// Fills in the addresses and returns 0, or an EAI_ code. Runs on its own thread.
    using Resolver = std::function<int(const QByteArray &host, const QByteArray &port, AddressFamily family, std::vector<SocketAddress> &addresses)>;

    explicit TcpConnector(LinkControl &control);

    /// An empty optional as the error: stopped. @p connecting is called when the name is known.
    std::expected<TcpConnection, std::optional<Failure>>
    connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &connecting);

    /// For tests of a resolver that hangs; an empty function brings back the system's.
    static void setResolver(const Resolver &resolver);

private:
    std::expected<std::vector<SocketAddress>, std::optional<Failure>> resolve(const QString &host, quint16 port, AddressFamily family);

    LinkControl &m_control;
};
}
