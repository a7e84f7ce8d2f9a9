// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkconnections.h"

#include "sessions/common/logging.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkpolicy.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

LinkConnections::LinkConnections(const LinkTarget &target,
                                 std::shared_ptr<LinkSecrets> linkSecrets,
                                 HopPool *hops,
                                 std::shared_ptr<HopPool> hopPoolOwner,
                                 const Link *user)
    : m_linkTarget(target)
    , m_linkSecrets(std::move(linkSecrets))
    , m_hopPoolOwner(std::move(hopPoolOwner))
    , m_hopPool(hops)
    , m_owningLink(user)
{
    connect(&m_deleteEndedTimer, &QTimer::timeout, this, &LinkConnections::deleteEndedConnections);
}

LinkConnections::~LinkConnections()
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

const LinkTarget &LinkConnections::target() const
{
    return m_linkTarget;
}

std::shared_ptr<LinkSecrets> LinkConnections::linkSecrets() const
{
    return m_linkSecrets;
}

LinkState LinkConnections::state() const
{
    return m_linkState;
}

bool LinkConnections::isHostAnswering() const
{
    return m_isHostAnswering;
}

const LinkFacts &LinkConnections::facts() const
{
    return m_linkFacts;
}

const QList<StepTiming> &LinkConnections::steps() const
{
    return m_stepTimings;
}

const std::optional<Failure> &LinkConnections::lastFailure() const
{
    return m_lastFailure;
}

LinkConnection *LinkConnections::currentConnection() const
{
    return m_currentConnection.get();
}

const LinkConnection *LinkConnections::renewalConnection() const
{
    return m_renewalConnection.get();
}

int LinkConnections::oldConnectionCount() const
{
    return static_cast<int>(m_oldConnections.size());
}

std::unique_ptr<LinkConnection> LinkConnections::createConnection(const LinkAttemptOptions &attemptOptions)
{
    auto made = std::make_unique<LinkConnection>(m_linkTarget, attemptOptions, m_linkSecrets, m_hopPool, m_owningLink);
    LinkConnection *connection = made.get();
    connect(connection, &LinkConnection::stateOrAnsweringChanged, this, [this, connection] {
        handleConnectionChanged(connection);
    });
    connect(connection, &LinkConnection::eventReceived, this, [this, connection](const LinkEvent &event) {
        handleEvent(connection, event);
    });
    connect(connection, &LinkConnection::streamOrProgramEnded, this, &LinkConnections::endSurplusOldConnections, Qt::QueuedConnection);
    connect(connection, &LinkConnection::blockedByHop, this, [this, connection](const Failure &reason) {
        handleConnectionBlockedByHop(connection, reason);
    });
    connect(connection, &LinkConnection::terminated, this, [this, connection](const std::optional<Failure> &reason) {
        handleConnectionEnded(connection, reason);
    });
    return made;
}

void LinkConnections::handleEvent(const LinkConnection *connection, const LinkEvent &event)
{
    const bool isOfLogin = std::holds_alternative<StepTiming>(event);
    const bool isMeasured = std::holds_alternative<LinkSample>(event) || std::holds_alternative<PingAnswer>(event);
    if (connection != m_currentConnection.get() && (isOfLogin || isMeasured)) {
        return; // the link reports login steps and measurements of its current connection only
    }
    if (isOfLogin) {
        m_stepTimings << std::get<StepTiming>(event);
    }
    Q_EMIT eventReported(event);
}

void LinkConnections::open()
{
    if (m_linkState != LinkState::Idle && m_linkState != LinkState::Closed) {
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
    m_currentConnection = createConnection({.mayAskUser = true, .isReconnection = m_hasBeenLiveSinceOpen});
    updateStateFromCurrentConnection();
}

void LinkConnections::renew(bool mayAskUser)
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

void LinkConnections::stopRenewal()
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

void LinkConnections::close()
{
    stopRenewal();
    m_hasBeenLiveSinceOpen = false;
    auto old = std::exchange(m_oldConnections, {});
    for (auto &connection : old) {
        LinkConnection *ending = connection.get();
        discardConnection(std::move(connection));
        ending->stop();
    }
    if (m_linkState == LinkState::Idle || m_linkState == LinkState::Closed) {
        return;
    }
    m_lastFailure.reset();
    if (m_currentConnection) {
        LinkConnection *ending = m_currentConnection.get();
        discardConnection(std::move(m_currentConnection));
        ending->stop();
    }
    updateStateFromCurrentConnection();
}

void LinkConnections::checkConnectivity()
{
    for (LinkConnection *connection : {m_currentConnection.get(), m_renewalConnection.get()}) {
        if (connection) {
            connection->checkConnectivity();
        }
    }
    for (const auto &connection : m_oldConnections) {
        connection->checkConnectivity();
    }
}

void LinkConnections::answerQuestion(quint64 question, const LinkCommand &command)
{
    for (LinkConnection *connection : {m_currentConnection.get(), m_renewalConnection.get()}) {
        if (connection && connection->answerQuestion(question, command)) {
            return;
        }
    }
    for (const auto &connection : m_oldConnections) {
        if (connection->answerQuestion(question, command)) {
            return;
        }
    }
}

bool LinkConnections::hasThreadEnded() const
{
    return !m_currentConnection && !m_renewalConnection && m_oldConnections.empty()
        && std::ranges::all_of(m_endedOrEndingConnections, [](const auto &connection) {
               return connection->hasThreadEnded();
           });
}

/// Updates the link's state from the current connection.
void LinkConnections::updateStateFromCurrentConnection()
{
    const LinkState newState = m_currentConnection ? m_currentConnection->state() : LinkState::Closed;
    const bool newAnswers = m_currentConnection && m_currentConnection->isHostAnswering();
    if (newState == LinkState::Live && !m_hasBeenLiveSinceOpen) {
        m_hasBeenLiveSinceOpen = true;
    }
    const bool otherAnswers = std::exchange(m_isHostAnswering, newAnswers) != newAnswers;
    if (std::exchange(m_linkState, newState) != newState) {
        Q_EMIT stateChanged(newState);
    }
    if (otherAnswers && m_isHostAnswering == newAnswers) { // not if a slot connected to stateChanged() has changed m_isHostAnswering again
        Q_EMIT answeringChanged(newAnswers);
    }
}

void LinkConnections::handleConnectionChanged(LinkConnection *connection)
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

void LinkConnections::switchToRenewalConnection()
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
    LinkConnection *elder = old.get();
    m_oldConnections.push_back(std::move(old));
    // Set here, but signaled only after connectionRenewed(): a receiver that waits for Live would otherwise open its stream, and open it again when
    // it gets connectionRenewed().
    const LinkState before = std::exchange(m_linkState, LinkState::Live);
    const bool answeredBefore = std::exchange(m_isHostAnswering, m_currentConnection->isHostAnswering());
    elder->markReplaced();
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
    QMetaObject::invokeMethod(this, &LinkConnections::endSurplusOldConnections, Qt::QueuedConnection);
}

void LinkConnections::handleConnectionEnded(LinkConnection *connection, const std::optional<Failure> &reason)
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
            auto ended = std::move(*found);
            m_oldConnections.erase(found);
            discardConnection(std::move(ended));
        }
    }
}

void LinkConnections::handleCurrentEnded(const std::optional<Failure> &reason)
{
    const bool mayAskNow = !m_currentConnection->attemptOptions().mayAskUser && m_currentConnection->hasNeededUser();
    discardConnection(std::move(m_currentConnection));
    if (mayAskNow) {
        reopenInteractively();
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
void LinkConnections::handleConnectionBlockedByHop(LinkConnection *connection, const Failure &reason)
{
    if (connection == m_renewalConnection.get()) {
        qCInfo(LogLink) << "link" << m_linkTarget.spec.id << "cannot be renewed for now:" << reason.what;
        Q_EMIT linkRenewalFailed(reason);
    } else if (connection == m_currentConnection.get()) {
        discardConnection(std::move(m_currentConnection));
        connection->stop();
        reopenInteractively();
    }
}

/// Makes the current connection again, with permission to ask questions. It was begun during a renewal, in which questions were not allowed.
void LinkConnections::reopenInteractively()
{
    m_stepTimings.clear();
    m_currentConnection = createConnection({.mayAskUser = true, .isReconnection = m_hasBeenLiveSinceOpen});
    updateStateFromCurrentConnection();
}

void LinkConnections::discardConnection(std::unique_ptr<LinkConnection> connection)
{
    m_endedOrEndingConnections.push_back(std::move(connection));
    m_deleteEndedTimer.start(m_deleteEndedTimer.isActive() ? std::min(m_deleteEndedTimer.intervalAsDuration(), 100ms) : 100ms);
}

void LinkConnections::endSurplusOldConnections()
{
    const auto now = std::chrono::steady_clock::now();
    auto all = std::exchange(m_oldConnections, {});
    qsizetype surplus = static_cast<qsizetype>(all.size()) - OldConnectionPolicy::maxOldConnections;
    std::vector<std::unique_ptr<LinkConnection>> terminated;
    for (auto &connection : all) {
        // Not from silentSince(): after a long sleep of the computer, every old connection would end before its host could answer.
        const auto silenceNoticedAt = connection->silenceNoticedAt();
        const auto silent = silenceNoticedAt ? now - *silenceNoticedAt : 0ns;
        if (OldConnectionPolicy::isWorthKeeping(connection->isCarryingTraffic(), silent) && surplus <= 0) {
            m_oldConnections.push_back(std::move(connection));
            continue;
        }
        surplus -= connection->isCarryingTraffic() ? 1 : 0;
        terminated.push_back(std::move(connection));
    }
    for (auto &connection : terminated) {
        LinkConnection *ending = connection.get();
        discardConnection(std::move(connection));
        ending->stop();
    }
}

void LinkConnections::deleteEndedConnections()
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
