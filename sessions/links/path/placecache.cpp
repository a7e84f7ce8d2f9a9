// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/placecache.h"

#include <algorithm>

namespace Nightdesk
{
HostAddressCache &HostAddressCache::instance()
{
    static HostAddressCache memory;
    return memory;
}

void HostAddressCache::rememberAddresses(const QString &place, const std::vector<SocketAddress> &addresses)
{
    const std::scoped_lock lock(m_mutex);
    m_factsByPlace[place].addresses = addresses;
}

std::vector<SocketAddress> HostAddressCache::addresses(const QString &place, AddressFamily family) const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<SocketAddress> wanted = m_factsByPlace.value(place).addresses;
    std::erase_if(wanted, [family](const SocketAddress &address) {
        return (family == AddressFamily::Inet && address.storage.ss_family != AF_INET)
            || (family == AddressFamily::Inet6 && address.storage.ss_family != AF_INET6);
    });
    return wanted;
}

void HostAddressCache::recordRoundTrip(const QString &place, std::chrono::microseconds roundTrip)
{
    const std::scoped_lock lock(m_mutex);
    m_factsByPlace[place].roundTrip = roundTrip;
}

std::optional<std::chrono::microseconds> HostAddressCache::roundTrip(const QString &place) const
{
    const std::scoped_lock lock(m_mutex);
    return m_factsByPlace.value(place).roundTrip;
}

void HostAddressCache::recordHostNotAnswering(const QString &place)
{
    using namespace std::chrono_literals;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_factsByPlace.find(place);
    if (found != m_factsByPlace.end() && found->roundTrip) {
        found->roundTrip = std::max<std::chrono::microseconds>(*found->roundTrip, 1s);
    }
}

void HostAddressCache::forgetAll()
{
    const std::scoped_lock lock(m_mutex);
    m_factsByPlace.clear();
}
}
