// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/brokerroute.h"

namespace Nightdesk
{
std::optional<BrokerSpec> BrokerRoute::broker(const Facility &facility)
{
    std::optional<BrokerSpec> broker = facility.broker;
    if (broker) {
        broker->place = {};
        broker->link.place = {};
    }
    return broker;
}

LinkSpec BrokerRoute::supportAstronomerLink(LinkSpec link)
{
    if (link.user.contains(u'{')) {
        link.user.clear();
    }
    return link;
}

}
