// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <compare>
#include <set>

namespace Nightdesk
{
/// What of this computer's network its connections depend on: its lasting addresses, its default routes, and which of the
/// cards behind them have a carrier. When two pictures differ, old connections may be dead and new ways open.
struct NetworkPicture {
    struct Address {
        int card = 0; ///< the interface's index
        QByteArray bytes;
        auto operator<=>(const Address &) const = default;
    };
    struct Route {
        int card = 0;
        int family = 0;
        quint32 table = 0;
        quint32 metric = 0;
        QByteArray gateway;
        auto operator<=>(const Route &) const = default;
    };
    std::set<Address> addresses;
    std::set<Route> defaultRoutes;
    std::set<int> cards; ///< those of the above
    std::set<int> carriers; ///< those of them whose cable or radio link is up
    bool operator==(const NetworkPicture &) const = default;
};
}
