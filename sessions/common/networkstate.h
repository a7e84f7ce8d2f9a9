// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <compare>
#include <set>

namespace Nightdesk
{
/// The state of this computer's network that affects connections: its permanent addresses, its default routes, and which
/// interfaces have a carrier. A difference between two states means that old connections may be lost and new paths available.
struct NetworkState {
    struct Address {
        int networkInterface = 0; ///< index of the network interface
        QByteArray bytes;
        auto operator<=>(const Address &) const = default;
    };
    struct Route {
        int networkInterface = 0;
        int family = 0;
        quint32 table = 0;
        quint32 metric = 0;
        QByteArray gateway;
        auto operator<=>(const Route &) const = default;
    };
    std::set<Address> addresses;
    std::set<Route> defaultRoutes;
    std::set<int> interfaceIndices; ///< indices of the network interfaces that have an address or a default route
    std::set<int> interfaceIndicesWithCarrier; ///< indices of those interfaces whose cable is plugged in, or whose radio connection is established
    bool operator==(const NetworkState &) const = default;
};
}
