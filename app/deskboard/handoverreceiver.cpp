// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/handoverreceiver.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/night/handoverstate.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
HandoverReceiver::HandoverReceiver(Console &console, ConsoleNight *night, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_consoleNight(night)
    , m_messenger(messenger)
    , m_deskObserverNames(people)
    , m_offerBar(new HandoverOfferBar(console.window()))
{
    connect(people, &DeskObserverNames::peopleChanged, this, &HandoverReceiver::handlePeopleChanged);
    connect(messenger, &DeskMessenger::layoutPublished, this, [this](const DeskName &from, const BoardWire::Layout &layout) {
        if (m_receivedOffers.addOffer(from, layout)) {
            showOffer();
        }
        if (from == m_acceptedDesk) {
            resendTakeoverNotices(layout);
        }
    });
    connect(messenger, &DeskMessenger::layoutWithdrawn, this, [this](const DeskName &from) {
        if (m_receivedOffers.withdrawOffer(from)) {
            showOffer();
        }
        if (from == m_acceptedDesk) {
            // The other desk has disconnected everything, so this handover is complete. What it connects later is not part of it.
            m_reportedProfiles.clear();
        }
    });
    connect(messenger, &DeskMessenger::connected, this, &HandoverReceiver::reportShownProfiles);
    connect(messenger, &DeskMessenger::brokerStatusChanged, this, [this] {
        if (!m_messenger->isConnected() && m_receivedOffers.handleBrokerDisconnected()) {
            showOffer();
        }
    });
    connect(console.desk(), &Desk::connectedChanged, this, &HandoverReceiver::updateOffer);
    connect(console.desk(), &Desk::sessionAdded, this, [this](Session *session) {
        connect(session, &Session::stateChanged, this, &HandoverReceiver::reportShownProfiles, Qt::QueuedConnection);
    });
    connect(console.desk(), &Desk::linkAdded, this, [this](Link *link) {
        connect(link, &Link::stateChanged, this, &HandoverReceiver::reportShownProfiles, Qt::QueuedConnection);
    });
    connect(console.desk(), &Desk::profileConnected, this, &HandoverReceiver::reportShownProfiles, Qt::QueuedConnection);
    connect(console.desk(), &Desk::profileDisconnected, this, [this](const QString &profile) {
        if (!m_console.desk()->isReplacingProfiles(profile)) {
            m_profilesToReport.removeAll(profile);
            m_reportedProfiles.removeAll(profile);
        }
    });
    // Queued, so that updateOffer() runs after ConnectFlow has finished all its requests.
    connect(console.flow(), &ConnectFlow::requestsDropped, this, &HandoverReceiver::updateOffer, Qt::QueuedConnection);
    connect(console.flow(), &ConnectFlow::obstacleFound, this, &HandoverReceiver::updateOffer, Qt::QueuedConnection);
    connect(m_offerBar, &HandoverOfferBar::accepted, this, &HandoverReceiver::acceptOffer);
    connect(m_offerBar, &HandoverOfferBar::declined, this, [this] {
        m_receivedOffers.declineOffer();
        showOffer();
    });
    m_offeredObservers = people->tonightsPeople();
    m_receivedOffers.setOffersAllowed(!console.desk()->isConnected());
}

const HandoverOffers &HandoverReceiver::offers() const
{
    return m_receivedOffers;
}

HandoverOfferBar *HandoverReceiver::offerBar() const
{
    return m_offerBar;
}

void HandoverReceiver::removeAllOffers()
{
    m_receivedOffers.clear();
    showOffer();
}

void HandoverReceiver::handlePeopleChanged(const QStringList &people)
{
    // The key is the same if only the order or case of the names differs. The offers then stay, because the broker would not send them again.
    const BoardTopics topics(m_messenger->facility());
    if (topics.observersKey(std::exchange(m_offeredObservers, people)) != topics.observersKey(people)) {
        removeAllOffers();
    }
}

void HandoverReceiver::updateOffer()
{
    const bool isConnecting = !m_console.flow()->requestedProfile().isEmpty();
    // While one instrument of an accepted layout could not be connected, a question about the next one may be open.
    if (!m_console.desk()->isConnected() && !m_console.desk()->isReplacingProfiles() && !isConnecting) {
        m_profilesToReport.clear();
    }
    m_receivedOffers.setOffersAllowed(!m_console.desk()->isConnected() && !isConnecting);
    showOffer();
}

void HandoverReceiver::showOffer()
{
    const auto &offer = m_receivedOffers.currentOffer();
    const Facility &facility = m_console.facilityChoice()->facility();
    const auto state = offer ? parseReceivedState(offer->unparsedNightState) : std::nullopt;
    if (!state) {
        // There is no offer, or the offer cannot be used: it is from a newer Nightdesk, or for instruments that this facility does not have.
        m_offerBar->hide();
        return;
    }
    HandoverOfferBar::OtherDeskState otherDesk{offer->from, offer->people, {}, state->displayCount(), {}, offer->sentAt};
    for (const NightProfile &profile : state->profiles) {
        otherDesk.instruments.append(profile.name.isEmpty() ? profile.id : profile.name);
    }
    otherDesk.immovablePrograms = HandoverState::programTitles(HandoverState::immovablePrograms(*state, facility), facility);
    m_offerBar->showOffer(otherDesk);
}

void HandoverReceiver::acceptOffer()
{
    const auto &offer = m_receivedOffers.currentOffer();
    const auto state = offer ? parseReceivedState(offer->unparsedNightState) : std::nullopt;
    if (!state) {
        return;
    }
    const NightState here = HandoverState::withImmovablePrograms(*state, m_console.facilityChoice()->facility(), m_offerBar->isStartProgramsChecked());
    m_acceptedDesk = offer->from;
    m_profilesToReport.clear();
    m_reportedProfiles.clear();
    for (const NightProfile &profile : here.profiles) {
        m_profilesToReport.append(profile.id);
    }
    m_receivedOffers.setOffersAllowed(false);
    showOffer();
    if (!m_consoleNight->connectAndRestoreLayout(here)) {
        updateOffer();
    }
}

/// True: a display of the profile is live here. A requested connection is not enough, because a login may fail.
bool HandoverReceiver::isProfileShown(const QString &profile) const
{
    const auto sessions = m_console.desk()->sessions(profile);
    const bool isAnyWanted = std::ranges::any_of(sessions, [](const Session *session) {
        return session->state() != SessionState::Idle && session->state() != SessionState::Ended;
    });
    if (!isAnyWanted) {
        return std::ranges::any_of(m_console.desk()->links(profile), &Link::isLive);
    }
    return std::ranges::any_of(sessions, [](const Session *session) {
        return session->state() == SessionState::Live;
    });
}

void HandoverReceiver::reportShownProfiles()
{
    m_profilesToReport.removeIf([this](const QString &profile) {
        if (!m_console.desk()->isConnected(profile) || !isProfileShown(profile)) {
            return false;
        }
        // False: this desk is not connected to the broker; this function is called again when it is. True does not mean that the other desk
        // received the message, because it may not be connected.
        if (!m_messenger->sendTakeoverNotice(m_acceptedDesk, {.stamp = {}, .people = m_deskObserverNames->tonightsPeople(), .profiles = {profile}})) {
            return false;
        }
        m_reportedProfiles.append(profile);
        return true;
    });
}

/// Call when the other desk is known to be connected to the broker: sends it again the messages about profiles shown
/// here. The other desk may have missed them, because the broker does not retain them. It ignores messages that it knows.
void HandoverReceiver::resendTakeoverNotices(const BoardWire::Layout &layout)
{
    const auto there = parseReceivedState(layout.encodedNightState);
    // No message is sent about profiles that the other desk has disconnected meanwhile.
    m_reportedProfiles.removeIf([&there](const QString &profile) {
        return !there || std::ranges::find(there->profiles, profile, &NightProfile::id) == there->profiles.end();
    });
    m_profilesToReport += std::exchange(m_reportedProfiles, {});
    reportShownProfiles();
}

std::optional<NightState> HandoverReceiver::parseReceivedState(const QByteArray &state) const
{
    return HandoverState::parseReceivedState(state, m_console.facilityChoice()->facility(), m_console.facilityChoice()->site());
}
}
