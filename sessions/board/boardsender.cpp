// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardsender.h"

#include <QPointer>

namespace Nightdesk
{
namespace
{
const BrokerDeliveryOptions kept{.qos = 1, .shouldRetain = true, .expiry = {}};
}

BoardMessageSender::BoardMessageSender(BrokerClient *client, const QString &run, const QString &presenceTopic, QObject *parent)
    : QObject(parent)
    , m_brokerClient(client)
    , m_runId(run)
    , m_presenceTopic(presenceTopic)
    , m_runStartedAt(QDateTime::currentDateTimeUtc())
{
    connect(client, &BrokerClient::connected, this, [this] {
        if (!m_presenceTopic.isEmpty()) {
            publish(m_presenceTopic, writeWithStamp(presence(true), m_presenceSequence), kept);
        }
        Q_EMIT connected();
    });
    connect(client, &BrokerClient::messageRefused, this, [this](const QString &topic) {
        if (m_publishedMessages.remove(topic)) {
            Q_EMIT publishedMessagesChanged();
        }
    });
}

void BoardMessageSender::open(const BrokerCredential &credential)
{
    if (m_presenceTopic.isEmpty()) {
        m_brokerClient->open(credential, {});
        return;
    }
    m_brokerClient->open(credential, [self = QPointer(this)] {
        if (!self) {
            return BrokerWill();
        }
        // The broker receives the will before the presence of this connection, but the will must count as newer. So the presence gets the next
        // sequence number, and the will the number after that.
        self->m_presenceSequence = ++self->m_lastSequence;
        return BrokerWill{.topic = self->m_presenceTopic, .payload = self->writeWithStamp(self->presence(false), ++self->m_lastSequence)};
    });
}

void BoardMessageSender::close()
{
    m_brokerClient->close();
}

void BoardMessageSender::closeWithFarewell(const BoardWire::Presence &farewell)
{
    const BrokerWill last{.topic = m_presenceTopic, .payload = writeWithStamp(farewell, ++m_lastSequence)};
    if (m_brokerClient->state() == BrokerState::Connected) {
        m_publishedMessages.insert(last.topic, last.payload);
    }
    m_brokerClient->close(last);
}

bool BoardMessageSender::send(const QString &topic, BoardWire::Message message, const BrokerDeliveryOptions &delivery)
{
    return publish(topic, writeWithStamp(std::move(message), ++m_lastSequence), delivery);
}

bool BoardMessageSender::removeRetainedMessage(const QString &topic)
{
    if (!m_brokerClient->publish(topic, {}, kept)) {
        return false;
    }
    m_publishedMessages.remove(topic);
    Q_EMIT publishedMessagesChanged();
    return true;
}

QByteArray BoardMessageSender::writeWithStamp(BoardWire::Message message, quint64 sequence) const
{
    std::visit(
        [this, sequence](auto &one) {
            one.stamp = {.runId = m_runId, .runBeganAt = m_runStartedAt, .sequence = sequence, .sentAt = QDateTime::currentDateTimeUtc()};
        },
        message);
    return BoardWire::write(message);
}

bool BoardMessageSender::publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery)
{
    if (payload.isEmpty() || !m_brokerClient->publish(topic, payload, delivery)) {
        return false;
    }
    m_publishedMessages.insert(topic, payload);
    Q_EMIT publishedMessagesChanged();
    return true;
}

const QHash<QString, QByteArray> &BoardMessageSender::publishedMessages() const
{
    return m_publishedMessages;
}

QString BoardMessageSender::runId() const
{
    return m_runId;
}

BoardWire::Presence BoardMessageSender::presence(bool isOnline) const
{
    return {.stamp = {}, .isOnline = isOnline, .isFarewell = false, .people = {}, .programVersion = {}};
}

BrokerClient *BoardMessageSender::client() const
{
    return m_brokerClient;
}
}
