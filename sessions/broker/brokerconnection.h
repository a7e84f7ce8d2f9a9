// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerfacts.h"
#include "sessions/broker/brokerstream.h"
#include "sessions/broker/mqttframer.h"
#include "sessions/broker/mqttsession.h"

#include <QTimer>

#include <memory>

namespace Nightdesk
{
/// One connection to the broker, from the socket to its end: the byte stream, its split into packets, and the MQTT session. Makes no decisions. One
/// per attempt, owned by BrokerClient, on its thread.
class BrokerConnection : public QObject
{
    Q_OBJECT
public:
    explicit BrokerConnection(UniqueFd socket, QObject *parent = nullptr);

    /// Signs in; call it once the broker's socket is connected. False: no socket available; see errno.
    bool begin(const MqttSession::LoginData &opening);
    bool hasBegun() const;
    /// Publishes @p farewell, if given, and signs out. The stream stays open until the broker closes it. resultsArrived()
    /// is not emitted any more.
    void signOut(const std::optional<BrokerWill> &farewell);
    void readRemainingBytes(); ///< reads the remaining bytes, then emits connectionEnded(); call it when the other end of the socket was closed
    void close(); ///< closes the connection without further signals

    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery);
    MqttSession::SessionResults takeResults();

    qsizetype unconfirmedBytes() const; ///< number of bytes that wait to be sent or acknowledged
    bool hasReceivedNonMqtt() const; ///< the received bytes are not MQTT
    void addCountersTo(BrokerCounters &counters) const; ///< adds the bytes and packets of this connection to @p counters

Q_SIGNALS:
    void resultsArrived(); ///< takeResults() may return something new
    void connectionEnded(); ///< the other end of the socket was closed; no signal follows

private:
    void receiveBytes(const QByteArray &bytes);
    void handleKeepAliveTimer();
    void flush();

    BrokerStream m_stream;
    MqttFramer m_packetFramer;
    std::unique_ptr<MqttSession> m_mqttSession; ///< the MQTT session; null before begin()
    QTimer m_keepAliveTimer; ///< active from begin() to signOut()
    bool m_isSigningOut = false;
};
}
