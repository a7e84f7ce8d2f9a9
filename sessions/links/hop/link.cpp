// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"

#include "sessions/common/logging.h"
#include "sessions/common/overloaded.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkconnection.h"
#include "sessions/links/hop/linkpolicy.h"
#include "sessions/links/login/linksecrets.h"

#include <KLocalizedString>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// Reports, after the caller has connected to it, that @p refused cannot be opened or started.
template<typename StreamOrProgram>
void failLater(StreamOrProgram *refused)
{
    QMetaObject::invokeMethod(
        refused,
        [refused] {
            Q_EMIT refused->failed(LinkFailure::notLive());
        },
        Qt::QueuedConnection);
}
}

Link::Link(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops, QObject *parent)
    : QObject(parent)
    , m_linkTarget(target)
    , m_linkSecrets(std::move(linkSecrets))
    , m_hopPool(hops)
{
    // The first call sets up objects that belong to the GUI thread; the link's thread translates too.
    KLocalizedString::languages();
    connect(&m_deleteEndedTimer, &QTimer::timeout, this, &Link::deleteEndedConnections);
}

Link::Link(const LinkTarget &target, const SharedLinkObjects &sharedLinkObjects, QObject *parent)
    : Link(target, std::make_shared<LinkSecrets>(sharedLinkObjects.secrets, sharedLinkObjects.connectionRecords), nullptr, parent)
{
    m_hopPoolOwner = sharedLinkObjects.hopPool ? sharedLinkObjects.hopPool
                                               : std::make_shared<HopPool>(m_linkSecrets->sharedNightSecrets(), sharedLinkObjects.connectionRecords);
    m_hopPool = m_hopPoolOwner.get();
}

std::unique_ptr<Link> Link::createInternalLink(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops)
{
    return std::unique_ptr<Link>(new Link(target, std::move(linkSecrets), hops, nullptr));
}

Link::~Link()
{
    // All connections are stopped first, so that they end in parallel and not one second after the other.
    std::vector<std::unique_ptr<LinkConnection>> connections = std::move(m_endedOrEndingConnections);
    std::ranges::move(m_oldConnections, std::back_inserter(connections));
    for (auto *connection : {&m_currentConnection, &m_renewalConnection}) {
        if (*connection) {
            connections.push_back(std::move(*connection));
        }
    }
    for (const auto &connection : connections) {
        connection->blockSignals(true);
        connection->stop();
    }
}

bool Link::canOpenStreams() const
{
    return isLive() || (m_linkState == LinkState::LoggingIn && m_currentConnection);
}

std::optional<std::chrono::steady_clock::time_point> Link::silentSince() const
{
    return m_currentConnection ? m_currentConnection->silentSince() : std::nullopt;
}

std::optional<std::chrono::steady_clock::time_point> Link::silenceNoticedAt() const
{
    return m_currentConnection ? m_currentConnection->silenceNoticedAt() : std::nullopt;
}

std::optional<LinkState> Link::renewalState() const
{
    return m_renewalConnection ? std::optional(m_renewalConnection->state()) : std::nullopt;
}

std::shared_ptr<NightSecrets> Link::secrets() const
{
    return m_linkSecrets->sharedNightSecrets();
}

std::shared_ptr<SharedConnectionRecords> Link::connectionRecords() const
{
    return m_linkSecrets->connectionRecords();
}

std::unique_ptr<LinkStream> Link::openStream(const StreamTarget &target, UniqueFd localEnd, int warmUpRoundTrips)
{
    std::unique_ptr<LinkStream> stream(new LinkStream);
    if (canOpenStreams()) {
        m_currentConnection->addStream(stream.get(), target, std::move(localEnd), warmUpRoundTrips);
    } else {
        failLater(stream.get());
    }
    return stream;
}

std::unique_ptr<RemoteProgram> Link::startProgram(const ProgramSpec &spec)
{
    std::unique_ptr<RemoteProgram> program(new RemoteProgram);
    program->m_record = std::make_shared<ProgramRegistration>();
    if (isLive()) {
        m_currentConnection->addProgram(program.get(), spec);
    } else {
        failLater(program.get());
    }
    return program;
}

void Link::renew()
{
    startRenewal(false);
}

void Link::renewInteractively()
{
    startRenewal(true);
}

void Link::answerHostKey(quint64 question, HostKeyAnswer answer)
{
    answerQuestion(question, HostKeyAnswerCommand{question, answer});
}

void Link::answerSecret(quint64 question, const std::optional<Secret> &secret)
{
    answerQuestion(question, SecretAnswerCommand{question, secret});
}

std::unique_ptr<LinkConnection> Link::createConnection(const LinkAttemptOptions &attemptOptions)
{
    auto made = std::make_unique<LinkConnection>(m_linkTarget, attemptOptions, m_linkSecrets, m_hopPool, this);
    LinkConnection *connection = made.get();
    connect(connection, &LinkConnection::stateOrAnsweringChanged, this, [this, connection] {
        handleConnectionChanged(connection);
    });
    connect(connection, &LinkConnection::eventReceived, this, [this, connection](const LinkEvent &event) {
        handleEvent(connection, event);
    });
    connect(connection, &LinkConnection::streamOrProgramEnded, this, &Link::endSurplusOldConnections, Qt::QueuedConnection);
    connect(connection, &LinkConnection::blockedByHop, this, [this, connection](const Failure &reason) {
        handleConnectionBlockedByHop(connection, reason);
    });
    connect(connection, &LinkConnection::terminated, this, [this, connection](const std::optional<Failure> &reason) {
        handleConnectionEnded(connection, reason);
    });
    return made;
}

void Link::handleEvent(const LinkConnection *connection, const LinkEvent &event)
{
    if (connection != m_currentConnection.get()
        && (std::holds_alternative<StepTiming>(event) || std::holds_alternative<LinkSample>(event) || std::holds_alternative<PingAnswer>(event))) {
        return; // the link reports login steps and measurements of its current connection only
    }
    std::visit(Overloaded{
                   [this](const StepTiming &step) {
                       m_stepTimings << step;
                       Q_EMIT stepFinished(step);
                   },
                   [this](const LinkSample &sample) {
                       Q_EMIT sampleTaken(sample);
                   },
                   [this](const PingAnswer &ping) {
                       Q_EMIT pingAnswered(ping);
                   },
                   [this](const HostKeyQuestion &question) {
                       Q_EMIT hostKeyQuestionAsked(question);
                   },
                   [this](const SecretQuestion &question) {
                       Q_EMIT secretQuestionAsked(question);
                   },
                   [this](QuestionWithdrawn withdrawn) {
                       Q_EMIT questionWithdrawn(withdrawn.question);
                   },
                   [this](const SharedFd &channel) {
                       Q_EMIT x11ChannelOpened(channel);
                   },
                   [](const auto &) {}, // all other events concern only the connection
               },
               event);
}

void Link::open()
{
    if (!isEnded(m_linkState)) {
        return;
    }
    m_lastFailure.reset();
    m_stepTimings.clear();
    m_linkFacts = {};
    if (m_renewalConnection && m_renewalConnection->isBlockedByHop()) {
        stopRenewal();
    }
    if (m_renewalConnection) {
        // The old connection ended during the renewal: the new one takes its place.
        m_currentConnection = std::move(m_renewalConnection);
        m_stepTimings = m_currentConnection->steps();
        updateStateFromCurrentConnection();
        Q_EMIT renewalStartedOrEnded();
        return;
    }
    openInteractively();
}

void Link::startRenewal(bool mayAskUser)
{
    if (!m_currentConnection || !m_currentConnection->isLoggedIn() || m_currentConnection->isHostAnswering()) {
        return;
    }
    if (m_renewalConnection && (!mayAskUser || m_renewalConnection->attemptOptions().mayAskUser)) {
        return;
    }
    stopRenewal(); // a renewal with permission to ask questions replaces one without this permission
    m_renewalConnection = createConnection({.mayAskUser = mayAskUser, .isReconnection = true});
    Q_EMIT renewalStartedOrEnded();
}

void Link::stopRenewal()
{
    if (!m_renewalConnection) {
        return;
    }
    auto connection = std::move(m_renewalConnection);
    if (connection->isAskingUser()) {
        connection->stop(); // the questions of that connection become void
    } else {
        connection->finishLoginAndStop();
    }
    discardConnection(std::move(connection));
    Q_EMIT renewalStartedOrEnded();
}

void Link::close()
{
    stopRenewal();
    m_hasBeenLiveSinceOpen = false;
    auto old = std::exchange(m_oldConnections, {});
    for (auto &connection : old) {
        discardAndStop(std::move(connection));
    }
    if (isEnded(m_linkState)) {
        return;
    }
    m_lastFailure.reset();
    if (m_currentConnection) {
        discardAndStop(std::move(m_currentConnection));
    }
    updateStateFromCurrentConnection();
}

/// The connections in use: the current one, the one that a renewal makes, and the old ones.
std::vector<LinkConnection *> Link::usedConnections() const
{
    std::vector<LinkConnection *> connections{m_currentConnection.get(), m_renewalConnection.get()};
    std::ranges::transform(m_oldConnections, std::back_inserter(connections), &std::unique_ptr<LinkConnection>::get);
    std::erase(connections, nullptr);
    return connections;
}

void Link::checkConnectivity()
{
    for (LinkConnection *connection : usedConnections()) {
        connection->checkConnectivity();
    }
}

void Link::answerQuestion(quint64 question, const LinkCommand &command)
{
    for (LinkConnection *connection : usedConnections()) {
        if (connection->answerQuestion(question, command)) {
            return;
        }
    }
}

bool Link::hasThreadEnded() const
{
    return usedConnections().empty() && std::ranges::all_of(m_endedOrEndingConnections, &LinkConnection::hasThreadEnded, &std::unique_ptr<LinkConnection>::get);
}

/// Updates the link's state from the current connection.
void Link::updateStateFromCurrentConnection()
{
    const LinkState newState = m_currentConnection ? m_currentConnection->state() : LinkState::Closed;
    const bool newAnswers = m_currentConnection && m_currentConnection->isHostAnswering();
    m_hasBeenLiveSinceOpen = m_hasBeenLiveSinceOpen || newState == LinkState::Live;
    const bool otherAnswers = std::exchange(m_isHostAnswering, newAnswers) != newAnswers;
    if (std::exchange(m_linkState, newState) != newState) {
        Q_EMIT stateChanged(newState);
    }
    if (otherAnswers && m_isHostAnswering == newAnswers) { // not if a slot connected to stateChanged() has changed m_isHostAnswering again
        Q_EMIT answeringChanged(newAnswers);
    }
}

void Link::handleConnectionChanged(LinkConnection *connection)
{
    if (connection == m_currentConnection.get()) {
        if (connection->state() == LinkState::Live) {
            m_linkFacts = connection->facts();
        }
        updateStateFromCurrentConnection();
    } else if (connection == m_renewalConnection.get()) {
        if (!connection->isLoggedIn()) {
            Q_EMIT renewalStartedOrEnded();
        } else if (m_currentConnection && m_currentConnection->isHostAnswering()) {
            stopRenewal(); // the silent connection has answered before the new one could replace it
        } else {
            switchToRenewalConnection();
        }
    }
}

void Link::switchToRenewalConnection()
{
    std::unique_ptr<LinkConnection> old = std::move(m_currentConnection);
    m_currentConnection = std::move(m_renewalConnection);
    m_linkFacts = m_currentConnection->facts();
    m_stepTimings = m_currentConnection->steps();
    m_lastFailure.reset();
    if (!old) {
        Q_EMIT renewalStartedOrEnded();
        updateStateFromCurrentConnection();
        return;
    }
    qCInfo(LogLink) << "link" << m_linkTarget.spec.id << "is live by way of a new connection";
    m_oldConnections.push_back(std::move(old));
    // Set here, but signaled only after connectionRenewed(): a receiver that waits for Live would otherwise open its stream, and open it again when
    // it gets connectionRenewed().
    const LinkState before = std::exchange(m_linkState, LinkState::Live);
    const bool answeredBefore = std::exchange(m_isHostAnswering, m_currentConnection->isHostAnswering());
    m_oldConnections.back()->markReplaced();
    Q_EMIT renewalStartedOrEnded();
    Q_EMIT connectionRenewed();
    if (before != LinkState::Live && m_linkState == LinkState::Live) {
        Q_EMIT stateChanged(m_linkState);
    }
    if (!answeredBefore && m_isHostAnswering) {
        Q_EMIT answeringChanged(true);
    }
    m_deleteEndedTimer.start(1s);
    // Queued, so that streams and programs can leave the old connection first.
    QMetaObject::invokeMethod(this, &Link::endSurplusOldConnections, Qt::QueuedConnection);
}

void Link::handleConnectionEnded(LinkConnection *connection, const std::optional<Failure> &reason)
{
    if (connection == m_currentConnection.get()) {
        handleCurrentEnded(reason);
    } else if (connection == m_renewalConnection.get()) {
        discardConnection(std::move(m_renewalConnection));
        Q_EMIT renewalStartedOrEnded();
        if (reason) {
            qCInfo(LogLink) << "link" << m_linkTarget.spec.id << "could not be renewed:" << reason->what;
            Q_EMIT linkRenewalFailed(*reason);
        }
    } else {
        const auto found = std::ranges::find(m_oldConnections, connection, &std::unique_ptr<LinkConnection>::get);
        if (found != m_oldConnections.end()) {
            discardConnection(std::move(*found));
            m_oldConnections.erase(found);
        }
    }
}

void Link::handleCurrentEnded(const std::optional<Failure> &reason)
{
    const bool mayAskNow = !m_currentConnection->attemptOptions().mayAskUser && m_currentConnection->hasNeededUser();
    discardConnection(std::move(m_currentConnection));
    if (mayAskNow) {
        openInteractively(); // the connection was begun during a renewal, in which questions were not allowed
        return;
    }
    m_lastFailure = reason;
    if (reason) {
        Q_EMIT failed(*reason);
    }
    updateStateFromCurrentConnection();
}

/// A renewal may not ask the user. Its problem is reported, and the renewal keeps waiting: the hop may come back without the
/// user's help here.
void Link::handleConnectionBlockedByHop(LinkConnection *connection, const Failure &reason)
{
    if (connection == m_renewalConnection.get()) {
        qCInfo(LogLink) << "link" << m_linkTarget.spec.id << "cannot be renewed for now:" << reason.what;
        Q_EMIT linkRenewalFailed(reason);
    } else if (connection == m_currentConnection.get()) {
        discardAndStop(std::move(m_currentConnection));
        openInteractively(); // the connection was begun during a renewal, in which questions were not allowed
    }
}

/// Makes the current connection, with permission to ask questions.
void Link::openInteractively()
{
    m_stepTimings.clear();
    m_currentConnection = createConnection({.mayAskUser = true, .isReconnection = m_hasBeenLiveSinceOpen});
    updateStateFromCurrentConnection();
}

void Link::discardConnection(std::unique_ptr<LinkConnection> connection)
{
    m_endedOrEndingConnections.push_back(std::move(connection));
    m_deleteEndedTimer.start(m_deleteEndedTimer.isActive() ? std::min(m_deleteEndedTimer.intervalAsDuration(), 100ms) : 100ms);
}

void Link::discardAndStop(std::unique_ptr<LinkConnection> connection)
{
    LinkConnection *ending = connection.get();
    discardConnection(std::move(connection));
    ending->stop();
}

void Link::endSurplusOldConnections()
{
    const auto now = std::chrono::steady_clock::now();
    auto all = std::exchange(m_oldConnections, {});
    qsizetype surplus = static_cast<qsizetype>(all.size()) - OldConnectionPolicy::maxOldConnections;
    std::vector<std::unique_ptr<LinkConnection>> terminated;
    for (auto &connection : all) {
        // Not from silentSince(): after a long sleep of the computer, every old connection would end before its host could answer.
        const auto noticedAt = connection->silenceNoticedAt();
        const auto silent = noticedAt ? now - *noticedAt : 0ns;
        if (OldConnectionPolicy::isWorthKeeping(connection->isCarryingTraffic(), silent) && surplus <= 0) {
            m_oldConnections.push_back(std::move(connection));
            continue;
        }
        surplus -= connection->isCarryingTraffic() ? 1 : 0;
        terminated.push_back(std::move(connection));
    }
    for (auto &connection : terminated) {
        discardAndStop(std::move(connection));
    }
}

void Link::deleteEndedConnections()
{
    std::erase_if(m_endedOrEndingConnections, [](const auto &connection) {
        return connection->hasThreadEnded();
    });
    endSurplusOldConnections();
    if (!m_endedOrEndingConnections.empty()) {
        m_deleteEndedTimer.start(100ms);
    } else if (!m_oldConnections.empty()) {
        m_deleteEndedTimer.start(1s);
    } else {
        m_deleteEndedTimer.stop();
    }
}
}
