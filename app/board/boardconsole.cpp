// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boardconsole.h"

#include "app/facility/facilitychoice.h"
#include "monitors/board/board.h"
#include "monitors/board/boardstatus.h"
#include "monitors/board/otherwatchers.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/board/boardaccess.h"
#include "sessions/board/boardpresencepublisher.h"
#include "sessions/broker/linkbrokertransport.h"
#include "sessions/common/facts.h"
#include "sessions/links/hop/linksupervisor.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/deskboardpage.h"
#include "widgets/questions/questions.h"

#include <KLocalizedString>

#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimeZone>
#include <QTimer>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// Time limit for the last message: the user has already closed the window and waits.
constexpr std::chrono::seconds lastMessageTimeout(1);
}

BoardConsole::BoardConsole(FacilityChoice *choice, Questions *questions, QWidget *window, const QString &name)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_questions(questions)
    , m_credentialName(name)
    , m_desktopOpener(new BoardDesktopOpener(choice, questions, window))
    , m_page(new BoardPage(window))
    , m_boardAccess(new BoardAccess(BrokerRole::SupportAstronomer, {}, this))
{
    m_page->hide();
    m_page->setViewObstacleFunction([this](const DeskName &desk, const QString &display) {
        const BoardDesk *known = m_board ? m_board->desk(desk) : nullptr;
        return known ? m_desktopOpener->viewObstacle(*known, display) : QString();
    });
    connect(m_page, &BoardPage::deskPageOpened, this, &BoardConsole::publishViewedDesktops);
    connect(m_page, &BoardPage::deskPageClosed, this, &BoardConsole::publishViewedDesktops);
    connect(m_desktopOpener, &BoardDesktopOpener::viewedDisplaysChanged, this, &BoardConsole::publishViewedDesktops);
    connect(m_desktopOpener, &BoardDesktopOpener::viewRefused, this, &BoardConsole::problemReported);
    connect(m_page, &BoardPage::viewDisplayRequested, this, [this](const DeskName &desk, const QString &display) {
        if (const BoardDesk *known = m_board ? m_board->desk(desk) : nullptr) {
            m_desktopOpener->openDisplay(*known, display);
        }
    });
    connect(m_page, &BoardPage::retryRequested, this, [this] {
        if (m_brokerClient) {
            m_linkSupervisor->connectAtOnce();
            m_brokerClient->retry();
        } else {
            m_boardAccess->rereadCredential();
        }
    });
    connect(m_boardAccess, &BoardAccess::credentialChanged, this, &BoardConsole::recreateBoard);
    connect(m_boardAccess, &BoardAccess::credentialImported, this, &BoardConsole::credentialImported);
    connect(m_boardAccess, &BoardAccess::importFailed, this, &BoardConsole::problemReported);
    // Queued, so that other receivers of the signal show the facility first.
    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &BoardConsole::applyFacility, Qt::QueuedConnection);
    m_page->setNotice(BoardNotice{i18nc("@info of the board", "Reading the facility’s files…"), {}, false, false});
    if (m_facilityChoice->directory().isEmpty()) {
        m_page->setNotice(BoardNotice{
            i18nc("@info of the board", "No facility is set up on this computer"),
            i18nc("@info of the board", "Choose File ▸ Open Facility… and select the directory with facility.toml, or start Nightdesk with --facility."),
            true,
            false});
    } else if (m_facilityChoice->isFacilityRead()) {
        applyFacility(m_facilityChoice->facility());
    }
}

BoardConsole::~BoardConsole()
{
    closeBoard();
}

BoardPage *BoardConsole::page() const
{
    return m_page;
}

Board *BoardConsole::board() const
{
    return m_board.get();
}

BoardPresencePublisher *BoardConsole::presencePublisher() const
{
    return m_presencePublisher.get();
}

BrokerClient *BoardConsole::client() const
{
    return m_brokerClient.get();
}

bool BoardConsole::hasBoardCredential() const
{
    return m_board != nullptr;
}

QString BoardConsole::boardStateJson() const
{
    return m_board ? QString::fromUtf8(QJsonDocument(BoardStatus::describe(*m_board)).toJson(QJsonDocument::Compact)) : QString();
}

void BoardConsole::announceClosing()
{
    m_desktopOpener->closeAll();
    if (!m_presencePublisher || m_brokerClient->state() != BrokerState::Connected) {
        return;
    }
    QEventLoop wait;
    connect(m_brokerClient.get(), &BrokerClient::connectionClosed, &wait, &QEventLoop::quit);
    QTimer::singleShot(lastMessageTimeout, &wait, &QEventLoop::quit);
    m_presencePublisher->close();
    wait.exec(QEventLoop::ExcludeUserInputEvents);
}

void BoardConsole::applyFacility(const Facility &facility)
{
    m_page->setTimezone(QTimeZone(facility.timezone.toUtf8()));
    QHash<QString, QString> names;
    for (const SiteSpec &site : facility.sites) {
        names.insert(site.id, site.name);
    }
    m_page->setSiteNames(names);
    // The desk's page is updated: the facility's files decide which desktops can be viewed.
    m_page->deskPage()->refresh();
    m_boardAccess->setFacility(facility);
    if (!m_boardAccess->broker()) {
        recreateBoard(); // shows the state now, because without a broker BoardAccess does not emit changed()
    }
}

void BoardConsole::recreateBoard()
{
    const auto &broker = m_boardAccess->broker();
    if (m_presencePublisher && (!broker || broker->id != m_presencePublisher->topics().facility())) {
        m_desktopOpener->closeAll(); // windows are closed: the viewed desk could no longer be notified that it is viewed
    }
    closeBoard();
    if (!broker) {
        m_page->setNotice(BoardNotice{
            i18nc("@info of the board", "This facility has no message broker"),
            i18nc("@info of the board; keep [broker], facility.toml and nightdesk broker",
                  "Workstations and status boards exchange messages through an MQTT broker, for example “nightdesk broker”. Ask the facility staff to name "
                  "one in [broker] of facility.toml."),
            false,
            false});
        return;
    }
    if (!m_boardAccess->isCredentialRead()) {
        return;
    }
    const auto &credential = m_boardAccess->credential();
    const bool isUsable = credential && (m_credentialName.isEmpty() || credential->name == m_credentialName);
    if (!isUsable) {
        m_desktopOpener->closeAll();
    }
    if (!m_boardAccess->credentialProblem().isEmpty()) {
        m_page->setNotice(BoardNotice{i18nc("@info of the board", "Nightdesk cannot read the credential for the message broker"),
                                      m_boardAccess->credentialProblem(),
                                      true,
                                      true});
    } else if (!isUsable) {
        m_page->setNotice(BoardNotice{
            m_credentialName.isEmpty()
                ? i18nc("@info of the board", "Nightdesk has no credential for this facility’s message broker")
                : i18nc("@info of the board; an SA's name", "Nightdesk has no credential “%1” for this facility’s message broker", m_credentialName),
            i18nc("@info of the board; keep the command",
                  "Ask the administrator of the message broker for a credential (“nightdesk broker add-sa NAME”). Then choose File ▸ Choose Credential… here."),
            true,
            true});
    } else {
        createBoard(*broker, *credential);
    }
}

void BoardConsole::createBoard(const BrokerSpec &spec, const BrokerCredential &credential)
{
    m_board = std::make_unique<Board>(spec.id);
    m_brokerClient = std::make_unique<BrokerClient>();
    LinkSpec link = spec.link;
    if (link.user.contains(u'{')) {
        link.user.clear(); // an SA uses a personal account: if the facility's files leave it open, the ssh configuration decides
    }
    m_linkSupervisor = std::make_unique<LinkSupervisor>(LinkTarget{link, false}, SharedLinkObjects{m_desktopOpener->secrets(), {}});
    m_questions->watchLink(m_linkSupervisor->link());
    const auto *monitor = LinkMonitor::of(m_linkSupervisor->link());
    connect(monitor, &LinkMonitor::figuresChanged, m_board.get(), [this, monitor] {
        m_board->setBrokerRoundTrip(monitor->history().roundTrip());
    });
    connect(m_linkSupervisor->link(), &Link::stateChanged, this, &BoardConsole::showConnectionState);
    // Without this, a board on a laptop that was asleep would wait for the next planned attempt.
    connect(m_desktopOpener, &BoardDesktopOpener::connectivityCheckRequested, m_linkSupervisor.get(), &LinkSupervisor::checkConnectivity);
    m_brokerClient->setTransport(std::make_unique<LinkBrokerTransport>(m_linkSupervisor->link(), spec));
    m_presencePublisher = std::make_unique<BoardPresencePublisher>(m_brokerClient.get(), spec.id, credential.name);
    m_brokerClient->subscribe(m_presencePublisher->topics().boardFilters());
    m_otherWatchers = std::make_unique<OtherWatchers>(m_brokerClient.get(), spec.id, credential.name);
    const auto tellOthers = [this] {
        m_page->deskPage()->setOtherWatchers(m_otherWatchers->names(m_board->supportAstronomers()));
    };
    connect(m_otherWatchers.get(), &OtherWatchers::watchersChanged, this, tellOthers);
    connect(m_board.get(), &Board::supportAstronomersChanged, m_otherWatchers.get(), tellOthers);
    connect(m_brokerClient.get(), &BrokerClient::messagesArrived, m_board.get(), [this](const QList<BrokerMessage> &messages) {
        m_board->setOversizeMessageCount(m_brokerClient->counters().tooLongMessages);
        m_board->applyMessages(m_otherWatchers->applyMessages(messages));
    });
    connect(m_brokerClient.get(), &BrokerClient::connected, m_board.get(), [this] {
        m_board->setConnected(true);
    });
    connect(m_brokerClient.get(), &BrokerClient::stateChanged, this, [this](BrokerState state) {
        if (state != BrokerState::Connected) {
            m_board->setConnected(false);
        }
        showConnectionState();
    });
    connect(m_brokerClient.get(), &BrokerClient::messageRefused, this, &BoardConsole::showConnectionState);
    m_page->setBoard(m_board.get());
    // Windows that are still open are reported again over the new connection.
    for (const DeskName &desk : m_desktopOpener->viewedDesks()) {
        publishViewedDesktops(desk);
    }
    if (m_isStarted) {
        connectToBroker();
    }
    Q_EMIT boardReplaced();
    Q_EMIT boardCredentialChanged(true);
}

void BoardConsole::importCredential(const QString &file)
{
    m_boardAccess->importCredential(file);
}

void BoardConsole::start()
{
    if (!std::exchange(m_isStarted, true) && m_presencePublisher) {
        connectToBroker();
    }
}

void BoardConsole::connectToBroker()
{
    m_presencePublisher->open(*m_boardAccess->credential());
    m_linkSupervisor->keepLinkOpen();
    showConnectionState();
}

void BoardConsole::closeBoard()
{
    if (m_page) {
        m_page->setBoard(nullptr);
    }
    const bool hadBoard = hasBoardCredential();
    m_otherWatchers.reset();
    m_presencePublisher.reset();
    m_brokerClient.reset();
    m_board.reset();
    m_linkSupervisor.reset();
    Q_EMIT boardReplaced();
    if (hadBoard) {
        Q_EMIT boardCredentialChanged(false);
    }
}

void BoardConsole::publishViewedDesktops(const DeskName &desk)
{
    if (m_otherWatchers) {
        m_otherWatchers->setWatchedDesk(m_page->shownDesk());
    }
    if (m_presencePublisher) {
        m_presencePublisher->watch(desk, m_page->shownDesk() == desk, m_desktopOpener->viewedDisplayKeys(desk));
    }
}

void BoardConsole::showConnectionState()
{
    if (!m_brokerClient) {
        return;
    }
    const auto failure = m_brokerClient->failure();
    const QString what = failure ? QStringList{failure->what, failure->affectedItem}.join(u' ').simplified() : QString();
    const QString reason = QStringList{what, failure ? failure->advice : QString()}.join(u'\n').trimmed();
    switch (m_brokerClient->state()) {
    case BrokerState::Connected:
        if (const auto refusal = m_brokerClient->accessRefusal()) {
            m_page->setNotice(BoardNotice{refusal->what, QStringList{refusal->affectedItem, refusal->advice}.join(u'\n').trimmed(), true, false});
        } else {
            m_page->setNotice({});
        }
        return;
    case BrokerState::Refused:
        m_page->setNotice(BoardNotice{i18nc("@info of the board", "The message broker refused this status board"), reason, true, true});
        return;
    case BrokerState::Retrying:
        m_page->setNotice(BoardNotice{i18nc("@info of the board", "The message broker is unreachable. Retrying automatically."), reason, true, true});
        return;
    case BrokerState::WaitingForPath:
        if (m_linkSupervisor->link()->state() == LinkState::Closed) {
            const auto lost = m_linkSupervisor->link()->lastFailure();
            m_page->setNotice(BoardNotice{
                i18nc("@info of the board; a host", "%1, the gateway to the message broker, is not connected", m_linkSupervisor->link()->target().spec.host),
                lost ? failureLines(*lost).join(u'\n') : QString(),
                true,
                true});
            return;
        }
        [[fallthrough]];
    case BrokerState::Idle:
    case BrokerState::Connecting:
        m_page->setNotice(BoardNotice{i18nc("@info of the board", "Connecting to the facility’s message broker…"), {}, false, false});
        return;
    }
}
}
