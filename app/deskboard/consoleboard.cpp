// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consoleboard.h"

#include "app/console/console.h"
#include "app/deskboard/boardmenu.h"
#include "app/deskboard/consolecall.h"
#include "app/deskboard/consolenotes.h"
#include "app/deskboard/deskpeople.h"
#include "app/deskboard/handovergiver.h"
#include "app/deskboard/handoverreceiver.h"
#include "app/deskboard/keptevents.h"
#include "app/deskboard/sharedstatus.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskpost.h"
#include "monitors/board/deskreporter.h"
#include "monitors/board/deskwatchers.h"
#include "sessions/board/boardaccess.h"
#include "sessions/board/boardlink.h"
#include "sessions/broker/linkbrokertransport.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/linklinger.h"
#include "widgets/board/boardline.h"
#include "widgets/board/handoverbar.h"
#include "widgets/board/handoveroffer.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/view/nightindicators.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonObject>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleBoard::ConsoleBoard(Console &console, ConsoleNight *night, const QString &credentials)
    : QObject(&console)
    , m_console(console)
    , m_line(new BoardLine(console.window()))
    , m_access(new BoardAccess(BrokerRole::Desk, credentials, this))
    , m_link(new BoardLink(console.desk(), this))
    , m_reporter(new DeskReporter(console.desk(), this))
    , m_post(new DeskPost({[this] {
                               return m_reporter->figures();
                           },
                           [this] {
                               return m_reporter->history();
                           }},
                          this))
    , m_people(new DeskPeople(console.window()))
    , m_watchers(std::make_unique<DeskWatchers>())
{
    // Connected before the objects below are created: m_post must have the new names before these objects read them
    // from it.
    connect(m_people, &DeskPeople::changed, this, [this](const QStringList &people) {
        m_reporter->setPeople(people);
        m_post->setPeople(people);
        follow();
    });
    m_notes = new ConsoleNotes(console, m_post, m_people, this);
    m_call = new ConsoleCall(console, m_post, m_people, this);
    m_sharedStatus = new SharedStatus(console, m_access, m_post, m_people, this);
    m_receiver = new HandoverReceiver(console, night, m_post, m_people, this);
    m_giver = new HandoverGiver(console, night, m_post, m_people, this);
    m_menu = new BoardMenu(console.actions(), console.indicators(), this);
    connect(m_reporter, &DeskReporter::stateChanged, m_post, &DeskPost::stateChanged);
    connect(m_reporter, &DeskReporter::historyChanged, this, [this] {
        if (const QString desk = keptAs(); !desk.isEmpty()) {
            KeptEvents::keep(desk, m_reporter->history());
        }
        m_post->historyChanged();
    });

    connect(console.choice(), &FacilityChoice::facilityRead, this, [this](const Facility &facility) {
        m_people->setTimezone(facility.timezone);
        m_access->setFacility(facility);
        follow(); // a profile that was approved just now may allow the connection
        m_receiver->facilityRead();
    });
    connect(m_access, &BoardAccess::changed, this, &ConsoleBoard::follow);
    connect(console.desk(), &Desk::connectedChanged, this, &ConsoleBoard::follow);
    connect(console.desk(), &Desk::profileAboutToGo, this, [this] {
        if (m_console.desk()->profiles().size() == 1) {
            sendGoodbye(); // sent before the last profile's links are closed
        }
    });
    connect(m_link, &BoardLink::aboutToChange, this, [this] {
        m_post->setTransport(nullptr);
    });
    connect(m_link, &BoardLink::changed, this, &ConsoleBoard::setTransport);
    connect(m_link, &BoardLink::needsPersonChanged, this, &ConsoleBoard::refresh);
    connect(m_link, &BoardLink::asking, console.questions(), qOverload<Link *>(&Questions::watch));
    connect(m_link, &BoardLink::askedEnough, console.questions(), &Questions::unwatch);
    connect(m_post, &DeskPost::brokerChanged, this, [this] {
        followBroker();
        refresh();
    });
    connect(m_post, &DeskPost::saPresence, this, [this](const QString &sa, const BoardWire::Presence &presence) {
        if (m_watchers->applyMessage(sa, presence)) {
            refresh();
        }
    });
    connect(m_post, &DeskPost::watched, this, [this](const QString &sa, const BoardWire::Watching &watching) {
        if (m_watchers->applyMessage(sa, watching)) {
            refresh();
        }
    });
    connect(m_post, &DeskPost::saLeft, this, [this](const QString &sa, const QString &run) {
        if (m_watchers->leave(sa, run)) {
            refresh();
        }
    });
    connect(m_post, &DeskPost::unwatched, this, [this](const QString &sa, const QString &run) {
        if (m_watchers->withdraw(sa, run)) {
            refresh();
        }
    });
    connect(m_notes, &ConsoleNotes::changed, this, &ConsoleBoard::refresh);
    connect(m_call, &ConsoleCall::changed, this, &ConsoleBoard::refresh);
    connect(night, &ConsoleNight::newNight, this, &ConsoleBoard::beginNight);
    connect(night, &ConsoleNight::ending, this, [this] {
        m_call->end();
        m_giver->withdrawOffer();
        m_receiver->clear();
        m_people->endNight(); // called while the broker is still connected
    });
    connect(night, &ConsoleNight::ended, this, &ConsoleBoard::beginNight);
    connect(m_line, &BoardLine::detailsRequested, m_sharedStatus, &SharedStatus::showDialog);
    connect(m_line, &BoardLine::notesRequested, m_notes, &ConsoleNotes::showDialog);
    connect(m_line, &BoardLine::callRequested, m_call, &ConsoleCall::showDialog);
    connect(m_line, &BoardLine::loginRequested, m_link, &BoardLink::login);
    connect(m_menu, &BoardMenu::callRequested, m_call, &ConsoleCall::showDialog);
    connect(m_menu, &BoardMenu::notesRequested, m_notes, &ConsoleNotes::showDialog);
    connect(m_menu, &BoardMenu::peopleRequested, m_people, &DeskPeople::showDialog);
    connect(m_menu, &BoardMenu::sharedStatusRequested, m_sharedStatus, &SharedStatus::showDialog);
    connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &ConsoleBoard::leave);
    const QStringList people = m_people->tonights();
    m_reporter->setPeople(people);
    m_post->setPeople(people);
    follow();
}

ConsoleBoard::~ConsoleBoard()
{
    m_post->disconnect(this);
    m_post->blockSignals(true);
    m_post->close(); // closed explicitly: its last message needs m_reporter, which would be deleted before m_post
}

/// True: the user approved a profile of this facility in its present version. Only then is a login at the broker's host allowed.
bool ConsoleBoard::isAgreed() const
{
    if (!m_access->broker()) {
        return true;
    }
    const bool isConnected = m_console.desk()->isConnected();
    const auto &trust = m_console.choice()->facility().trust;
    return std::ranges::any_of(trust.asKeyValueRange(), [&](const auto &entry) {
        const TrustVerdict::State state = entry.second.state;
        return (state == TrustVerdict::State::Agreed || state == TrustVerdict::State::Administrator)
            && (!isConnected || m_console.desk()->isConnected(entry.first));
    });
}

/// Connects or disconnects as now needed. The desk publishes its state while an instrument is connected. Otherwise it
/// only listens, if observers entered their names: the layout of the same observers at another desk is offered here.
void ConsoleBoard::follow()
{
    const bool isConnected = m_console.desk()->isConnected();
    if (m_access->broker()) {
        // Called while the broker to which the call was sent is still connected.
        m_call->endElsewhere(m_access->broker()->id);
    }
    const bool isNeeded = m_access->isOfBroker() && isAgreed() && (isConnected || !m_people->tonights().isEmpty());
    handle(isNeeded ? BoardNeedEvent::Needed : BoardNeedEvent::NotNeeded);
    if (m_need != BoardNeed::Needed) {
        m_post->close();
        gather(m_access->isOfBroker()); // after close(), because its last message uses the gathered figures
        m_link->release();
        m_wayOf.reset();
        m_post->setTransport(nullptr);
        m_watchers->clear();
        handle(BoardLossEvent::Released);
        refresh();
        return;
    }
    gather(true); // before open(), because its first message uses the gathered figures
    m_post->open(*m_access->credential(), isConnected ? DeskPost::Mode::Publishing : DeskPost::Mode::Listening);
    m_link->requestLink(m_access->broker()->link);
    if (m_wayOf != m_access->broker()) {
        setTransport();
    }
    refresh();
}

/// Starts or stops gathering figures. At the start, restores the stored events of this night: of an earlier console, or
/// of the time before everything was disconnected.
void ConsoleBoard::gather(bool isGathering)
{
    const bool begins = isGathering && !m_reporter->isGatheringFigures();
    m_reporter->setGatheringFigures(isGathering);
    if (const QString desk = keptAs(); begins && !desk.isEmpty()) {
        m_reporter->restore(KeptEvents::of(desk, m_people->timezone()));
    }
}

/// The settings key under which the desk's events are stored: the broker and this desk's name there. Empty: no broker.
QString ConsoleBoard::keptAs() const
{
    return m_access->isOfBroker() ? m_access->broker()->id + u' ' + m_access->credential()->name : QString();
}

void ConsoleBoard::sendGoodbye()
{
    if (m_post->mode() == DeskPost::Mode::Off) {
        return;
    }
    m_giver->withdrawOffer();
    // The observers leave, so their call is canceled. Not so if they continue at another desk, reconnect, or leave
    // programs running.
    if (!m_giver->isHandingOver() && !m_console.desk()->isRenewing() && !m_console.desk()->leavesPrograms()) {
        m_call->leave();
    }
    if (Link *link = m_link->link(); link && !m_link->isOwn()) {
        connect(m_post, &DeskPost::left, new LinkLinger(link), &QObject::deleteLater);
    }
    m_post->close();
}

void ConsoleBoard::setTransport()
{
    if (m_need != BoardNeed::Needed || !m_access->broker()) {
        return;
    }
    const BrokerSpec &broker = *m_access->broker();
    if (Link *link = m_link->link()) {
        m_post->setTransport(std::make_unique<LinkBrokerTransport>(link, broker));
    }
    m_wayOf = broker;
    refresh();
}

void ConsoleBoard::beginNight()
{
    m_people->lookUpPeople();
    m_reporter->beginNight();
    m_notes->beginNight();
    m_post->forgetPublished();
}

void ConsoleBoard::followBroker()
{
    const BrokerState state = m_post->client().state();
    if (state == BrokerState::Connected) {
        handle(BoardLossEvent::Connected);
        return;
    }
    if (m_post->mode() == DeskPost::Mode::Off || state == BrokerState::Connecting) {
        return;
    }
    if (m_post->mode() != DeskPost::Mode::Publishing || (state != BrokerState::Refused && state != BrokerState::Retrying)) {
        handle(BoardLossEvent::LostUnmissed);
    } else {
        handle(state == BrokerState::Refused ? BoardLossEvent::Refused : BoardLossEvent::Lost);
    }
}

void ConsoleBoard::handle(BoardNeedEvent event)
{
    m_need = nextState(m_need, event).value_or(m_need);
}

void ConsoleBoard::handle(BoardLossEvent event)
{
    const auto next = nextState(m_loss, event);
    if (!next) {
        return;
    }
    if (std::exchange(m_loss, *next) == BoardLoss::Connected) {
        m_watchers->clear();
    }
    if (m_loss == BoardLoss::Shown) {
        showLoss(event == BoardLossEvent::Refused);
    }
}

void ConsoleBoard::showLoss(bool isRefused)
{
    m_console.message()->showWarningIfFree(isRefused ? i18nc("@info the status board of all workstations",
                                                             "The message broker refused this workstation, so the status board does not show it. Connections "
                                                             "are not affected; contact the administrator.")
                                                     : i18nc("@info the status board of all workstations",
                                                             "The status board is unreachable; connections are not affected. Retrying automatically."));
}

BoardSight ConsoleBoard::boardSight() const
{
    BoardSight sight;
    sight.call = m_call->currentCall();
    sight.unread = m_notes->book().unread();
    if (m_need != BoardNeed::Needed) {
        if (m_access->hasBroker() && !m_access->trouble().isEmpty() && m_console.desk()->isConnected()) {
            sight.reach = BoardSight::Reach::Refused;
            sight.why = m_access->trouble();
        }
        return sight;
    }
    sight.isPublishing = m_console.desk()->isConnected();
    sight.reach = BoardSight::reachBy(m_post->isLeaving() ? BrokerState::Connecting : m_post->client().state(), m_link->needsPerson());
    const auto refusal = m_post->client().refusal(); // the broker accepted the login but refused a message or a subscription
    if (const auto failure = refusal ? refusal : m_post->client().failure()) {
        sight.why = failure->advice.isEmpty() ? failure->what : failure->what + u' ' + failure->advice;
    }
    sight.watchers = m_watchers->online();
    for (const Session *session : m_console.desk()->sessions()) {
        sight.titles.insert(session->key(), session->label());
    }
    return sight;
}

void ConsoleBoard::refresh()
{
    m_sight = boardSight();
    m_line->setSight(m_sight);
    QHash<QString, QStringList> viewers;
    for (const DeskWatchers::Watcher &watcher : std::as_const(m_sight.watchers)) {
        for (const QString &display : watcher.displays) {
            viewers[display].append(watcher.name);
        }
    }
    m_console.indicators()->setViewers(viewers);
    m_console.indicators()->setCall(m_sight.call ? BoardSightWording::call(*m_sight.call) : QString());
    m_call->setObstacle(obstacle());
    m_call->setBoards(!m_sight.watchers.isEmpty());
    m_menu->setUsable(m_access->hasBroker(), m_access->credential().has_value(), m_post->mode() != DeskPost::Mode::Off || !m_notes->book().entries().isEmpty());
    m_sharedStatus->setSight(m_sight);
}

QString ConsoleBoard::obstacle() const
{
    if (!m_access->hasBroker()) {
        return i18nc("@info", "This facility has no status board, so calls are not possible. Use the telephone.");
    }
    if (!m_access->credential()) {
        return i18nc("@info", "This workstation has no credential for the status board. Ask the administrator for one.");
    }
    if (!m_access->isOfBroker()) {
        return i18nc("@info", "The credential of this workstation belongs to another facility. Ask the administrator for a new one.");
    }
    if (m_need != BoardNeed::Needed) {
        return m_console.desk()->isConnected()
            ? i18nc("@info", "The login to the status board’s host was not approved for the connected instruments. Use the telephone.")
            : i18nc("@info", "No instrument is connected. The status board shows a workstation only while one is.");
    }
    return m_post->isConnected() ? QString() : i18nc("@info", "The status board is unreachable. Retrying automatically.");
}

QList<QWidget *> ConsoleBoard::bars() const
{
    return {m_receiver->offerPage(), m_giver->bar()};
}

QWidget *ConsoleBoard::line() const
{
    return m_line;
}

const BoardSight &ConsoleBoard::sight() const
{
    return m_sight;
}

DeskPost *ConsoleBoard::post() const
{
    return m_post;
}

DeskPeople *ConsoleBoard::people() const
{
    return m_people;
}

ConsoleNotes *ConsoleBoard::notes() const
{
    return m_notes;
}

ConsoleCall *ConsoleBoard::consoleCall() const
{
    return m_call;
}

HandoverReceiver *ConsoleBoard::handover() const
{
    return m_receiver;
}

void ConsoleBoard::leave()
{
    handle(BoardNeedEvent::ConsoleEnds);
    sendGoodbye();
    follow();
}

void ConsoleBoard::waitForGoodbye()
{
    if (!m_post->isLeaving()) {
        return;
    }
    QEventLoop wait;
    connect(m_post, &DeskPost::left, &wait, &QEventLoop::quit);
    QTimer::singleShot(std::chrono::seconds(1), &wait, &QEventLoop::quit);
    wait.exec(QEventLoop::ExcludeUserInputEvents);
}

void ConsoleBoard::describe(QJsonObject &state) const
{
    if (m_sight.reach == BoardSight::Reach::None) {
        return;
    }
    QJsonArray watchers;
    for (const DeskWatchers::Watcher &watcher : m_sight.watchers) {
        watchers.append(watcher.name);
    }
    state.insert(u"board"_s,
                 QJsonObject{{u"connected"_s, m_sight.reach == BoardSight::Reach::Connected},
                             {u"desk"_s, m_post->name().text()},
                             {u"watchers"_s, watchers},
                             {u"unread"_s, m_sight.unread},
                             {u"calling"_s, m_sight.call.has_value()}});
}
}
