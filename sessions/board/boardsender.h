// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/broker/brokerclient.h"

#include <QHash>
#include <QObject>

namespace Nightdesk
{
/// One run of a console or of a board at the broker: stamps what it says, sends it, and knows what was sent. With a topic for its
/// presence it also says that it is there, with each connection, and leaves a will that takes this back. Its owner's thread;
/// @p client outlives it.
class BoardSender : public QObject
{
    Q_OBJECT
public:
    /// @p presenceTopic: empty: nobody is told that it is there.
    explicit BoardSender(BrokerClient *client, const QString &run, const QString &presenceTopic = {}, QObject *parent = nullptr);

    void open(const BrokerCredential &credential);
    virtual void close();
    /// False: not connected, or too long: it goes nowhere.
    bool send(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery);
    /// Takes back what was retained there. False: not connected.
    bool takeBack(const QString &topic);
    /// What was sent last, by topic, as it went. What the broker did not take is not in it.
    const QHash<QString, QByteArray> &publishedMessages() const;
    QString run() const;

Q_SIGNALS:
    void publishedChanged();
    void opened(); ///< each time that the broker is there and knows of the presence: say the rest now

protected:
    virtual BoardWire::Presence presence(bool isOnline) const; ///< its stamp is put in; only asked for with a topic for it
    void sendGoodbye(const BoardWire::Presence &farewell); ///< and closes
    BrokerClient *client() const;

private:
    QByteArray stamped(BoardWire::Message message, quint64 sequence) const;
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery);

    BrokerClient *const m_client;
    const QString m_run;
    const QString m_presenceTopic;
    const QDateTime m_began;
    quint64 m_sequence = 0; ///< the last that was used
    quint64 m_presence = 0; ///< that of this connection's presence, which its will comes after
    QHash<QString, QByteArray> m_published;
};
}
