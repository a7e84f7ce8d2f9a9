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
/// What this process has learnt of the places it was connected to: where they were and how far away. A name server that
/// fails in the middle of the night keeps no desk down whose network works. Nothing is saved. Any thread. One per process.
class PlaceMemory
{
public:
    /// The process's own.
    static PlaceMemory &instance();

    /// A connection came about: all addresses of @p place ("host:port"), the one that answered first.
    void rememberAddress(const QString &place, const std::vector<SocketAddress> &addresses);
    /// Of the last connection, those of @p family; empty: there was none.
    std::vector<SocketAddress> addresses(const QString &place, AddressFamily family) const;

    void measured(const QString &place, std::chrono::microseconds roundTrip);
    std::optional<std::chrono::microseconds> roundTrip(const QString &place) const;
    /// Nobody answered for long: the way there may have become a longer one (a satellite, a queue of seconds), and connection attempts given
    /// up in its old time would never be answered. It is taken for a second away, the farthest at which three connection attempts at a
    /// time still are one a second.
    void wasSilent(const QString &place);

    void forgetAll();

private:
    struct Place {
        std::vector<SocketAddress> addresses;
        std::optional<std::chrono::microseconds> roundTrip;
    };
    mutable std::mutex m_mutex;
    QHash<QString, Place> m_places;
};
}
