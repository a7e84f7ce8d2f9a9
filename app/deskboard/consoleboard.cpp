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
#include "monitors/board/deskmessenger.h"
#include "monitors/board/deskreporter.h"
#include "monitors/board/deskwatchers.h"
#include "sessions/board/boardaccess.h"
#include "sessions/board/boardlink.h"
#include "sessions/broker/linkbrokertransport.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/linkreleasedelay.h"
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
    , m_boardLine(new BoardLine(console.window()))
    , m_access(new BoardAccess(BrokerRole::Desk, credentials, this))
    , m_boardLink(new BoardLink(console.desk(), this))
    , m_reporter(new DeskReporter(console.desk(), this))
    , m_deskPost(new DeskMessenger({[this] {
                                        return m_reporter->figures();
                                    },
                                    [this] {
                                        return m_reporter->history();
                                    }},
                                   this))
    , m_people(new DeskPeople(console.window()))
    , m_watchers(std::make_unique<DeskWatchers>())
{
    // Connected before the objects below are created: m_deskPost must have the new names before these objects read them
    // from it.
    connect(m_people, &DeskPeople::changed, this, [this](const QStringList &people) {
        m_reporter->setPeople(people);
        m_deskPost->setPeople(people);
        updateConnection();
    });
    m_notes = new ConsoleNotes(console, m_deskPost, m_people, this);
    m_call = new ConsoleCall(console, m_deskPost, m_people, this);
    m_sharedStatus = new SharedStatus(console, m_access, m_deskPost, m_people, this);
    m_handoverReceiver = new HandoverReceiver(console, night, m_deskPost, m_people, this);
    m_handoverGiver = new HandoverGiver(console, night, m_deskPost, m_people, this);
    m_menu = new BoardMenu(console.actions(), console.indicators(), this);
    connect(m_reporter, &DeskReporter::stateChanged, m_deskPost, &DeskMessenger::stateChanged);
    connect(m_reporter, &DeskReporter::historyChanged, this, [this] {
        if (const QString desk = storageKey(); !desk.isEmpty()) {
            KeptEvents::keep(desk, m_reporter->history());
        }
        m_deskPost->historyChanged();
    });

    connect(console.choice(), &FacilityChoice::facilityRead, this, [this](const Facility &facility) {
        m_people->setTimezone(facility.timezone);
        m_access->setFacility(facility);
        updateConnection(); // a profile that was approved just now may allow the connection
        m_handoverReceiver->facilityRead();
    });
    connect(m_access, &BoardAccess::changed, this, &ConsoleBoard::updateConnection);
    connect(console.desk(), &Desk::connectedChanged, this, &ConsoleBoard::updateConnection);
    connect(console.desk(), &Desk::profileAboutToDisconnect, this, [this] {
        if (m_console.desk()->profiles().size() == 1) {
            signOff(); // sent before the last profile's links are closed
        }
    });
    connect(m_boardLink, &BoardLink::aboutToChange, this, [this] {
        m_deskPost->setTransport(nullptr);
    });
    connect(m_boardLink, &BoardLink::changed, this, &ConsoleBoard::setTransport);
    connect(m_boardLink, &BoardLink::needsUserChanged, this, &ConsoleBoard::refresh);
    connect(m_boardLink, &BoardLink::questionsStarted, console.questions(), qOverload<Link *>(&Questions::watch));
    connect(m_boardLink, &BoardLink::questionsEnded, console.questions(), &Questions::unwatch);
    connect(m_deskPost, &DeskMessenger::brokerChanged, this, [this] {
        followBroker();
        refresh();
    });
    connect(m_deskPost, &DeskMessenger::saPresenceArrived, this, [this](const QString &sa, const BoardWire::Presence &presence) {
        if (m_watchers->applyMessage(sa, presence)) {
            refresh();
        }
    });
    connect(m_deskPost, &DeskMessenger::watchingArrived, this, [this](const QString &sa, const BoardWire::Watching &watching) {
        if (m_watchers->applyMessage(sa, watching)) {
            refresh();
        }
    });
    connect(m_deskPost, &DeskMessenger::saBoardClosed, this, [this](const QString &sa, const QString &run) {
        if (m_watchers->leave(sa, run)) {
            refresh();
        }
    });
    connect(m_deskPost, &DeskMessenger::watchingWithdrawn, this, [this](const QString &sa, const QString &run) {
        if (m_watchers->withdraw(sa, run)) {
            refresh();
        }
    });
    connect(m_notes, &ConsoleNotes::changed, this, &ConsoleBoard::refresh);
    connect(m_call, &ConsoleCall::changed, this, &ConsoleBoard::refresh);
    connect(night, &ConsoleNight::newNight, this, &ConsoleBoard::beginNight);
    connect(night, &ConsoleNight::nightEnding, this, [this] {
        m_call->end();
        m_handoverGiver->withdrawOffer();
        m_handoverReceiver->clear();
        m_people->endNight(); // called while the broker is still connected
    });
    connect(night, &ConsoleNight::nightEnded, this, &ConsoleBoard::beginNight);
    connect(m_boardLine, &BoardLine::detailsRequested, m_sharedStatus, &SharedStatus::showDialog);
    connect(m_boardLine, &BoardLine::notesRequested, m_notes, &ConsoleNotes::showDialog);
    connect(m_boardLine, &BoardLine::callRequested, m_call, &ConsoleCall::showDialog);
    connect(m_boardLine, &BoardLine::loginRequested, m_boardLink, &BoardLink::login);
    connect(m_menu, &BoardMenu::callRequested, m_call, &ConsoleCall::showDialog);
    connect(m_menu, &BoardMenu::notesRequested, m_notes, &ConsoleNotes::showDialog);
    connect(m_menu, &BoardMenu::peopleRequested, m_people, &DeskPeople::showDialog);
    connect(m_menu, &BoardMenu::sharedStatusRequested, m_sharedStatus, &SharedStatus::showDialog);
    connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &ConsoleBoard::leave);
    const QStringList people = m_people->tonightsPeople();
    m_reporter->setPeople(people);
    m_deskPost->setPeople(people);
    updateConnection();
}

ConsoleBoard::~ConsoleBoard()
{
    m_deskPost->disconnect(this);
    m_deskPost->blockSignals(true);
    m_deskPost->close(); // closed explicitly: its last message needs m_reporter, which would be deleted before m_deskPost
}

/// True: the user approved a profile of this facility in its present version. Only then is a login at the broker's host allowed.
bool ConsoleBoard::isBoardApproved() const
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
void ConsoleBoard::updateConnection()
{
    const bool isConnected = m_console.desk()->isConnected();
    if (m_access->broker()) {
        // Called while the broker to which the call was sent is still connected.
        m_call->endCallElsewhere(m_access->broker()->id);
    }
    const bool isNeeded = m_access->isCredentialForBroker() && isBoardApproved() && (isConnected || !m_people->tonightsPeople().isEmpty());
    handle(isNeeded ? BoardNeedEvent::Needed : BoardNeedEvent::NotNeeded);
    if (m_need != BoardConnectionNeed::Needed) {
        m_deskPost->close();
        gatherFigures(m_access->isCredentialForBroker()); // after close(), because its last message uses the gathered figures
        m_boardLink->release();
        m_routeBroker.reset();
        m_deskPost->setTransport(nullptr);
        m_watchers->clear();
        handle(BoardLossEvent::Released);
        refresh();
        return;
    }
    gatherFigures(true); // before open(), because its first message uses the gathered figures
    m_deskPost->open(*m_access->credential(), isConnected ? DeskMessenger::Mode::Publishing : DeskMessenger::Mode::Listening);
    m_boardLink->requestLink(m_access->broker()->link);
    if (m_routeBroker != m_access->broker()) {
        setTransport();
    }
    refresh();
}

/// Starts or stops gathering figures. At the start, restores the stored events of this night: of an earlier console, or
/// of the time before everything was disconnected.
void ConsoleBoard::gatherFigures(bool isGathering)
{
    const bool begins = isGathering && !m_reporter->isGatheringFigures();
    m_reporter->setGatheringFigures(isGathering);
    if (const QString desk = storageKey(); begins && !desk.isEmpty()) {
        m_reporter->restore(KeptEvents::of(desk, m_people->timezone()));
    }
}

/// The settings key under which the desk's events are stored: the broker and this desk's name there. Empty: no broker.
QString ConsoleBoard::storageKey() const
{
    return m_access->isCredentialForBroker() ? m_access->broker()->id + u' ' + m_access->credential()->name : QString();
}

void ConsoleBoard::signOff()
{
    if (m_deskPost->mode() == DeskMessenger::Mode::Off) {
        return;
    }
    m_handoverGiver->withdrawOffer();
    // The observers leave, so their call is canceled. Not so if they continue at another desk, reconnect, or leave
    // programs running.
    if (!m_handoverGiver->isHandingOver() && !m_console.desk()->isRenewing() && !m_console.desk()->leavesPrograms()) {
        m_call->leave();
    }
    if (Link *link = m_boardLink->link(); link && !m_boardLink->isOwnLink()) {
        connect(m_deskPost, &DeskMessenger::left, new LinkReleaseDelay(link), &QObject::deleteLater);
    }
    m_deskPost->close();
}

void ConsoleBoard::setTransport()
{
    if (m_need != BoardConnectionNeed::Needed || !m_access->broker()) {
        return;
    }
    const BrokerSpec &broker = *m_access->broker();
    if (Link *link = m_boardLink->link()) {
        m_deskPost->setTransport(std::make_unique<LinkBrokerTransport>(link, broker));
    }
    m_routeBroker = broker;
    refresh();
}

void ConsoleBoard::beginNight()
{
    m_people->lookUpPeople();
    m_reporter->beginNight();
    m_notes->beginNight();
    m_deskPost->forgetPublished();
}

void ConsoleBoard::followBroker()
{
    const BrokerState state = m_deskPost->client().state();
    if (state == BrokerState::Connected) {
        handle(BoardLossEvent::Connected);
        return;
    }
    if (m_deskPost->mode() == DeskMessenger::Mode::Off || state == BrokerState::Connecting) {
        return;
    }
    if (m_deskPost->mode() != DeskMessenger::Mode::Publishing || (state != BrokerState::Refused && state != BrokerState::Retrying)) {
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
    if (std::exchange(m_loss, *next) == BoardLossNotice::Connected) {
        m_watchers->clear();
    }
    if (m_loss == BoardLossNotice::Shown) {
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

BoardLineState ConsoleBoard::currentLineState() const
{
    BoardLineState lineState;
    lineState.call = m_call->currentCall();
    lineState.unread = m_notes->noteBook().unread();
    if (m_need != BoardConnectionNeed::Needed) {
        if (m_access->hasBroker() && !m_access->trouble().isEmpty() && m_console.desk()->isConnected()) {
            lineState.reach = BoardLineState::Reach::Refused;
            lineState.reason = m_access->trouble();
        }
        return lineState;
    }
    lineState.isPublishing = m_console.desk()->isConnected();
    lineState.reach = BoardLineState::connectionOf(m_deskPost->isLeaving() ? BrokerState::Connecting : m_deskPost->client().state(), m_boardLink->needsUser());
    const auto refusal = m_deskPost->client().refusal(); // the broker accepted the login but refused a message or a subscription
    if (const auto failure = refusal ? refusal : m_deskPost->client().failure()) {
        lineState.reason = failure->advice.isEmpty() ? failure->what : failure->what + u' ' + failure->advice;
    }
    lineState.watchers = m_watchers->onlineWatchers();
    for (const Session *session : m_console.desk()->sessions()) {
        lineState.titles.insert(session->key(), session->label());
    }
    return lineState;
}

void ConsoleBoard::refresh()
{
    m_lineState = currentLineState();
    m_boardLine->setLineState(m_lineState);
    QHash<QString, QStringList> viewers;
    for (const DeskWatchers::Watcher &watcher : std::as_const(m_lineState.watchers)) {
        for (const QString &display : watcher.displays) {
            viewers[display].append(watcher.name);
        }
    }
    m_console.indicators()->setViewers(viewers);
    m_console.indicators()->setCall(m_lineState.call ? BoardLineWording::call(*m_lineState.call) : QString());
    m_call->setObstacle(obstacle());
    m_call->setAnyBoardOpen(!m_lineState.watchers.isEmpty());
    m_menu->updateActions(m_access->hasBroker(),
                          m_access->credential().has_value(),
                          m_deskPost->mode() != DeskMessenger::Mode::Off || !m_notes->noteBook().entries().isEmpty());
    m_sharedStatus->setLineState(m_lineState);
}

QString ConsoleBoard::obstacle() const
{
    if (!m_access->hasBroker()) {
        return i18nc("@info", "This facility has no status board, so calls are not possible. Use the telephone.");
    }
    if (!m_access->credential()) {
        return i18nc("@info", "This workstation has no credential for the status board. Ask the administrator for one.");
    }
    if (!m_access->isCredentialForBroker()) {
        return i18nc("@info", "The credential of this workstation belongs to another facility. Ask the administrator for a new one.");
    }
    if (m_need != BoardConnectionNeed::Needed) {
        return m_console.desk()->isConnected()
            ? i18nc("@info", "The login to the status board’s host was not approved for the connected instruments. Use the telephone.")
            : i18nc("@info", "No instrument is connected. The status board shows a workstation only while one is.");
    }
    return m_deskPost->isConnected() ? QString() : i18nc("@info", "The status board is unreachable. Retrying automatically.");
}

QList<QWidget *> ConsoleBoard::messageBars() const
{
    return {m_handoverReceiver->offerPage(), m_handoverGiver->bar()};
}

QWidget *ConsoleBoard::boardLine() const
{
    return m_boardLine;
}

const BoardLineState &ConsoleBoard::lineState() const
{
    return m_lineState;
}

DeskMessenger *ConsoleBoard::post() const
{
    return m_deskPost;
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

HandoverReceiver *ConsoleBoard::handoverReceiver() const
{
    return m_handoverReceiver;
}

void ConsoleBoard::leave()
{
    handle(BoardNeedEvent::ConsoleEnds);
    signOff();
    updateConnection();
}

void ConsoleBoard::waitForSignOff()
{
    if (!m_deskPost->isLeaving()) {
        return;
    }
    QEventLoop wait;
    connect(m_deskPost, &DeskMessenger::left, &wait, &QEventLoop::quit);
    QTimer::singleShot(std::chrono::seconds(1), &wait, &QEventLoop::quit);
    wait.exec(QEventLoop::ExcludeUserInputEvents);
}

void ConsoleBoard::describe(QJsonObject &state) const
{
    if (m_lineState.reach == BoardLineState::Reach::None) {
        return;
    }
    QJsonArray watchers;
    for (const DeskWatchers::Watcher &watcher : m_lineState.watchers) {
        watchers.append(watcher.name);
    }
    state.insert(u"board"_s,
                 QJsonObject{{u"connected"_s, m_lineState.reach == BoardLineState::Reach::Connected},
                             {u"desk"_s, m_deskPost->name().text()},
                             {u"watchers"_s, watchers},
                             {u"unread"_s, m_lineState.unread},
                             {u"calling"_s, m_lineState.call.has_value()}});
}
}
