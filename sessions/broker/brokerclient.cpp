// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerclient.h"

#include "sessions/broker/brokerconnection.h"
#include "sessions/broker/brokerfailure.h"
#include "sessions/common/logging.h"

#include <QCryptographicHash>
#include <QPointer>
#include <QRandomGenerator>

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
using Clock = std::chrono::steady_clock;
constexpr qsizetype bufferLimit = 256 * 1024;
/// Time limit for opening a path to the broker, such as an ssh channel over a slow link. The limit for the broker's
/// answer is keepAlive.
constexpr auto openLimit = 20s;
constexpr auto leaveLimit = 3s;
constexpr std::chrono::milliseconds refusedPause = 5min;
constexpr std::chrono::milliseconds longestPause = 1h;
/// After a connection that lasted this long, earlier takeovers no longer count. It is longer than any pause, so two consoles that take turns never
/// reach it.
constexpr std::chrono::milliseconds takeoversForgottenAfter = 3 * longestPause;
/// A connection that lasted less than this counts as a failed attempt. So a broker that accepts a client and
/// disconnects it is not contacted every second.
constexpr auto steadyAfter = 10s;
}

BrokerClient::BrokerClient(QObject *parent)
    : QObject(parent)
    , m_clientIdSuffix(QByteArray::number(QRandomGenerator::system()->generate(), 16).rightJustified(8, '0'))
{
    m_stepTimer.setSingleShot(true);
    connect(&m_stepTimer, &QTimer::timeout, this, &BrokerClient::handleStepTimeout);
}

BrokerClient::~BrokerClient()
{
    dropConnection();
}

BrokerTransport *BrokerClient::transport() const
{
    return m_transport.get();
}

BrokerState BrokerClient::state() const
{
    return m_state;
}

std::optional<Failure> BrokerClient::failure() const
{
    return m_state == BrokerState::Retrying || m_state == BrokerState::Refused ? m_lastFailure : std::nullopt;
}

std::optional<Failure> BrokerClient::accessRefusal() const
{
    return m_state == BrokerState::Connected ? m_accessRefusal : std::nullopt;
}

void BrokerClient::setTransport(std::unique_ptr<BrokerTransport> transport)
{
    if (m_isSigningOut) {
        signOutInBackground();
    }
    dropConnection();
    if (m_transport) {
        m_transport->disconnect(this);
        m_transport.release()->deleteLater(); // deleted later, because one of its signals may be calling this function
    }
    m_transport = std::move(transport);
    if (m_transport) {
        connect(m_transport.get(), &BrokerTransport::openableChanged, this, &BrokerClient::handlePathOpenableChanged);
        connect(m_transport.get(), &BrokerTransport::streamOpened, this, &BrokerClient::beginMqttSession);
        connect(m_transport.get(), &BrokerTransport::streamFailed, this, [this](const Failure &reason) {
            if (m_isSigningOut) {
                finishSigningOut();
            } else if (m_connection) {
                handleFailure(reason, refusedPause);
            }
        });
        connect(m_transport.get(), &BrokerTransport::streamClosed, this, [this] {
            if (m_connection) {
                m_connection->readRemainingBytes(); // the last packets contain the reason why the broker closed the connection
            }
        });
    }
    m_backoff.reset();
    m_loginRefusal.reset();
    connectIfPossible();
}

void BrokerClient::open(const BrokerCredential &credential, const std::function<BrokerWill()> &will)
{
    m_isSigningOut = false;
    dropConnection();
    m_credential = credential;
    m_makeWill = will;
    m_isConnectionRequested = true;
    m_takeoverCount = 0;
    m_backoff.reset();
    m_loginRefusal.reset();
    connectIfPossible();
}

void BrokerClient::close(const std::optional<BrokerWill> &farewell)
{
    if (m_isSigningOut || !m_isConnectionRequested) {
        return;
    }
    m_isConnectionRequested = false;
    m_makeWill = {};
    m_credential = {};
    m_lastFailure.reset();
    m_loginRefusal.reset();
    if (m_state == BrokerState::Connected && m_connection) {
        m_connection->signOut(farewell);
        m_isSigningOut = true;
        m_stepTimer.start(leaveLimit);
    } else {
        dropConnection();
        m_stepTimer.stop();
        QMetaObject::invokeMethod(this, &BrokerClient::connectionClosed, Qt::QueuedConnection);
    }
    handleEvent(BrokerEvent::CloseRequested);
}

void BrokerClient::finishSigningOut()
{
    m_isSigningOut = false;
    dropConnection();
    Q_EMIT connectionClosed();
}

void BrokerClient::signOutInBackground()
{
    // This object owns transport and connection while the farewell is being sent, because the caller may replace the transport right after close().
    auto *const rest = new QObject(this);
    m_transport->disconnect(this);
    m_connection->disconnect(this);
    connect(m_connection.get(), &BrokerConnection::connectionEnded, rest, &QObject::deleteLater);
    connect(m_transport.get(), &BrokerTransport::streamFailed, rest, &QObject::deleteLater);
    connect(m_transport.get(), &BrokerTransport::streamClosed, rest, &QObject::deleteLater);
    QTimer::singleShot(leaveLimit, rest, &QObject::deleteLater);
    connect(rest, &QObject::destroyed, this, &BrokerClient::connectionClosed);
    m_counters = counters();
    m_transport.release()->setParent(rest);
    m_connection.release()->setParent(rest);
    m_stepTimer.stop();
    m_isSigningOut = false;
}

void BrokerClient::retry()
{
    m_loginRefusal.reset();
    connectIfPossible();
}

void BrokerClient::connectIfPossible()
{
    if (!m_isConnectionRequested || m_connection) {
        return;
    }
    const auto now = Clock::now();
    if (!m_transport || !m_transport->isOpenable()) {
        m_stepTimer.stop();
        m_lastFailure.reset();
        handleEvent(BrokerEvent::PathMissing);
    } else if (m_loginRefusal && now < m_loginRefusal->effectiveUntil) {
        // A refusal stays effective when the link reconnects. Without that, two consoles with the same credential would disconnect each other all
        // night.
        m_lastFailure = m_loginRefusal->failure;
        m_stepTimer.start(std::chrono::ceil<std::chrono::milliseconds>(m_loginRefusal->effectiveUntil - now));
        handleEvent(BrokerEvent::LoginRefused);
    } else {
        m_loginRefusal.reset();
        startConnectionAttempt();
    }
}

void BrokerClient::handlePathOpenableChanged(bool openable)
{
    // While a connection exists, there is nothing to do here: the end of its stream is reported by another signal.
    if (!m_connection && (!openable || m_state != BrokerState::Refused)) {
        connectIfPossible();
    }
}

void BrokerClient::startConnectionAttempt()
{
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0) {
        const QString error = QString::fromLocal8Bit(std::strerror(errno));
        if (handleEvent(BrokerEvent::AttemptBegun)) {
            handleFailure(BrokerFailure::noLocalSocket(error), refusedPause);
        }
        return;
    }
    m_connection = std::make_unique<BrokerConnection>(UniqueFd(pair[0]));
    connect(m_connection.get(), &BrokerConnection::resultsArrived, this, &BrokerClient::handleSessionResults);
    connect(m_connection.get(), &BrokerConnection::connectionEnded, this, &BrokerClient::handleConnectionEnded);
    m_stepTimer.start(openLimit);
    if (handleEvent(BrokerEvent::AttemptBegun)) {
        m_transport->open(UniqueFd(pair[1]));
    } else {
        ::close(pair[1]);
    }
}

void BrokerClient::beginMqttSession()
{
    if (!m_connection || m_connection->hasBegun() || !m_isConnectionRequested) {
        return;
    }
    if (!m_connection->begin({clientId(), m_credential.user().toUtf8(), m_credential.password, m_makeWill ? m_makeWill() : BrokerWill{}})) {
        handleFailure(BrokerFailure::noLocalSocket(QString::fromLocal8Bit(std::strerror(errno))), refusedPause);
        return;
    }
    m_stepTimer.stop();
}

std::function<bool()> BrokerClient::makeCloseDetector()
{
    return [client = QPointer(this), generation = m_connectionGeneration] {
        return !client || client->m_connectionGeneration != generation;
    };
}

QByteArray BrokerClient::clientId()
{
    // A broker disconnects a client when another one connects with the same id. For a desk that is intended: an old session left by a broken
    // connection must not publish its will after the desk is back, and two consoles cannot be one desk. A support astronomer may have boards at
    // several places. mosquitto 2.0.21 was seen to disconnect the client with that id even if the user differs: so no other user may know a desk's
    // id.
    const QByteArray user = m_credential.user().toUtf8();
    if (m_credential.role != BrokerRole::Desk) {
        return user + '.' + m_clientIdSuffix;
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData("nightdesk client id:");
    hash.addData(m_credential.password.view());
    return user + '.' + hash.result().toHex().first(16);
}

void BrokerClient::handleSessionResults()
{
    const auto isClosed = makeCloseDetector();
    const MqttSession::SessionResults results = m_connection->takeResults();
    if (results.loginReasonCode == 0 && m_state == BrokerState::Connecting) {
        m_connectedSince = Clock::now();
        m_lastFailure.reset();
        m_loginRefusal.reset();
        m_accessRefusal.reset();
        m_connection->subscribe(m_subscribedFilters);
        if (!handleEvent(BrokerEvent::LoginAccepted)) {
            return;
        }
        Q_EMIT connected();
        if (isClosed()) {
            return;
        }
    }
    if (!results.messages.isEmpty()) {
        m_counters.arrivedMessages += static_cast<quint64>(results.messages.size());
        Q_EMIT messagesArrived(results.messages);
    }
    for (const MqttSession::Receipt &receipt : results.receipts) {
        if (!isClosed()) {
            Q_EMIT messageDelivered(receipt.receiptId, receipt.deliveryResult);
        }
    }
    for (const MqttSession::Refusal &one : results.refusedTopics) {
        if (!isClosed()) {
            reportRefusal(one.topicOrFilter, BrokerFailure::messageRefused(one.reason, one.topicOrFilter));
        }
    }
    for (const MqttSession::Refusal &one : results.refusedFilters) {
        if (!isClosed()) {
            reportRefusal(one.topicOrFilter, BrokerFailure::subscriptionRefused(one.reason, one.topicOrFilter));
        }
    }
    if (!isClosed()) {
        handleSessionFailure(results);
    }
}

void BrokerClient::reportRefusal(const QString &what, const Failure &reason)
{
    if (!m_accessRefusal) {
        m_accessRefusal = reason;
        qCInfo(LogBroker) << "broker:" << reason.what << reason.affectedItem;
    }
    Q_EMIT messageRefused(what, reason);
}

void BrokerClient::handleSessionFailure(const MqttSession::SessionResults &results)
{
    const bool wasIn = m_state == BrokerState::Connected;
    if (results.loginReasonCode.value_or(0) != 0) {
        handleFailure(BrokerFailure::loginRefused(*results.loginReasonCode, m_credential), refusedPause);
    } else if (results.disconnectReasonCode) {
        std::chrono::milliseconds pause = refusedPause;
        if (BrokerFailure::isTakenOver(*results.disconnectReasonCode)) {
            if (m_connectedSince && Clock::now() - *m_connectedSince >= takeoversForgottenAfter) {
                m_takeoverCount = 0;
            }
            // longer each time: two consoles that both reconnect at once would disconnect each other all night
            pause = std::min(refusedPause * (1 << std::min(m_takeoverCount, 5)), longestPause);
            ++m_takeoverCount;
        }
        handleFailure(BrokerFailure::disconnectedByBroker(*results.disconnectReasonCode, m_credential), pause);
    } else if (m_connection->hasReceivedNonMqtt()) {
        handleFailure(wasIn ? BrokerFailure::protocolViolated() : BrokerFailure::notAnMqttBroker(), refusedPause);
    } else if (results.error) {
        qCInfo(LogBroker) << "libmosquitto:" << *results.error;
        handleFailure(results.brokerStoppedAnswering ? BrokerFailure::brokerNotResponding(wasIn) : BrokerFailure::protocolViolated(), refusedPause);
    }
}

void BrokerClient::handleConnectionEnded()
{
    if (m_isSigningOut) {
        finishSigningOut();
    } else {
        handleFailure(BrokerFailure::connectionLost(m_state == BrokerState::Connected), refusedPause);
    }
}

void BrokerClient::handleStepTimeout()
{
    if (m_isSigningOut) {
        finishSigningOut();
    } else if (m_connection) {
        handleFailure(BrokerFailure::brokerNotResponding(false), refusedPause); // false: the stream to the broker was never opened
    } else {
        m_loginRefusal.reset(); // the timer may fire early, so the pause is ended here
        connectIfPossible();
    }
}

void BrokerClient::handleFailure(const Failure &reason, std::chrono::milliseconds pause)
{
    if (m_isSigningOut) {
        // A slot of messagesArrived() called close(), and the connection failed with the same bytes.
        finishSigningOut();
        return;
    }
    if (m_connectedSince && Clock::now() - *m_connectedSince >= steadyAfter) {
        m_backoff.reset();
    }
    dropConnection();
    qCInfo(LogBroker) << "broker:" << reason.what;
    const double chance = QRandomGenerator::global()->generateDouble();
    if (reason.kind == FailureKind::Refused) {
        m_loginRefusal = {.failure = reason,
                          .effectiveUntil = Clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(pause * (0.9 + chance / 5))};
    }
    if (m_loginRefusal || !m_transport || !m_transport->isOpenable()) {
        connectIfPossible();
        return;
    }
    m_lastFailure = reason;
    m_stepTimer.start(m_backoff.nextPause(chance));
    handleEvent(BrokerEvent::ConnectionLost);
}

void BrokerClient::dropConnection()
{
    ++m_connectionGeneration;
    m_counters = counters();
    m_connectedSince.reset();
    if (m_connection) {
        if (m_transport) {
            m_transport->close();
        }
        m_connection->disconnect(this);
        m_connection->close();
        m_connection.release()->deleteLater(); // deleted later, because one of its signals may be calling this function
        m_stepTimer.stop();
    }
}

bool BrokerClient::handleEvent(BrokerEvent event)
{
    const std::optional<BrokerState> next = nextState(m_state, event);
    if (!next || *next == m_state) {
        if (!next) {
            qCDebug(LogBroker) << "event" << static_cast<int>(event) << "in state" << static_cast<int>(m_state) << "is ignored";
        }
        return next.has_value();
    }
    m_state = *next;
    const auto isClosed = makeCloseDetector();
    Q_EMIT stateChanged(m_state);
    return !isClosed();
}

void BrokerClient::subscribe(const QStringList &filters)
{
    QStringList added;
    for (const QString &filter : filters) {
        if (!m_subscribedFilters.contains(filter)) {
            added << filter;
        }
    }
    m_subscribedFilters << added;
    if (m_state == BrokerState::Connected && m_connection && !added.isEmpty()) {
        m_connection->subscribe(added);
    }
}

void BrokerClient::unsubscribe(const QStringList &filters)
{
    QStringList removed;
    for (const QString &filter : filters) {
        if (m_subscribedFilters.removeAll(filter) > 0) {
            removed << filter;
        }
    }
    if (m_state == BrokerState::Connected && m_connection && !removed.isEmpty()) {
        m_connection->unsubscribe(removed);
    }
}

bool BrokerClient::publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery)
{
    if (m_state != BrokerState::Connected || !m_connection || payload.size() > maxPacketSize
        || m_connection->unconfirmedBytes() + payload.size() > bufferLimit) {
        return false;
    }
    const bool isDone = m_connection->publish(topic, payload, delivery);
    m_counters.publishedMessages += isDone ? 1 : 0;
    return isDone;
}

BrokerCounters BrokerClient::counters() const
{
    BrokerCounters all = m_counters;
    if (m_connection) {
        m_connection->addCountersTo(all);
    }
    return all;
}
}
