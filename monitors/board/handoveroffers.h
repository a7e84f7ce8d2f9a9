// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QMap>

#include <optional>

namespace Nightdesk
{
/// What other desks of the same people have connected, and which of them is offered here. Pure. Owned by HandoverReceiver.
class HandoverOffers
{
public:
    struct Offer {
        DeskName from;
        QStringList people;
        QByteArray state; ///< as the other desk sent it: not read yet
        QDateTime at; ///< UTC; when it was so, by that desk's clock
        bool operator==(const Offer &) const = default;
    };

    const std::optional<Offer> &currentOffer() const; ///< empty: there is nothing to offer

    // These say whether the offer changed.
    /// What another desk has now. Of several desks, the one that spoke last is offered.
    bool addOffer(const DeskName &from, const BoardWire::Layout &layout);
    /// It has nothing any more.
    bool withdraw(const DeskName &from);
    /// The connection to the broker is lost: what the others take back meanwhile is not heard. What they still have comes again
    /// with the next connection; what was declined stays so.
    bool disconnected();
    /// Other people, or the night is over.
    bool clear();
    /// Not now: not before that desk has something else.
    bool decline();
    /// Whether an offer may be shown: nothing is connected here, nor being connected.
    bool setFree(bool isFree);

private:
    struct Known {
        Offer offer;
        bool isDeclined = false;
        bool isCurrent = true; ///< heard over this connection
        quint64 arrival = 0;
    };
    bool choose();

    QMap<DeskName, Known> m_known;
    quint64 m_arrivals = 0;
    std::optional<Offer> m_offer;
    bool m_isFree = true;
};
}
