// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consolemove.h"

#include "app/connectflow.h"
#include "app/consolenight.h"
#include "app/deskpeople.h"
#include "app/facilitychoice.h"
#include "app/movestate.h"
#include "monitors/board/deskpost.h"
#include "sessions/desk/desk.h"
#include "sessions/links/link.h"
#include "widgets/moveoffer.h"

#include <QRandomGenerator>

#include <algorithm>
#include <iterator>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr auto latePause = 60s; // of several instruments one may need a password

DeskMove::Time now()
{
    return DeskMove::Time::clock::now();
}
}

ConsoleMove::ConsoleMove(const Console &console)
    : QObject(console.parent)
    , m_console(console)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_move.timeUp(now())) {
            showState();
        }
    });
    m_late.setSingleShot(true);
    m_late.setInterval(latePause);
    connect(&m_late, &QTimer::timeout, this, [this] {
        m_isLate = true;
        checkTaken();
    });
    connect(console.people, &DeskPeople::changed, this, &ConsoleMove::clear); // theirs come by themselves
    connect(console.post, &DeskPost::layoutTold, this, [this](const DeskName &from, const BoardWire::Layout &layout, bool isRetained) {
        if (m_move.take(from, layout, isRetained)) {
            showOffer();
        }
    });
    connect(console.post, &DeskPost::layoutWithdrawn, this, [this](const DeskName &from) {
        if (m_move.withdraw(from)) {
            showOffer();
        }
    });
    connect(console.post, &DeskPost::moveArrived, this, &ConsoleMove::arrived);
    connect(console.desk, &Desk::connectedChanged, this, [this](bool isConnected) {
        if (m_move.setFree(!isConnected)) {
            showOffer();
        }
        if (!isConnected) {
            checkTaken();
        }
    });
    connect(console.desk, &Desk::sessionAdded, this, [this](Session *session) {
        connect(session, &Session::stateChanged, this, &ConsoleMove::checkTaken, Qt::QueuedConnection);
    });
    // By then the post is open for telling, and what was asked one after the other has come to its end.
    connect(console.flow, &ConnectFlow::givenUp, this, &ConsoleMove::checkTaken, Qt::QueuedConnection);
    connect(console.flow, &ConnectFlow::stopped, this, &ConsoleMove::checkTaken, Qt::QueuedConnection);
    connect(console.desk, &Desk::profileConnected, this, &ConsoleMove::checkTaken, Qt::QueuedConnection);
    connect(console.offer, &MoveOffer::accepted, this, &ConsoleMove::accept);
    connect(console.offer, &MoveOffer::declined, this, [this] {
        m_move.decline();
        showOffer();
    });
    connect(console.offer, &MoveOffer::askedAgain, this, &ConsoleMove::ask);
    connect(console.offer, &MoveOffer::done, this, [this] {
        m_move.done();
        m_console.offer->hide();
    });
    m_move.setFree(!console.desk->isConnected());
}

const DeskMove &ConsoleMove::move() const
{
    return m_move;
}

void ConsoleMove::clear()
{
    m_move.clear();
    showOffer();
}

void ConsoleMove::arrived(const DeskName &from, const BoardWire::Move &move)
{
    if (m_move.answer(from, move)) {
        m_patience.stop();
        showState();
    }
}

void ConsoleMove::facilityRead()
{
    if (m_move.state() == DeskMove::State::Offered) {
        showOffer();
    }
}

void ConsoleMove::showOffer()
{
    if (m_move.state() != DeskMove::State::Offered) {
        m_console.offer->hide();
        return;
    }
    const DeskMove::Offer &offer = *m_move.offer();
    const Facility &facility = m_console.choice->facility();
    const auto state = MoveState::toTakeUp(offer.state, facility, m_console.choice->site());
    if (!state) {
        m_console.offer->hide(); // of a newer Nightdesk, or of instruments that are not known here
        return;
    }
    MoveOffer::Before before{offer.from, offer.people, {}, state->displayCount(), {}, true, offer.at};
    for (const NightProfile &profile : state->profiles) {
        before.instruments.append(profile.name.isEmpty() ? profile.id : profile.name);
    }
    before.stay = MoveState::titles(MoveState::staying(*state, facility), facility);
    m_console.offer->offer(before);
}

void ConsoleMove::accept()
{
    const auto state = m_move.offer() ? MoveState::toTakeUp(m_move.offer()->state, m_console.choice->facility(), m_console.choice->site()) : std::nullopt;
    if (!state || !m_move.accept()) {
        return;
    }
    const NightState here = MoveState::withPrograms(*state, m_console.choice->facility(), m_console.offer->startsPrograms());
    m_taken.clear();
    m_isLate = false;
    m_late.stop();
    for (const NightProfile &profile : here.profiles) {
        m_taken.append(profile.id);
    }
    showState();
    if (!m_console.night->takeUp(here)) {
        m_move.giveUp();
        showOffer();
    }
}

/// Something of it is on a screen here. That it was asked for is not enough: a login may fail.
bool ConsoleMove::isShown(const QString &profile) const
{
    const auto sessions = m_console.desk->sessions(profile);
    const bool isAnyWanted = std::ranges::any_of(sessions, [](const Session *session) {
        return session->state() != SessionState::Idle && session->state() != SessionState::Ended;
    });
    if (!isAnyWanted) {
        return std::ranges::any_of(m_console.desk->links(profile), &Link::isLive);
    }
    return std::ranges::any_of(sessions, [](const Session *session) {
        return session->state() == SessionState::Live;
    });
}

void ConsoleMove::checkTaken()
{
    if (m_move.state() != DeskMove::State::Connecting || !m_console.flow->wanted().isEmpty()) {
        return;
    }
    m_taken.removeIf([this](const QString &profile) {
        return !m_console.desk->isConnected(profile);
    });
    if (m_taken.isEmpty()) {
        m_move.giveUp();
        showOffer();
        return;
    }
    QStringList shown;
    std::ranges::copy_if(std::as_const(m_taken), std::back_inserter(shown), [this](const QString &profile) {
        return isShown(profile);
    });
    if (shown.isEmpty()) {
        m_isLate = false;
        m_late.stop();
    } else if (shown.size() == m_taken.size() || m_isLate) {
        m_taken = shown; // for what came
        ask();
    } else if (!m_late.isActive()) {
        m_late.start();
    }
}

void ConsoleMove::ask()
{
    const QString id = u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    if (!m_move.ask(id, now())) {
        return;
    }
    m_patience.start(DeskMove::patience);
    showState();
    const auto send = [this] {
        BoardWire::Move move;
        move.id = m_move.question();
        move.people = m_console.people->tonights();
        move.profiles = m_taken;
        move.number = m_move.number();
        return m_move.offer() && m_console.post->sendMove(m_move.offer()->from, move);
    };
    if (!send()) { // as soon as the broker is reached by the link of what was connected just now
        connect(
            m_console.post,
            &DeskPost::connected,
            this,
            [this, send] {
                if (m_move.state() == DeskMove::State::Asking) {
                    send();
                }
            },
            Qt::SingleShotConnection);
    }
}

void ConsoleMove::showState()
{
    m_console.offer->show(m_move.state(), m_move.reason());
}
}
