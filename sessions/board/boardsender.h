// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/broker/brokerclient.h"

#include <QHash>
#include <QObject>

namespace Nightdesk
{
/// One run of a console or board at the broker: stamps its messages, sends them, and remembers what was sent. With a presence topic it also publishes
/// its presence at each connection, and sets a last will that ends the presence. Its owner's thread;
/// @p client outlives it.
class BoardMessageSender : public QObject
{
    Q_OBJECT
public:
    /// @p presenceTopic: the topic of this run's presence; empty: no presence is published.
    explicit BoardMessageSender(BrokerClient *client, const QString &run, const QString &presenceTopic = {}, QObject *parent = nullptr);

    void open(const BrokerCredential &credential);
    virtual void close();
    /// Stamps and sends @p message. False: not connected, or the message is too long; it is not sent.
    bool send(const QString &topic, BoardWire::Message message, const BrokerDeliveryOptions &delivery);
    /// Deletes the retained message of @p topic. False: not connected.
    bool removeRetainedMessage(const QString &topic);
    /// The latest payload sent to each topic. Messages that the broker rejected are not included.
    const QHash<QString, QByteArray> &publishedMessages() const;
    QString runId() const;

Q_SIGNALS:
    void publishedMessagesChanged();
    void connected(); ///< emitted at each connection, after the presence was sent: the slot sends the other messages

protected:
    /// The presence to publish, with an empty MessageStamp, which is set when it is sent; only called if there is a presence topic.
    virtual BoardWire::Presence presence(bool isOnline) const;
    void closeWithFarewell(const BoardWire::Presence &farewell); ///< sends @p farewell and closes the connection
    BrokerClient *client() const;

private:
    QByteArray writeWithStamp(BoardWire::Message message, quint64 sequence) const;
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery);

    BrokerClient *const m_brokerClient;
    const QString m_runId;
    const QString m_presenceTopic;
    const QDateTime m_runStartedAt;
    quint64 m_lastSequence = 0; ///< sequence number of the last message
    /// Sequence number of this connection's presence; the connection's will has the next number.
    quint64 m_presenceSequence = 0;
    QHash<QString, QByteArray> m_publishedMessages;
};
}
