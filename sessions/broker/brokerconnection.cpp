// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerconnection.h"

#include <cstring>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
/// Interval of checks. libmosquitto pings the broker when MqttSession::keepAlive has passed, and the broker allows half of that time in
/// addition, so this is often enough.
constexpr auto lookEvery = 2000ms;
}

BrokerConnection::BrokerConnection(UniqueFd socket, QObject *parent)
    : QObject(parent)
    , m_stream(std::move(socket))
    , m_packetFramer(MqttSession::maxPacketSize)
{
    m_keepAliveTimer.setInterval(lookEvery);
    // Coarse, so that the timers of many clients in one process fire together.
    m_keepAliveTimer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_keepAliveTimer, &QTimer::timeout, this, &BrokerConnection::handleKeepAliveTimer);
    connect(&m_stream, &BrokerStream::bytesArrived, this, &BrokerConnection::receiveBytes);
    connect(&m_stream, &BrokerStream::streamEnded, this, &BrokerConnection::connectionEnded);
}

bool BrokerConnection::begin(const MqttSession::LoginData &opening)
{
    m_mqttSession = MqttSession::begin(opening);
    if (!m_mqttSession) {
        return false;
    }
    m_keepAliveTimer.start();
    QByteArray bytes = m_mqttSession->takeOutput();
    m_stream.write(bytes);
    ::explicit_bzero(bytes.data(), static_cast<std::size_t>(bytes.size())); // the bytes contain the password
    return true;
}

bool BrokerConnection::hasBegun() const
{
    return m_mqttSession != nullptr;
}

void BrokerConnection::signOut(const std::optional<BrokerWill> &farewell)
{
    if (farewell) {
        m_mqttSession->publish(farewell->topic, farewell->payload, {.qos = 1, .shouldRetain = true, .expiry = {}});
    }
    m_mqttSession->endSession();
    flush();
    m_keepAliveTimer.stop();
    m_isSigningOut = true;
}

void BrokerConnection::readRemainingBytes()
{
    m_stream.readRemainingBytes();
}

void BrokerConnection::close()
{
    m_keepAliveTimer.stop();
    m_stream.disconnect(this);
    m_stream.close();
    m_mqttSession.reset();
}

void BrokerConnection::receiveBytes(const QByteArray &bytes)
{
    if (!m_mqttSession) {
        return; // bytes that arrive before the login are not valid
    }
    m_packetFramer.addBytes(bytes);
    while (const std::optional<QByteArray> packet = m_packetFramer.takePacket()) {
        m_mqttSession->receivePacket(*packet);
    }
    if (!m_isSigningOut) {
        Q_EMIT resultsArrived();
    }
}

void BrokerConnection::handleKeepAliveTimer()
{
    m_mqttSession->sendKeepAlive();
    Q_EMIT resultsArrived();
}

void BrokerConnection::flush()
{
    m_stream.write(m_mqttSession->takeOutput());
}

MqttSession::SessionResults BrokerConnection::takeResults()
{
    flush(); // sends the answers to the broker's packets
    return m_mqttSession->takeResults();
}

void BrokerConnection::subscribe(const QStringList &filters)
{
    m_mqttSession->subscribe(filters);
    flush();
}

void BrokerConnection::unsubscribe(const QStringList &filters)
{
    m_mqttSession->unsubscribe(filters);
    flush();
}

bool BrokerConnection::publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery)
{
    const bool isDone = m_mqttSession->publish(topic, payload, delivery);
    flush();
    return isDone;
}

qsizetype BrokerConnection::unconfirmedBytes() const
{
    return m_stream.unsentBytes() + m_mqttSession->unacknowledgedBytes();
}

bool BrokerConnection::hasReceivedNonMqtt() const
{
    return m_packetFramer.isBroken();
}

void BrokerConnection::addCountersTo(BrokerCounters &counters) const
{
    counters.sent.count += m_stream.sentByteCount();
    counters.received.count += m_stream.receivedByteCount();
    counters.tooLongMessages += m_packetFramer.skippedPacketCount();
}
}
