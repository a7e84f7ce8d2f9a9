// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consolemove.h"

#include "app/connectflow.h"
#include "app/consolenight.h"
#include "app/deskpeople.h"
#include "app/facilitychoice.h"
#include "app/movestate.h"
#include "monitors/board/deskpost.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/instrumentwording.h"
#include "widgets/letgobar.h"
#include "widgets/messagebar.h"
#include "widgets/moveoffer.h"
#include "widgets/nightsigns.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QEvent>
#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = BoardWire::Move::Kind;

namespace
{
constexpr auto tellPause = 5s; // dragging a split tells of every pixel

MoveRequest::Time now()
{
    return MoveRequest::Time::clock::now();
}
}

ConsoleMove::ConsoleMove(const Console &console)
    : QObject(console.parent)
    , m_console(console)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(tellPause);
    connect(&m_soon, &QTimer::timeout, this, &ConsoleMove::tellLayout);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_move.timeUp(now())) {
            showState();
        }
    });
    connect(console.night, &ConsoleNight::noted, this, &ConsoleMove::noted);
    connect(console.people, &DeskPeople::changed, this, &ConsoleMove::peopleChanged);
    connect(console.post, &DeskPost::connected, this, [this] {
        m_told.clear(); // the broker may have forgotten it
        tellLayout();
    });
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
    connect(console.desk, &Desk::profileDisconnected, this, [this](const QString &profile) {
        if (m_request.disconnected(profile)) {
            answer(MoveRequest::Answer::LetGo);
        }
    });
    connect(console.desk, &Desk::connectedChanged, this, [this](bool isConnected) {
        if (m_move.setFree(!isConnected)) {
            showOffer();
        }
    });
    connect(console.desk, &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::pressSent, this, &ConsoleMove::worked);
        }
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
    connect(console.letGo, &LetGoBar::answered, this, [this](bool letsGo) {
        answer(letsGo ? MoveRequest::Answer::LetGo : MoveRequest::Answer::Keep);
    });
    connect(console.letGo, &LetGoBar::over, this, [this] {
        answer(m_request.byItself());
    });
    m_move.setFree(!console.desk->isConnected());
    QCoreApplication::instance()->installEventFilter(this);
}

const DeskMove &ConsoleMove::move() const
{
    return m_move;
}

const MoveRequest &ConsoleMove::request() const
{
    return m_request;
}

bool ConsoleMove::eventFilter(QObject *watched, QEvent *event)
{
    // Keys and buttons of the windows of this console; what goes to desktops tells of itself as well.
    if ((event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress) && event->spontaneous() && watched->isWindowType()) {
        worked();
    }
    return QObject::eventFilter(watched, event);
}

void ConsoleMove::worked()
{
    m_request.worked(now());
    if (m_request.asked()) {
        m_console.letGo->setByItself(m_request.byItself());
    }
}

void ConsoleMove::noted(const std::optional<NightState> &state)
{
    if (!state) {
        return; // what was connected here until now is offered at the next desk all the same, until the night ends
    }
    m_state = state;
    if (m_told.isEmpty()) {
        tellLayout();
    } else if (!m_soon.isActive()) {
        m_soon.start();
    }
}

void ConsoleMove::tellLayout()
{
    const QStringList people = m_console.people->tonights();
    const QByteArray state = m_state && !people.isEmpty() ? MoveState::toTell(*m_state) : QByteArray();
    const QString key = m_console.post->personKey();
    if (!m_toldKey.isEmpty() && (state.isEmpty() || key != m_toldKey)) {
        if (!m_console.post->clearLayout(m_toldKey)) {
            return; // once it is connected again
        }
        m_toldKey.clear();
        m_told.clear();
    }
    if (state.isEmpty() || state == m_told) {
        return;
    }
    BoardWire::Layout layout;
    layout.people = people;
    layout.state = state;
    if (m_console.post->sendLayout(layout)) {
        m_told = state;
        m_toldKey = key;
    }
}

void ConsoleMove::peopleChanged()
{
    m_move.clear(); // theirs come by themselves
    showOffer();
    tellLayout();
}

void ConsoleMove::endNight()
{
    m_state.reset();
    m_soon.stop();
    m_move.clear();
    showOffer();
}

void ConsoleMove::facilityRead()
{
    if (m_move.state() == DeskMove::State::Offered) {
        showOffer();
    }
}

void ConsoleMove::arrived(const DeskName &from, const BoardWire::Move &move)
{
    if (move.kind != Kind::Ask) {
        if (m_move.answer(from, move)) {
            m_patience.stop();
            showState();
        }
        return;
    }
    QStringList here;
    for (const InstrumentProfile &profile : m_console.desk->profiles()) {
        here.append(profile.id);
    }
    const BoardTopics topics(m_console.post->facility());
    const QString ours = m_console.post->personKey();
    const bool isOurs = !ours.isEmpty() && topics.personKey(move.people) == ours;
    qCInfo(LogDesk) << from.text() << "asks to let go of" << move.profiles;
    const auto atOnce = m_request.ask(from, move, here, isOurs, now());
    if (atOnce) {
        reply(from, move.id, *atOnce == MoveRequest::Answer::LetGo ? Kind::Granted : Kind::Refused);
        return;
    }
    const MoveRequest::Asked &asked = *m_request.asked();
    LetGoBar::Question question{asked.by, m_console.people->tonights(), {}, 0, *m_request.dueAt()};
    for (const QString &id : asked.profiles) {
        question.instruments.append(InstrumentWording::name(m_console.desk->profile(id)));
        question.programs += static_cast<int>(std::ranges::count_if(m_console.desk->sessions(id), [](const Session *session) {
            return session->kind() == Session::Kind::Window && session->state() != SessionState::Idle && session->state() != SessionState::Ended;
        }));
    }
    m_console.letGo->setByItself(m_request.byItself());
    m_console.letGo->ask(question);
    if (m_console.signs) {
        m_console.signs->say(m_console.letGo->text()); // the console may be covered
    }
}

void ConsoleMove::answer(MoveRequest::Answer answer)
{
    const auto asked = m_request.finish();
    m_console.letGo->close();
    if (!asked) {
        return;
    }
    if (answer == MoveRequest::Answer::Keep) {
        reply(asked->by, asked->id, Kind::Refused);
        return;
    }
    QStringList names;
    for (const QString &profile : asked->profiles) {
        names.append(InstrumentWording::name(m_console.desk->profile(profile)));
    }
    // Before the last profile goes, and with it the way to the broker.
    reply(asked->by, asked->id, Kind::Granted);
    for (const QString &profile : asked->profiles) {
        m_console.desk->disconnectProfile(profile);
    }
    if (!names.isEmpty()) {
        m_console.message->inform(i18nc("@info instruments' names; a desk as in waimea/left; a time, UT",
                                        "%1 was disconnected here at %3 UT: you go on at %2.",
                                        InstrumentWording::list(names),
                                        asked->by.text(),
                                        QDateTime::currentDateTimeUtc().toString(u"HH:mm"_s)));
    }
}

void ConsoleMove::reply(const DeskName &to, const QString &id, Kind kind)
{
    BoardWire::Move move;
    move.kind = kind;
    move.id = id;
    move.people = m_console.people->tonights();
    m_console.post->sendMove(to, move);
    qCInfo(LogDesk) << to.text() << (kind == Kind::Granted ? "was told that this desk lets go" : "was told that this desk keeps what it has");
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
    for (const NightProfile &profile : here.profiles) {
        m_taken.append(profile.id);
    }
    showState();
    if (!m_console.night->takeUp(here)) {
        m_move.giveUp();
        showOffer();
    }
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
    } else {
        ask(); // for what came
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
    m_console.offer->show(m_move.state());
}
}
