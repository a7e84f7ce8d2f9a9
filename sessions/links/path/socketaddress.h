// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>
#include <QString>

#include <sys/socket.h>

#include <expected>
#include <vector>

namespace Nightdesk
{
/// An address with its port, as the system calls use it. A value.
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;

    QString numericHost() const; ///< the IP address in digits, without the port
    bool operator==(const SocketAddress &other) const;
};

/// Which address families to try (ssh_config's AddressFamily).
enum class AddressFamily {
    Any,
    Inet,
    Inet6
};

/// Alternates IPv6 and IPv4, each in the given order (RFC 8305 section 4).
std::vector<SocketAddress> alternateFamilies(const std::vector<SocketAddress> &addresses);

/// A non-blocking socket that is connected to the Unix socket @p path. Never waits. The error is an errno, for example EAGAIN if the server's queue is full.
std::expected<UniqueFd, int> connectToUnixSocket(const QByteArray &path);
}
