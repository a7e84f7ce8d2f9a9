// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QMap>

#include <optional>

namespace Nightdesk
{
/// What other desks of the same observers have connected, and which of these desks is offered here. Pure. Owned by HandoverReceiver.
class HandoverOffers
{
public:
    struct Offer {
        DeskName from;
        QStringList people;
        QByteArray unparsedNightState; ///< the other desk's state as received, not parsed
        QDateTime sentAt; ///< when the other desk sent its state: UTC by that desk's clock
        bool operator==(const Offer &) const = default;
    };

    const std::optional<Offer> &currentOffer() const; ///< the offer to show; empty: there is nothing to offer

    // All functions that change something return true if currentOffer() changed.
    /// Stores the layout that another desk published. If several desks have published one, the last of them is offered.
    bool addOffer(const DeskName &from, const BoardWire::Layout &layout);
    /// The desk @p from has nothing to offer any more.
    bool withdrawOffer(const DeskName &from);
    /// The connection to the broker is lost, so withdrawals by other desks are missed. Their current offers arrive again
    /// after the next connection; a declined offer stays declined.
    bool handleBrokerDisconnected();
    /// Discards all offers, because the observers changed or the night ended.
    bool clear();
    /// Hides the current offer until that desk publishes a different one.
    bool declineOffer();
    /// @p areAllowed: nothing is connected or connecting here, so an offer may be shown.
    bool setOffersAllowed(bool areAllowed);

private:
    struct KnownOffer {
        Offer offer;
        bool isDeclined = false;
        bool isFromCurrentConnection = true; ///< the offer was received during the current connection to the broker
        quint64 arrivalNumber = 0;
    };
    bool updateCurrentOffer();

    QMap<DeskName, KnownOffer> m_offersByDesk;
    quint64 m_lastArrivalNumber = 0;
    std::optional<Offer> m_currentOffer;
    bool m_areOffersAllowed = true;
};
}
