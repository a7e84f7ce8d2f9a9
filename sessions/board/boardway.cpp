// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/boardway.h"

#include "sessions/broker/linkbrokerway.h"
#include "sessions/broker/tlsbrokerway.h"

namespace Nightdesk
{
std::optional<BrokerSpec> BoardWay::broker(const Facility &facility)
{
    std::optional<BrokerSpec> broker = facility.broker;
    if (broker) {
        broker->place = {};
        if (broker->link) {
            broker->link->place = {};
        }
    }
    return broker;
}

LinkSpec BoardWay::ownLink(LinkSpec link)
{
    if (link.user.contains(u'{')) {
        link.user.clear();
    }
    return link;
}

std::unique_ptr<BrokerWay> BoardWay::make(const BrokerSpec &spec, Link *link)
{
    if (!link) {
        return std::make_unique<TlsBrokerWay>(spec);
    }
    return std::make_unique<LinkBrokerWay>(link, spec);
}
}
