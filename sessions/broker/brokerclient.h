// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerbackoff.h"
#include "sessions/broker/brokercredential.h"
#include "sessions/broker/brokerfacts.h"
#include "sessions/broker/brokersteps.h"
#include "sessions/broker/brokertransport.h"
#include "sessions/broker/mqttsession.h"

#include <QList>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>

namespace Nightdesk
{
class BrokerConnection;

/// One MQTT 5 connection to the facility's broker that reconnects automatically. It buffers nothing while it is not connected: the owner publishes
/// states again on connected(), so that present states replace older ones. Uses libmosquitto, without ever blocking.
///
/// The broker identifies a desk only by its name: the console that signs in last with a desk's credential is the desk, and the previous one is
/// notified of that. A support astronomer may have several boards. Owned by the class that posts to the board or shows it (BoardMessageSender,
/// BoardConsole, PagerClient), on its thread.
class BrokerClient : public QObject
{
    Q_OBJECT
public:
    /// Longest pause between two packets of the client (MQTT keep-alive). The broker publishes the will if it receives no packet for 1.5 times this
    /// time.
    static constexpr std::chrono::seconds keepAlive = MqttSession::keepAlive;
    static constexpr qsizetype maxPacketSize = MqttSession::maxPacketSize;

    explicit BrokerClient(QObject *parent = nullptr);
    ~BrokerClient() override;

    /// Sets the path to the broker. May be called at any time: the client then reconnects over the new path. Null: no
    /// path, state WaitingForPath. A farewell that is being sent over the old path may still arrive.
    void setTransport(std::unique_ptr<BrokerTransport> transport);
    BrokerTransport *transport() const;

    /// Connects, and reconnects from now on. @p will: called for each new connection; returns its last will.
    void open(const BrokerCredential &credential, const std::function<BrokerWill()> &will);
    /// Closes the connection. If connected, publishes @p farewell first (retained), and the broker does not publish the
    /// will. Does not block: connectionClosed() is emitted within 3 s. If the object is destroyed before that, the broker may
    /// publish either of the two.
    void close(const std::optional<BrokerWill> &farewell = {});
    void retry(); ///< connects at once, without waiting for the end of the pause

    BrokerState state() const;
    std::optional<Failure> failure() const; ///< why the broker cannot be used; set only while Retrying or Refused
    /// The first refusal of a topic or filter on this connection, as reported by messageRefused(): the broker's access list does not fit the credential,
    /// and the user should know. Empty: none.
    std::optional<Failure> accessRefusal() const;
    BrokerCounters counters() const;

    /// Subscribes to topics. The filters are kept, and subscribed again with each connection.
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    /// False: the message is discarded, because there is no connection, it is longer than the broker accepts, or more than 256 KiB wait to be sent
    /// or acknowledged. True only means that the message is on its way, because a broken connection is noticed seconds later. A caller that must
    /// know gives the message a receiptId, waits for messageDelivered(), and on connected() publishes messages again that were not confirmed.
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery = {});

Q_SIGNALS:
    void stateChanged(Nightdesk::BrokerState state);
    void connected(); ///< at each connection, after the subscriptions were sent: publish states now
    /// Messages that arrived in one turn of the event loop, in order.
    void messagesArrived(const QList<Nightdesk::BrokerMessage> &messages);
    /// Emitted once for a message with a receiptId. Not emitted if the connection ends before the broker answers.
    void messageDelivered(const QString &receiptId, Nightdesk::BrokerDeliveryResult deliveryResult);
    /// The broker refused a message published with QoS 1 to @p topic, or a subscription (then @p topic is its filter).
    void messageRefused(const QString &topic, const Nightdesk::Failure &failure);
    void connectionClosed(); ///< after close(): the connection has ended, and the farewell was sent if possible

private:
    struct Refusal {
        Failure failure;
        std::chrono::steady_clock::time_point effectiveUntil;
    };

    /// Connects now, if a connection is requested, if there is a path, and if the broker has not just refused the
    /// login.
    void connectIfPossible();
    void handlePathOpenableChanged(bool openable);
    void startConnectionAttempt();
    void beginMqttSession();
    void handleSessionResults();
    void reportRefusal(const QString &what, const Failure &reason);
    void handleSessionFailure(const MqttSession::SessionResults &results);
    void handleConnectionEnded();
    void handleStepTimeout();
    void handleFailure(const Failure &reason, std::chrono::milliseconds refusedPause);
    void dropConnection();
    void finishSigningOut();
    void signOutInBackground();
    bool handleEvent(BrokerEvent event);
    /// The result tells whether a slot called meanwhile during a signal closed, reopened or destroyed the client.
    std::function<bool()> makeCloseDetector();
    QByteArray clientId();

    BrokerState m_state = BrokerState::Idle;
    std::optional<Failure> m_lastFailure;
    /// First refusal of a message's topic or of a subscription on this connection.
    std::optional<Failure> m_accessRefusal;
    std::unique_ptr<BrokerTransport> m_transport;
    BrokerCredential m_credential;
    std::function<BrokerWill()> m_makeWill;
    bool m_isConnectionRequested = false;
    bool m_isSigningOut = false; ///< the farewell is being sent
    QStringList m_subscribedFilters;
    std::unique_ptr<BrokerConnection> m_connection; ///< null: there is no connection, and none is being opened
    QTimer m_stepTimer; ///< time limit of a step of the connection, or a pause between attempts
    BrokerBackoff m_backoff;
    /// Time when the client was connected; empty: not connected.
    std::optional<std::chrono::steady_clock::time_point> m_connectedSince;
    std::optional<Refusal> m_loginRefusal; ///< the latest refusal of a login, until a login succeeds or the pause is over
    int m_takeoverCount = 0;
    quint64 m_connectionGeneration = 0; ///< number of connections that have ended
    BrokerCounters m_counters; ///< totals of earlier connections of this object; counters() adds those of the current one
    QByteArray m_clientIdSuffix; ///< part of the client id that distinguishes the boards of one support astronomer
};
}
