// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerbackoff.h"
#include "sessions/broker/brokercredential.h"
#include "sessions/broker/brokerfacts.h"
#include "sessions/broker/brokersteps.h"
#include "sessions/broker/brokerway.h"
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

/// One MQTT 5 connection to the facility's broker that comes back by itself. It keeps nothing while it is not connected: states
/// are told again when it is (connected()), so that they win over history. libmosquitto behind it, driven without ever waiting.
///
/// The broker knows a desk by its name alone: the console that signs in last with its credential is the desk, and the other is
/// told so. An SA may have several boards. Owned by what posts to the board or shows it (BoardSender, BoardConsole, PagerClient), on its thread.
class BrokerClient : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds keepAlive = MqttSession::keepAlive; ///< a broker tells our will 1.5 times that after we fell silent
    static constexpr qsizetype maxPacket = MqttSession::maxPacket;

    explicit BrokerClient(QObject *parent = nullptr);
    ~BrokerClient() override;

    /// Before open(), or another one at any time: then it connects again by way of that. Null: Waiting. A farewell that is on the
    /// old one may still arrive.
    void setWay(std::unique_ptr<BrokerWay> way);
    BrokerWay *way() const;

    /// Wants to be connected from now on. @p will is made for each connection again.
    void open(const BrokerCredential &credential, const std::function<BrokerWill()> &will);
    /// Says @p farewell first (retained), if it is connected; the broker does not publish the will then. Does not wait: closed() follows, within
    /// 3 s. Whoever destroys it before that leaves it to chance which of the two the broker tells.
    void close(const std::optional<BrokerWill> &farewell = {});
    void retry(); ///< at once

    BrokerState state() const;
    std::optional<Failure> failure() const; ///< while Retrying or Refused
    /// The first thing that the broker did not take or tell on this connection, as refused() told it: its access list and our
    /// credential do not agree, and a person should hear of it. Empty: there is none.
    std::optional<Failure> refusal() const;
    BrokerCounters counters() const;

    /// Kept, and asked for again with each connection.
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    /// False: not connected, longer than the broker takes, or more than 256 KiB wait to be sent or acknowledged: it goes nowhere,
    /// also not later. True is no more than that it is on its way: a line that was cut is noticed seconds later. Whoever has to know
    /// gives it a mark, waits for delivered(), and publishes again what has none on connected().
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery = {});

Q_SIGNALS:
    void stateChanged(Nightdesk::BrokerState state);
    void connected(); ///< each time, after the subscriptions were sent: tell states now
    /// What arrived in one turn, in order.
    void arrived(const QList<Nightdesk::BrokerMessage> &messages);
    /// Of what has a mark, once. Never, if the connection ends before the broker has answered.
    void delivered(const QString &mark, Nightdesk::BrokerReceipt receipt);
    /// The broker did not take what was published with qos 1 to @p topic, or does not tell what a filter asks for.
    void refused(const QString &topic, const Nightdesk::Failure &failure);
    void closed(); ///< after close(): all is said that could be

private:
    /// Whether all is as it was before others were told something: they may have closed, reopened or destroyed the client.
    class Watch;

    struct Refusal {
        Failure failure;
        std::chrono::steady_clock::time_point until;
    };

    void go(); ///< now, if it is wanted, there is a way, and the broker has not refused it just now
    void setOpenable(bool openable);
    void startAttempt();
    void beginSession();
    void reportNews();
    void reportRefusal(const QString &what, const Failure &reason);
    void judge(const MqttSession::News &news);
    void connectionEnded();
    void due();
    void fail(const Failure &reason, std::chrono::milliseconds refusedPause);
    void drop();
    void finishLeaving();
    void keepLingering();
    bool enter(BrokerEvent event);
    QByteArray clientId();

    BrokerState m_state = BrokerState::Idle;
    std::optional<Failure> m_failure;
    std::optional<Failure> m_firstRefusal; ///< of a topic or filter on this connection
    std::unique_ptr<BrokerWay> m_way;
    BrokerCredential m_credential;
    std::function<BrokerWill()> m_will;
    bool m_isWanted = false;
    bool m_isLeaving = false; ///< the farewell is on its way
    QStringList m_filters;
    std::unique_ptr<BrokerConnection> m_connection; ///< null: none is open or being made
    QTimer m_limit; ///< of a step, or of a pause
    BrokerBackoff m_backoff;
    std::optional<std::chrono::steady_clock::time_point> m_since; ///< while connected
    std::optional<Refusal> m_refusal; ///< the newest, until it was authorized or its time is over
    int m_takeovers = 0;
    quint64 m_epoch = 0; ///< grows with each connection that ends
    BrokerCounters m_counters; ///< but for the present connection's bytes and packets
    QByteArray m_mark; ///< tells the boards of one SA apart
};
}
