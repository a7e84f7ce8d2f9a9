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
#include "widgets/board/boardstatusline.h"
#include "widgets/board/handoverofferbar.h"
#include "widgets/board/handoverquestionbar.h"
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
#include <functional>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleBoard::ConsoleBoard(Console &console, ConsoleNight *night, const QString &credentials)
    : QObject(&console)
    , m_console(console)
    , m_boardLine(new BoardStatusLine(console.window()))
    , m_boardAccess(new BoardAccess(BrokerRole::Desk, credentials, this))
    , m_boardLink(new BoardLink(console.desk(), this))
    , m_deskReporter(new DeskReporter(console.desk(), this))
    , m_messenger(new DeskMessenger(std::bind_front(&DeskReporter::figures, m_deskReporter), this))
    , m_deskObserverNames(new DeskObserverNames(console.window()))
    , m_deskWatchers(std::make_unique<DeskWatchers>())
{
    // Connected before the objects below are created, so that this slot runs before theirs: they read the new names from m_messenger.
    connect(m_deskObserverNames, &DeskObserverNames::peopleChanged, this, [this](const QStringList &people) {
        m_deskReporter->setPeople(people);
        m_messenger->setPeople(people);
        updateBrokerConnection();
    });
    m_consoleNotes = new ConsoleNotes(console, m_messenger, m_deskObserverNames, this);
    m_consoleCall = new ConsoleCall(console, m_messenger, m_deskObserverNames, this);
    m_sharedStatusController = new SharedStatusController(console, m_boardAccess, m_messenger, m_deskObserverNames, this);
    m_handoverReceiver = new HandoverReceiver(console, night, m_messenger, m_deskObserverNames, this);
    m_handoverGiver = new HandoverGiver(console, night, m_messenger, m_deskObserverNames, this);
    m_boardMenu = new BoardMenu(console.actions(), console.indicators(), this);
    connect(m_deskReporter, &DeskReporter::stateChanged, m_messenger, &DeskMessenger::publishStateSoon);
    connect(m_deskReporter, &DeskReporter::historyChanged, this, [this] {
        if (const QString desk = storageKey(); !desk.isEmpty()) {
            StoredEvents::store(desk, m_deskReporter->history());
        }
        m_messenger->publishHistorySoon();
    });

    connect(console.facilityChoice(), &FacilityChoice::facilityRead, this, [this](const Facility &facility) {
        m_deskObserverNames->setTimezone(facility.timezone);
        m_boardAccess->setFacility(facility);
        updateBrokerConnection(); // a profile that was approved just now may allow the connection
        m_handoverReceiver->showOffer();
    });
    connect(m_boardAccess, &BoardAccess::credentialChanged, this, &ConsoleBoard::updateBrokerConnection);
    connect(console.desk(), &Desk::connectedChanged, this, &ConsoleBoard::updateBrokerConnection);
    connect(console.desk(), &Desk::profileAboutToDisconnect, this, [this] {
        if (m_console.desk()->profiles().size() == 1) {
            signOff(); // sent before the last profile's links are closed
        }
    });
    connect(m_boardLink, &BoardLink::linkAboutToChange, this, [this] {
        m_messenger->setTransport(nullptr);
    });
    connect(m_boardLink, &BoardLink::linkStateChanged, this, &ConsoleBoard::setTransport);
    connect(m_boardLink, &BoardLink::needsUserActionChanged, this, &ConsoleBoard::refresh);
    connect(m_boardLink, &BoardLink::userQuestionsAllowed, console.questions(), qOverload<Link *>(&Questions::watchLink));
    connect(m_boardLink, &BoardLink::userQuestionsForbidden, console.questions(), &Questions::unwatch);
    connect(m_messenger, &DeskMessenger::brokerStatusChanged, this, [this] {
        handleBrokerState();
        refresh();
    });
    const auto refreshIf = [this](bool haveWatchersChanged) {
        if (haveWatchersChanged) {
            refresh();
        }
    };
    connect(m_messenger, &DeskMessenger::saPresenceArrived, this, [this, refreshIf](const QString &sa, const BoardWire::Presence &presence) {
        refreshIf(m_deskWatchers->applyMessage(sa, presence));
    });
    connect(m_messenger, &DeskMessenger::watchingMessageArrived, this, [this, refreshIf](const QString &sa, const BoardWire::Watching &watching) {
        refreshIf(m_deskWatchers->applyMessage(sa, watching));
    });
    connect(m_messenger, &DeskMessenger::saBoardClosed, this, [this, refreshIf](const QString &sa, const QString &run) {
        refreshIf(m_deskWatchers->removeBoard(sa, run));
    });
    connect(m_messenger, &DeskMessenger::saBoardStoppedWatching, this, [this, refreshIf](const QString &sa, const QString &run) {
        refreshIf(m_deskWatchers->clearWatchedDisplays(sa, run));
    });
    connect(m_consoleNotes, &ConsoleNotes::unreadCountChanged, this, &ConsoleBoard::refresh);
    connect(m_consoleCall, &ConsoleCall::callChanged, this, &ConsoleBoard::refresh);
    connect(night, &ConsoleNight::newNightBegan, this, &ConsoleBoard::beginNight);
    connect(night, &ConsoleNight::nightEnding, this, [this] {
        m_consoleCall->endCall();
        m_handoverGiver->withdrawOffer();
        m_handoverReceiver->removeAllOffers();
        m_deskObserverNames->endNight(); // called while the broker is still connected
    });
    connect(night, &ConsoleNight::nightEnded, this, &ConsoleBoard::beginNight);
    connect(m_boardLine, &BoardStatusLine::openSharedStatusRequested, m_sharedStatusController, &SharedStatusController::showDialog);
    connect(m_boardLine, &BoardStatusLine::notesRequested, m_consoleNotes, &ConsoleNotes::showDialog);
    connect(m_boardLine, &BoardStatusLine::callDialogRequested, m_consoleCall, &ConsoleCall::showDialog);
    connect(m_boardLine, &BoardStatusLine::loginRequested, m_boardLink, &BoardLink::requestLogin);
    connect(m_boardMenu, &BoardMenu::callDialogRequested, m_consoleCall, &ConsoleCall::showDialog);
    connect(m_boardMenu, &BoardMenu::notesRequested, m_consoleNotes, &ConsoleNotes::showDialog);
    connect(m_boardMenu, &BoardMenu::peopleRequested, m_deskObserverNames, &DeskObserverNames::showDialog);
    connect(m_boardMenu, &BoardMenu::sharedStatusRequested, m_sharedStatusController, &SharedStatusController::showDialog);
    connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &ConsoleBoard::beginSignOff);
    const QStringList people = m_deskObserverNames->tonightsPeople();
    m_deskReporter->setPeople(people);
    m_messenger->setPeople(people);
    updateBrokerConnection();
}

ConsoleBoard::~ConsoleBoard()
{
    m_messenger->disconnect(this);
    m_messenger->blockSignals(true);
    m_messenger->close(); // closed explicitly: its last message needs m_deskReporter, which would be deleted before m_messenger
}

/// True: the user approved a profile of this facility in its present version. Only then is a login at the broker's host allowed.
bool ConsoleBoard::isBoardLoginApproved() const
{
    if (!m_boardAccess->broker()) {
        return true;
    }
    const bool isConnected = m_console.desk()->isConnected();
    const auto &trust = m_console.facilityChoice()->facility().trustVerdicts;
    return std::ranges::any_of(trust.asKeyValueRange(), [&](const auto &entry) {
        const TrustVerdict::State state = entry.second.state;
        return (state == TrustVerdict::State::Approved || state == TrustVerdict::State::InstalledByAdministrator)
            && (!isConnected || m_console.desk()->isConnected(entry.first));
    });
}

/// Connects or disconnects as now needed. The desk publishes its state while an instrument is connected. Otherwise it
/// only listens, if observers entered their names: the layout of the same observers at another desk is offered here.
void ConsoleBoard::updateBrokerConnection()
{
    const bool isConnected = m_console.desk()->isConnected();
    if (m_boardAccess->broker()) {
        // Called while the broker to which the call was sent is still connected.
        m_consoleCall->endCallAtOtherFacility(m_boardAccess->broker()->id);
    }
    const bool isNeeded = m_boardAccess->isCredentialForBroker() && isBoardLoginApproved() && (isConnected || !m_deskObserverNames->tonightsPeople().isEmpty());
    handleEvent(isNeeded ? BoardConnectionNeedEvent::BecameNeeded : BoardConnectionNeedEvent::BecameUnneeded);
    if (m_connectionNeed != BoardConnectionNeed::Needed) {
        m_messenger->close();
        enableFigureGathering(m_boardAccess->isCredentialForBroker()); // after close(), because its last message uses the gathered figures
        m_boardLink->release();
        m_brokerOfTransport.reset();
        m_messenger->setTransport(nullptr);
        m_deskWatchers->clear();
        handleEvent(BoardConnectionEvent::ConnectionUnneeded);
        refresh();
        return;
    }
    enableFigureGathering(true); // before open(), because its first message uses the gathered figures
    m_messenger->open(*m_boardAccess->credential(), isConnected ? DeskMessenger::ConnectionMode::Publishing : DeskMessenger::ConnectionMode::Listening);
    m_boardLink->keepLinkOpen(m_boardAccess->broker()->link);
    if (m_brokerOfTransport != m_boardAccess->broker()) {
        setTransport();
    }
    refresh();
}

/// Starts or stops gathering figures. The start also restores the events of this night that were stored when an earlier console ended or
/// when everything was disconnected.
void ConsoleBoard::enableFigureGathering(bool isGathering)
{
    const bool begins = isGathering && !m_deskReporter->isGatheringFigures();
    m_deskReporter->setGatheringFigures(isGathering);
    if (const QString desk = storageKey(); begins && !desk.isEmpty()) {
        m_deskReporter->restoreHistory(StoredEvents::read(desk, m_deskObserverNames->timezone()));
    }
}

/// The settings key under which the desk's events are stored: the broker and this desk's name there. Empty: no broker.
QString ConsoleBoard::storageKey() const
{
    return m_boardAccess->isCredentialForBroker() ? m_boardAccess->broker()->id + u' ' + m_boardAccess->credential()->name : QString();
}

void ConsoleBoard::signOff()
{
    if (m_messenger->connectionMode() == DeskMessenger::ConnectionMode::Off) {
        return;
    }
    m_handoverGiver->withdrawOffer();
    // The observers leave, so their call is canceled. It is kept if they continue at another desk, reconnect, or leave
    // programs running.
    if (!m_handoverGiver->isDisconnectingForHandover() && !m_console.desk()->isReplacingProfiles() && !m_console.desk()->leavesProgramsRunning()) {
        m_consoleCall->endCallAtSignOff();
    }
    if (Link *link = m_boardLink->link(); link && !m_boardLink->usesOwnLink()) {
        connect(m_messenger, &DeskMessenger::signOffFinished, new LinkReleaseDelay(link), &QObject::deleteLater);
    }
    m_messenger->close();
}

void ConsoleBoard::setTransport()
{
    if (m_connectionNeed != BoardConnectionNeed::Needed || !m_boardAccess->broker()) {
        return;
    }
    const BrokerSpec &broker = *m_boardAccess->broker();
    if (Link *link = m_boardLink->link()) {
        m_messenger->setTransport(std::make_unique<LinkBrokerTransport>(link, broker));
    }
    m_brokerOfTransport = broker;
    refresh();
}

void ConsoleBoard::beginNight()
{
    m_deskObserverNames->recheckPeople();
    m_deskReporter->beginNight();
    m_consoleNotes->beginNight();
    m_messenger->forgetPublishedMessages();
}

void ConsoleBoard::handleBrokerState()
{
    const BrokerState state = m_messenger->client().state();
    if (state == BrokerState::Connected) {
        handleEvent(BoardConnectionEvent::ConnectionMade);
        return;
    }
    if (m_messenger->connectionMode() == DeskMessenger::ConnectionMode::Off || state == BrokerState::Connecting) {
        return;
    }
    if (m_messenger->connectionMode() != DeskMessenger::ConnectionMode::Publishing || (state != BrokerState::Refused && state != BrokerState::Retrying)) {
        handleEvent(BoardConnectionEvent::ConnectionLostSilently);
    } else {
        handleEvent(state == BrokerState::Refused ? BoardConnectionEvent::LoginRefused : BoardConnectionEvent::ConnectionLost);
    }
}

void ConsoleBoard::handleEvent(BoardConnectionNeedEvent event)
{
    m_connectionNeed = nextState(m_connectionNeed, event).value_or(m_connectionNeed);
}

void ConsoleBoard::handleEvent(BoardConnectionEvent event)
{
    const auto next = nextState(m_connectionNotice, event);
    if (!next) {
        return;
    }
    if (std::exchange(m_connectionNotice, *next) == BoardConnectionNotice::Connected) {
        m_deskWatchers->clear();
    }
    if (m_connectionNotice == BoardConnectionNotice::LossShown) {
        showConnectionLoss(event == BoardConnectionEvent::LoginRefused);
    }
}

void ConsoleBoard::showConnectionLoss(bool isRefused)
{
    m_console.messageBar()->showWarningIfFree(
        isRefused
            ? i18nc("@info the status board of all workstations",
                    "The message broker refused this workstation, so the status board does not show it. Connections "
                    "are not affected; contact the administrator.")
            : i18nc("@info the status board of all workstations", "The status board is unreachable; connections are not affected. Retrying automatically."));
}

BoardLineState ConsoleBoard::boardStatusLineState() const
{
    BoardLineState lineState;
    lineState.call = m_consoleCall->currentCall();
    lineState.unreadCount = m_consoleNotes->noteBook().unreadCount();
    if (m_connectionNeed != BoardConnectionNeed::Needed) {
        if (m_boardAccess->broker() && !m_boardAccess->credentialProblem().isEmpty() && m_console.desk()->isConnected()) {
            lineState.connectionState = BoardLineState::ConnectionState::Refused;
            lineState.reason = m_boardAccess->credentialProblem();
        }
        return lineState;
    }
    lineState.isPublishing = m_console.desk()->isConnected();
    lineState.connectionState = BoardLineState::connectionStateOf(m_messenger->isSigningOff() ? BrokerState::Connecting : m_messenger->client().state(),
                                                                  m_boardLink->needsUserAction());
    const auto refusal = m_messenger->client().accessRefusal(); // the broker accepted the login but refused a message or a subscription
    if (const auto failure = refusal ? refusal : m_messenger->client().failure()) {
        lineState.reason = failure->advice.isEmpty() ? failure->what : failure->what + u' ' + failure->advice;
    }
    lineState.watchers = m_deskWatchers->onlineWatchers();
    for (const Session *session : m_console.desk()->sessions()) {
        lineState.displayTitles.insert(session->key(), session->label());
    }
    return lineState;
}

void ConsoleBoard::refresh()
{
    m_lineState = boardStatusLineState();
    m_boardLine->setLineState(m_lineState);
    QHash<QString, QStringList> viewers;
    for (const DeskWatchers::Watcher &watcher : std::as_const(m_lineState.watchers)) {
        for (const QString &display : watcher.displays) {
            viewers[display].append(watcher.name);
        }
    }
    m_console.indicators()->setViewingAstronomers(viewers);
    m_console.indicators()->setCallText(m_lineState.call ? BoardLineWording::call(*m_lineState.call) : QString());
    m_consoleCall->setCallObstacle(callObstacle());
    m_consoleCall->setAnyBoardOpen(!m_lineState.watchers.isEmpty());
    m_boardMenu->updateActions(m_boardAccess->broker().has_value(),
                               m_boardAccess->credential().has_value(),
                               m_messenger->connectionMode() != DeskMessenger::ConnectionMode::Off || !m_consoleNotes->noteBook().entries().isEmpty());
    m_sharedStatusController->setLineState(m_lineState);
}

QString ConsoleBoard::callObstacle() const
{
    if (!m_boardAccess->broker()) {
        return i18nc("@info", "This facility has no status board, so calls are not possible. Use the telephone.");
    }
    if (!m_boardAccess->credential()) {
        return i18nc("@info", "This workstation has no credential for the status board. Ask the administrator for one.");
    }
    if (!m_boardAccess->isCredentialForBroker()) {
        return i18nc("@info", "The credential of this workstation belongs to another facility. Ask the administrator for a new one.");
    }
    if (m_connectionNeed != BoardConnectionNeed::Needed) {
        return m_console.desk()->isConnected()
            ? i18nc("@info", "The login to the status board’s host was not approved for the connected instruments. Use the telephone.")
            : i18nc("@info", "No instrument is connected. The status board shows a workstation only while one is.");
    }
    return m_messenger->isConnected() ? QString() : i18nc("@info", "The status board is unreachable. Retrying automatically.");
}

QList<QWidget *> ConsoleBoard::messageBars() const
{
    return {m_handoverReceiver->offerBar(), m_handoverGiver->bar()};
}

QWidget *ConsoleBoard::boardLine() const
{
    return m_boardLine;
}

const BoardLineState &ConsoleBoard::lineState() const
{
    return m_lineState;
}

DeskMessenger *ConsoleBoard::messenger() const
{
    return m_messenger;
}

DeskObserverNames *ConsoleBoard::people() const
{
    return m_deskObserverNames;
}

ConsoleNotes *ConsoleBoard::notes() const
{
    return m_consoleNotes;
}

void ConsoleBoard::beginSignOff()
{
    handleEvent(BoardConnectionNeedEvent::ConsoleClosing);
    signOff();
    updateBrokerConnection();
}

void ConsoleBoard::waitUntilSignedOff()
{
    if (!m_messenger->isSigningOff()) {
        return;
    }
    QEventLoop wait;
    connect(m_messenger, &DeskMessenger::signOffFinished, &wait, &QEventLoop::quit);
    QTimer::singleShot(std::chrono::seconds(1), &wait, &QEventLoop::quit);
    wait.exec(QEventLoop::ExcludeUserInputEvents);
}

void ConsoleBoard::describe(QJsonObject &state) const
{
    if (m_lineState.connectionState == BoardLineState::ConnectionState::NothingToShow) {
        return;
    }
    QJsonArray watchers;
    for (const DeskWatchers::Watcher &watcher : m_lineState.watchers) {
        watchers.append(watcher.name);
    }
    state.insert(u"board"_s,
                 QJsonObject{{u"connected"_s, m_lineState.connectionState == BoardLineState::ConnectionState::Connected},
                             {u"desk"_s, m_messenger->name().text()},
                             {u"watchers"_s, watchers},
                             {u"unread"_s, m_lineState.unreadCount},
                             {u"calling"_s, m_lineState.call.has_value()}});
}
}
