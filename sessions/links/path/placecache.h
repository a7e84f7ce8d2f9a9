// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/path/socketaddress.h"

#include <QHash>

#include <chrono>
#include <mutex>
#include <optional>

namespace Nightdesk
{
/// The addresses and round trips of places that this process was connected to. With them, desks can reconnect while a name server fails but the
/// network works. Nothing is saved. Any thread. One per process.
class HostAddressCache
{
public:
    /// The instance of this process.
    static HostAddressCache &instance();

    /// Called when a connection succeeded: all addresses of @p place ("host:port"), beginning with the one that answered.
    void rememberAddresses(const QString &place, const std::vector<SocketAddress> &addresses);
    /// The addresses of the last connection that belong to @p family; empty: there was none.
    std::vector<SocketAddress> addresses(const QString &place, AddressFamily family) const;

    void recordRoundTrip(const QString &place, std::chrono::microseconds roundTrip);
    std::optional<std::chrono::microseconds> roundTrip(const QString &place) const;
    /// Records that the place did not answer for long. Its path may have become longer (a satellite, a queue of
    /// seconds), and attempts that are abandoned after the old limit would never be answered. From now on its round
    /// trip counts as at least 1 s. With more than that, an attempt could last longer than 3 s, and the three attempts
    /// at a time would begin less often than once a second.
    void recordHostNotAnswering(const QString &place);

    void forgetAll();

private:
    struct HostFacts {
        std::vector<SocketAddress> addresses;
        std::optional<std::chrono::microseconds> roundTrip;
    };
    mutable std::mutex m_mutex;
    QHash<QString, HostFacts> m_factsByPlace;
};
}
