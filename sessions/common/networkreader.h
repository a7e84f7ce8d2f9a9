// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/networkstate.h"

#include <QByteArrayView>

#include <map>

namespace Nightdesk
{
/// Builds a NetworkState from the kernel's netlink messages (rtnetlink(7)), and decides which notifications require a new one.
/// Ignores IPv6's temporary and link-local addresses, renewed lifetimes, and the bridges and virtual interfaces
/// of containers, unless a default route leads through one. Pure: bytes in, requests out. Owned by NetworkWatch.
class NetworkReader
{
public:
    enum class Progress {
        Incomplete, ///< the reply is not complete
        ReadyForNextRequest, ///< the reply is complete: send the next request()
        Complete, ///< all replies are complete: see networkState()
        Restart, ///< the state changed meanwhile, or a reply is malformed: begin again
    };

    /// The next request to send to the kernel.
    QByteArray request() const;
    /// Adds a datagram of the kernel's reply.
    Progress addDatagram(QByteArrayView datagram);
    NetworkState networkState() const;

    /// Whether @p datagram (a notification of the kernel's multicast groups) may report a change of the state @p known.
    static bool containsChange(QByteArrayView datagram, const NetworkState &known);

private:
    struct NetworkInterface {
        bool isLoopback = false;
        bool isVirtual = false; ///< the interface is of a type that containers use
        bool hasCarrier = false;
    };
    /// The reading of the whole state (a "dump" in rtnetlink(7)) needs one request for each of these.
    enum class NetlinkDumpStage {
        Interfaces,
        Addresses,
        Routes,
        Done,
    };

    void read(quint16 type, QByteArrayView body);

    NetlinkDumpStage m_netlinkDumpStage = NetlinkDumpStage::Interfaces;
    bool m_wasNetlinkDumpInterrupted = false;
    std::map<int, NetworkInterface> m_interfaces;
    std::set<NetworkState::Address> m_addresses;
    std::set<NetworkState::Route> m_routes;
};
}
