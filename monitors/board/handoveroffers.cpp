// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/handoveroffers.h"

#include <utility>

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxDesks = 16; // limit of desks per group of observers
}

const std::optional<HandoverOffers::Offer> &HandoverOffers::currentOffer() const
{
    return m_offer;
}

bool HandoverOffers::addOffer(const DeskName &from, const BoardWire::Layout &layout)
{
    const auto known = m_known.constFind(from);
    if (known == m_known.constEnd() && m_known.size() >= maxDesks) {
        return false;
    }
    const bool isDeclined = known != m_known.constEnd() && known->isDeclined && known->offer.state == layout.state;
    m_known.insert(from, {{from, layout.people, layout.state, layout.stamp.at}, isDeclined, true, ++m_arrivals});
    return choose();
}

bool HandoverOffers::withdraw(const DeskName &from)
{
    return m_known.remove(from) > 0 && choose();
}

bool HandoverOffers::disconnected()
{
    for (Known &known : m_known) {
        known.isCurrent = false;
    }
    return choose();
}

bool HandoverOffers::clear()
{
    m_known.clear();
    return choose();
}

bool HandoverOffers::decline()
{
    if (!m_offer) {
        return false;
    }
    m_known[m_offer->from].isDeclined = true;
    return choose();
}

bool HandoverOffers::setFree(bool isFree)
{
    m_isFree = isFree;
    return choose();
}

bool HandoverOffers::choose()
{
    const Known *newest = nullptr;
    for (const Known &known : std::as_const(m_known)) {
        if (m_isFree && known.isCurrent && !known.isDeclined && !known.offer.state.isEmpty() && (!newest || known.arrival > newest->arrival)) {
            newest = &known;
        }
    }
    std::optional<Offer> best = newest ? std::optional(newest->offer) : std::nullopt;
    return std::exchange(m_offer, best) != best;
}
}
