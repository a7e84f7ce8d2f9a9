// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/broker/brokerway.h"
#include "sessions/common/units.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
struct BrokerMessage {
    QString topic;
    QByteArray payload;
    bool isRetained = false; ///< it was said before we asked
    std::chrono::steady_clock::time_point arrivedAt;
};

/// What the broker says for us when we are gone without a word.
struct BrokerWill {
    QString topic;
    QByteArray payload; ///< retained
};

struct BrokerDelivery {
    int qos = 0; ///< 0: at most once; 1: at least once
    bool isRetained = false;
    std::optional<std::chrono::seconds> expiry; ///< MQTT 5: after that the broker forgets it
    QString mark = {}; ///< with qos 1: what delivered() calls it; empty: it is not told of
};

/// What became of a message with a mark.
enum class BrokerReceipt {
    Taken, ///< and there was somebody to tell it to
    NobodyThere, ///< taken, and kept if it is retained, but nobody has asked for it. Not each broker tells
    Refused
};

enum class BrokerState {
    Idle, ///< nobody wants it
    Waiting, ///< its way is not there (no link is live)
    Connecting,
    Connected,
    Retrying, ///< lost or not reached; tries again by itself, with growing pauses up to 30 s
    /// The broker knows us not or lets us not, or another console has signed in with this credential: a person has to act.
    /// It tries again every 5 minutes all the same; each time that it is taken over twice as late, up to an hour. A link that comes
    /// and goes does not make it sooner: only retry(), open() and setWay() do.
    Refused
};

struct BrokerCounters {
    Bytes sent; ///< on the stream, MQTT and all
    Bytes received;
    quint64 published = 0;
    quint64 arrived = 0;
    quint64 tooLong = 0; ///< dropped unread: longer than maxPacket
};

/// One MQTT 5 connection to the facility's broker that comes back by itself. It keeps nothing while it is not connected: states
/// are told anew when it is (connected()), so that they win over history. libmosquitto behind it, driven without ever waiting.
///
/// The broker knows a desk by its name alone: the console that signs in last with its credential is the desk, and the other is
/// told so. An SA may have several boards. The thread of its owner.
class BrokerClient : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds keepAlive{10}; ///< a broker tells our will 1.5 times that after we fell silent
    static constexpr qsizetype maxPacket = 64 * 1024;

    explicit BrokerClient(QObject *parent = nullptr);
    ~BrokerClient() override;

    /// Before open(), or another one at any time: then it connects anew by way of that. Null: Waiting. A farewell that is on the
    /// old one may still arrive.
    void setWay(std::unique_ptr<BrokerWay> way);
    BrokerWay *way() const;

    /// Wants to be connected from now on. @p will is made for each connection anew.
    void open(const BrokerCredential &credential, const std::function<BrokerWill()> &will);
    /// Says @p farewell first (retained), if it is connected; the will is not told then. Does not wait: closed() follows, within
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
    class Private;
    std::unique_ptr<Private> d;
};
}

Q_DECLARE_METATYPE(Nightdesk::BrokerMessage)
