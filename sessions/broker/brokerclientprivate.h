// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerbackoff.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/broker/brokersteps.h"
#include "sessions/broker/brokerstream.h"
#include "sessions/broker/mqttframer.h"
#include "sessions/broker/mqttsession.h"

#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
/// What BrokerClient does: brings a way, a stream and a session together, and again when they part.
class BrokerClient::Private : public QObject
{
public:
    explicit Private(BrokerClient *client);
    ~Private() override;

    void setWay(std::unique_ptr<BrokerWay> way);
    void open(const BrokerCredential &credential, const std::function<BrokerWill()> &will);
    void close(const std::optional<BrokerWill> &farewell);
    void retry();
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery);
    BrokerCounters counters() const;

    BrokerState state = BrokerState::Idle;
    std::optional<Failure> failure;
    std::optional<Failure> refusal; ///< the first of this connection
    std::unique_ptr<BrokerWay> way;

private:
    /// Whether all is as it was before others were told something: they may have closed, reopened or destroyed the client.
    class Watch;

    struct Refusal {
        Failure failure;
        std::chrono::steady_clock::time_point until;
    };

    void go(); ///< now, if it is wanted, there is a way, and the broker has not refused it just now
    void setOpenable(bool openable);
    void attempt();
    void beginSession();
    void take(const QByteArray &bytes);
    void look();
    void settle();
    void tellRefusal(const QString &what, const Failure &reason);
    void judge(const MqttSession::News &news);
    void endOfStream();
    void due();
    void fail(const Failure &reason, std::chrono::milliseconds refusedPause);
    void drop();
    void finishLeaving();
    void letLinger();
    bool enter(BrokerEvent event);
    void flush();
    QByteArray clientId();

    BrokerClient *const q;
    BrokerCredential m_credential;
    std::function<BrokerWill()> m_will;
    bool m_isWanted = false;
    bool m_isLeaving = false; ///< the farewell is on its way
    QStringList m_filters;
    std::unique_ptr<BrokerStream> m_stream;
    std::optional<MqttFramer> m_framer;
    std::unique_ptr<MqttSession> m_session;
    QTimer m_look; ///< while there is a session
    QTimer m_limit; ///< of a step, or of a pause
    BrokerBackoff m_backoff;
    std::optional<std::chrono::steady_clock::time_point> m_since; ///< while connected
    std::optional<Refusal> m_refusal; ///< the newest, until it was let in or its time is over
    int m_takeovers = 0;
    quint64 m_epoch = 0; ///< grows with each connection that ends
    BrokerCounters m_counters; ///< but for the present stream's bytes and frames
    QByteArray m_mark; ///< tells the boards of one SA apart
};
}
