// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/handoveroffers.h"
#include "widgets/night/nightstate.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
class Console;
class ConsoleNight;
class DeskObserverNames;
class DeskMessenger;
class HandoverOfferBar;

/// A handover, at the desk where observers arrive. Offers what their other desk has connected, and connects the same on
/// a click. Notifies the other desk of each instrument as soon as it is shown here. GUI thread. Owned by ConsoleBoard.
class HandoverReceiver : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    HandoverReceiver(Console &console, ConsoleNight *night, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent);

    HandoverOfferBar *offerBar() const; ///< hidden while there is no offer; the console's window owns and places it

    void showOffer(); ///< call when the facility was read, too: the offered instruments may have other names
    void removeAllOffers(); ///< removes all offers: the night is over
    const HandoverOffers &offers() const;

private:
    void acceptOffer();
    void updateOffer();
    bool isProfileShown(const QString &profile) const;
    void reportShownProfiles();
    void resendTakeoverNotices(const BoardWire::Layout &layout);
    void handlePeopleChanged(const QStringList &people);
    std::optional<NightState> parseReceivedState(const QByteArray &state) const;

    Console &m_console;
    ConsoleNight *const m_consoleNight;
    DeskMessenger *const m_messenger;
    DeskObserverNames *const m_deskObserverNames;
    HandoverOfferBar *const m_offerBar;
    HandoverOffers m_receivedOffers;
    DeskName m_acceptedDesk; ///< the desk whose layout was accepted last
    QStringList m_profilesToReport; ///< profiles of m_acceptedDesk of which it was not yet told that they are shown here
    /// Profiles that were reported to m_acceptedDesk; it received the reports only if it was connected to the broker.
    QStringList m_reportedProfiles;
    QStringList m_offeredObservers; ///< names of the observers at this desk: layouts of the same observers at other desks are offered here
};
}
