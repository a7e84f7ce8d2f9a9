// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consoleletgo.h"

#include "app/consolenight.h"
#include "app/deskpeople.h"
#include "app/movestate.h"
#include "monitors/board/deskpost.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/instrumentwording.h"
#include "widgets/letgobar.h"
#include "widgets/messagebar.h"
#include "widgets/nightsigns.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QEvent>
#include <QRandomGenerator>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = BoardWire::Move::Kind;

namespace
{
constexpr auto tellPause = 5s; // dragging a split tells of every pixel
constexpr auto idlePause = 2s;

MoveRequest::Time now()
{
    return MoveRequest::Time::clock::now();
}

QString newNumber()
{
    return u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
}
}

ConsoleLetGo::ConsoleLetGo(const Console &console)
    : QObject(console.parent)
    , m_console(console)
    , m_number(newNumber())
    , m_idle(console.idle)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(tellPause);
    connect(&m_soon, &QTimer::timeout, this, &ConsoleLetGo::tellLayout);
    m_askIdle.setInterval(idlePause);
    connect(&m_askIdle, &QTimer::timeout, &m_idle, &XIdle::read);
    connect(&m_idle, &XIdle::told, this, [this](XIdle::Time idle) {
        m_request.setIdle(idle);
        m_console.bar->setByItself(m_request.byItself());
    });
    connect(console.night, &ConsoleNight::noted, this, &ConsoleLetGo::noted);
    connect(console.people, &DeskPeople::changed, this, &ConsoleLetGo::tellLayout);
    connect(console.post, &DeskPost::connected, this, [this] {
        m_told = {}; // the broker may have forgotten it
        tellLayout();
    });
    connect(console.post, &DeskPost::moveArrived, this, &ConsoleLetGo::arrived);
    // Before the last one goes, and with it the way to the broker. What comes back itself is still asked for.
    connect(console.desk, &Desk::profileAboutToGo, this, [this](const QString &profile) {
        if (!m_console.desk->isRenewing(profile) && m_request.disconnected(profile)) {
            answer(MoveRequest::Answer::LetGo, MoveRequest::By::Gone, {profile});
        }
    });
    connect(console.desk, &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::pressSent, this, &ConsoleLetGo::worked);
        }
    });
    connect(console.bar, &LetGoBar::answered, this, [this](bool letsGo) {
        answer(letsGo ? MoveRequest::Answer::LetGo : MoveRequest::Answer::Keep, MoveRequest::By::Person);
    });
    connect(console.bar, &LetGoBar::over, this, [this] {
        answer(m_request.byItself(), MoveRequest::By::Itself);
    });
    QCoreApplication::instance()->installEventFilter(this);
}

bool ConsoleLetGo::eventFilter(QObject *watched, QEvent *event)
{
    // Keys and buttons of the windows of this console; what goes to desktops tells of itself as well.
    if ((event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress) && event->spontaneous() && watched->isWindowType()) {
        worked();
    }
    return QObject::eventFilter(watched, event);
}

void ConsoleLetGo::worked()
{
    m_request.worked(now());
    if (m_request.asked()) {
        m_console.bar->setByItself(m_request.byItself());
    }
}

void ConsoleLetGo::noted(const std::optional<NightState> &state)
{
    if (!state) {
        return; // what was connected here until now is offered at the next desk all the same, until the night ends
    }
    m_state = state;
    m_until = {};
    if (m_told.state.isEmpty()) {
        tellLayout();
    } else if (!m_soon.isActive()) {
        m_soon.start();
    }
}

void ConsoleLetGo::tellLayout()
{
    const QStringList people = m_console.people->tonights();
    const QByteArray state = m_state && !people.isEmpty() ? MoveState::toTell(*m_state) : QByteArray();
    const QString key = m_console.post->personKey();
    if (!m_toldKey.isEmpty() && (state.isEmpty() || key != m_toldKey)) {
        if (!m_console.post->clearLayout(m_toldKey)) {
            return; // once it is connected again
        }
        m_toldKey.clear();
        m_told = {};
    }
    Told told{state, m_until, m_number, {}};
    for (const NightProfile &profile : m_state ? m_state->profiles : QList<NightProfile>()) {
        told.profiles.append(profile.id);
    }
    if (state.isEmpty() || told == m_told) {
        return;
    }
    BoardWire::Layout layout;
    layout.people = people;
    layout.state = state;
    layout.until = m_until;
    layout.number = m_number;
    if (m_console.post->sendLayout(layout)) {
        m_told = told;
        m_toldKey = key;
    }
}

void ConsoleLetGo::endNight()
{
    m_state.reset();
    m_soon.stop();
}

void ConsoleLetGo::beginNight()
{
    m_request.beginNight();
}

void ConsoleLetGo::leave()
{
    if (m_state && !m_until.isValid()) {
        m_until = QDateTime::currentDateTimeUtc();
        tellLayout();
    }
}

bool ConsoleLetGo::isLettingGo() const
{
    return m_isLettingGo;
}

void ConsoleLetGo::arrived(const DeskName &from, const BoardWire::Move &move)
{
    if (move.kind != Kind::Ask) {
        return;
    }
    const BoardTopics topics(m_console.post->facility());
    const QString ours = m_console.post->personKey();
    MoveRequest::Here here{.profiles = {},
                           .isOurs = !ours.isEmpty() && topics.personKey(move.people) == ours,
                           .hasPrograms = false,
                           .number = m_toldKey == ours ? m_told.number : QString(),
                           .offered = m_told.profiles};
    for (const InstrumentProfile &profile : m_console.desk->profiles()) {
        here.profiles.append(profile.id);
        here.hasPrograms |= programs(profile.id) > 0;
    }
    qCInfo(LogDesk) << from.text() << "asks to let go of" << move.profiles;
    const auto atOnce = m_request.ask(from, move, here, now());
    if (atOnce) {
        const bool letsGo = *atOnce == MoveRequest::Answer::LetGo;
        reply(from, move.id, letsGo ? Kind::Granted : Kind::Refused, letsGo ? BoardWire::Move::Reason::None : m_request.reason());
        return;
    }
    m_idle.read();
    m_askIdle.start();
    const MoveRequest::Asked &asked = *m_request.asked();
    LetGoBar::Question question{asked.by, m_console.people->tonights(), {}, 0, *m_request.dueAt()};
    for (const QString &id : asked.profiles) {
        question.instruments.append(InstrumentWording::name(m_console.desk->profile(id)));
        question.programs += programs(id);
    }
    m_console.bar->setByItself(m_request.byItself());
    m_console.bar->ask(question);
    if (m_console.signs) {
        m_console.signs->say(m_console.bar->text()); // the console may be covered
    }
}

/// X programs and outside viewers of a profile that would end with it.
int ConsoleLetGo::programs(const QString &profile) const
{
    return static_cast<int>(std::ranges::count_if(m_console.desk->sessions(profile), [](const Session *session) {
        return session->kind() == Session::Kind::Window && session->state() != SessionState::Idle && session->state() != SessionState::Failed
            && session->state() != SessionState::Ended;
    }));
}

/// @p going: what goes by itself.
void ConsoleLetGo::answer(MoveRequest::Answer answer, MoveRequest::By by, const QStringList &going)
{
    const auto asked = m_request.finish(answer, by, now());
    m_console.bar->close();
    m_askIdle.stop();
    if (!asked) {
        return;
    }
    m_number = newNumber(); // it was for one question
    if (answer == MoveRequest::Answer::Keep) {
        tellLayout();
        reply(asked->by, asked->id, Kind::Refused, by == MoveRequest::By::Person ? BoardWire::Move::Reason::Person : BoardWire::Move::Reason::Unanswered);
        return;
    }
    const bool isAll = std::ranges::all_of(m_console.desk->profiles(), [&](const InstrumentProfile &profile) {
        return asked->profiles.contains(profile.id) || going.contains(profile.id);
    });
    if (isAll) {
        m_state.reset(); // it is at the other desk now
    }
    tellLayout();
    QStringList names;
    for (const QString &profile : asked->profiles) {
        names.append(InstrumentWording::name(m_console.desk->profile(profile)));
    }
    // Before the last profile goes, and with it the way to the broker.
    reply(asked->by, asked->id, Kind::Granted);
    m_isLettingGo = true;
    for (const QString &profile : asked->profiles) {
        m_console.desk->disconnectProfile(profile);
    }
    m_isLettingGo = false;
    if (isAll) {
        m_state.reset(); // noted anew between two of them
    }
    if (!names.isEmpty()) {
        m_console.message->inform(i18nc("@info instruments' names; a desk as in waimea/left; a time, UT",
                                        "%1 was disconnected here at %3 UT: you go on at %2.",
                                        InstrumentWording::list(names),
                                        asked->by.text(),
                                        QDateTime::currentDateTimeUtc().toString(u"HH:mm"_s)));
    }
}

void ConsoleLetGo::reply(const DeskName &to, const QString &id, Kind kind, BoardWire::Move::Reason reason)
{
    BoardWire::Move move;
    move.kind = kind;
    move.id = id;
    move.people = m_console.people->tonights();
    move.reason = reason;
    m_console.post->sendMove(to, move);
    qCInfo(LogDesk) << to.text() << (kind == Kind::Granted ? "was told that this desk lets go" : "was told that this desk keeps what it has");
}
}
