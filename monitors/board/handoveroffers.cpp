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
    return m_currentOffer;
}

bool HandoverOffers::addOffer(const DeskName &from, const BoardWire::Layout &layout)
{
    const auto known = m_offersByDesk.constFind(from);
    if (known == m_offersByDesk.constEnd() && m_offersByDesk.size() >= maxDesks) {
        return false;
    }
    const bool isDeclined = known != m_offersByDesk.constEnd() && known->isDeclined && known->offer.unparsedNightState == layout.encodedNightState;
    m_offersByDesk.insert(from, {{from, layout.people, layout.encodedNightState, layout.stamp.sentAt}, isDeclined, true, ++m_lastArrivalNumber});
    return updateCurrentOffer();
}

bool HandoverOffers::withdrawOffer(const DeskName &from)
{
    return m_offersByDesk.remove(from) > 0 && updateCurrentOffer();
}

bool HandoverOffers::handleBrokerDisconnected()
{
    for (KnownOffer &known : m_offersByDesk) {
        known.isFromCurrentConnection = false;
    }
    return updateCurrentOffer();
}

bool HandoverOffers::clear()
{
    m_offersByDesk.clear();
    return updateCurrentOffer();
}

bool HandoverOffers::declineOffer()
{
    if (!m_currentOffer) {
        return false;
    }
    m_offersByDesk[m_currentOffer->from].isDeclined = true;
    return updateCurrentOffer();
}

bool HandoverOffers::setOffersAllowed(bool areAllowed)
{
    m_areOffersAllowed = areAllowed;
    return updateCurrentOffer();
}

bool HandoverOffers::updateCurrentOffer()
{
    const KnownOffer *newest = nullptr;
    for (const KnownOffer &known : std::as_const(m_offersByDesk)) {
        if (m_areOffersAllowed && known.isFromCurrentConnection && !known.isDeclined && !known.offer.unparsedNightState.isEmpty()
            && (!newest || known.arrivalNumber > newest->arrivalNumber)) {
            newest = &known;
        }
    }
    std::optional<Offer> best = newest ? std::optional(newest->offer) : std::nullopt;
    return std::exchange(m_currentOffer, best) != best;
}
}
