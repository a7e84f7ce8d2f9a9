// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"
#include "monitors/board/handoveroffers.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
class Console;
class ConsoleNight;
class DeskPeople;
class DeskPost;
class HandoverOffer;

/// The desk that people come to: offers what their other desk has connected, connects the same on a click, and tells that desk of each
/// instrument once it is shown here. GUI thread. Owned by ConsoleBoard.
class HandoverReceiver : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    HandoverReceiver(Console &console, ConsoleNight *night, DeskPost *post, DeskPeople *people, QObject *parent);

    HandoverOffer *offerPage() const; ///< hidden until there is something to offer; of the console's window, which places it

    void facilityRead(); ///< what is offered may be known by another name
    void clear(); ///< nothing is offered any more: the night is over
    const HandoverOffers &offers() const;

private:
    void showOffer();
    void accept();
    void update();
    bool isShown(const QString &profile) const;
    void sendShown();
    void sendAgain(const BoardWire::Layout &layout);
    void peopleChanged(const QStringList &people);
    std::optional<NightState> received(const QByteArray &state) const;

    Console &m_console;
    ConsoleNight *const m_night;
    DeskPost *const m_post;
    DeskPeople *const m_deskPeople;
    HandoverOffer *const m_offer;
    HandoverOffers m_offers;
    DeskName m_from; ///< whose layout was accepted last
    QStringList m_accepted; ///< its profiles that are not shown here yet, or of which that desk was not reported yet
    QStringList m_sent; ///< its profiles of which that desk was told, if it was connected to the broker just then
    QStringList m_people; ///< whose arrangements are offered
};
}
