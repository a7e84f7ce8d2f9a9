// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/networkpicture.h"

#include <QByteArrayView>

#include <map>

namespace Nightdesk
{
/// Makes a NetworkPicture of what the kernel says over netlink (rtnetlink(7)), and tells which of its news are worth another.
/// Left out: IPv6's temporary and link-local addresses, what only has its lifetime renewed, and the bridges and cable ends
/// that containers come and go with, unless a default route leads through one. Pure: bytes in, requests out. Owned by NetworkWatch.
class NetworkReader
{
public:
    enum class Progress {
        More, ///< the answer goes on
        Ask, ///< it is complete: send request()
        Complete, ///< all were: see picture()
        Again, ///< it changed meanwhile, or makes no sense: begin again
    };

    /// What to ask the kernel next.
    QByteArray request() const;
    /// A datagram of its answer.
    Progress add(QByteArrayView datagram);
    NetworkPicture picture() const;

    /// Whether news (a datagram of the kernel's groups) may make the picture differ from @p known.
    static bool reportsChange(QByteArrayView datagram, const NetworkPicture &known);

private:
    struct Card {
        bool isLoopback = false;
        bool isVirtual = false; ///< of the kinds that containers use
        bool hasCarrier = false;
    };
    enum class Stage {
        Cards,
        Addresses,
        Routes,
        Done,
    };

    void read(quint16 type, QByteArrayView body);

    Stage m_stage = Stage::Cards;
    bool m_wasInterrupted = false;
    std::map<int, Card> m_cards;
    std::set<NetworkPicture::Address> m_addresses;
    std::set<NetworkPicture::Route> m_routes;
};
}
