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
/// One connection to the broker, from the socket to its end: the stream, the packets cut out of it, and the MQTT session in them.
/// Decides nothing. One per attempt, owned by BrokerClient, on its thread.
class BrokerConnection : public QObject
{
    Q_OBJECT
public:
    explicit BrokerConnection(UniqueFd socket, QObject *parent = nullptr);
    ~BrokerConnection() override;

    /// Signs in, when the broker's socket is reached. False: the system gives no sockets; errno tells.
    bool begin(const MqttSession::Opening &opening);
    bool hasBegun() const;
    /// Publishes @p farewell, if there is one, and signs out. The stream stays until the broker ends it; newsArrived() does not follow.
    void finish(const std::optional<BrokerWill> &farewell);
    void drain(); ///< reports what has arrived, then ended(): the other end of the socket is closed
    void close(); ///< nothing follows

    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery);
    MqttSession::News takeNews();

    qsizetype unsent() const; ///< bytes that wait to be sent or acknowledged
    bool isGarbled() const; ///< what arrived is not MQTT
    void addTo(BrokerCounters &counters) const; ///< bytes and packets of this connection

Q_SIGNALS:
    void newsArrived(); ///< takeNews() has something, perhaps
    void ended(); ///< the other end was closed; nothing follows

private:
    void receiveBytes(const QByteArray &bytes);
    void keepAlive();
    void flush();

    BrokerStream m_stream;
    MqttFramer m_framer;
    std::unique_ptr<MqttSession> m_session; ///< null before begin()
    QTimer m_look; ///< from begin() to finish()
    bool m_isFinishing = false;
};
}
