// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/broker/brokerfacts.h"
#include "sessions/common/secret.h"

#include <QHash>
#include <QList>
#include <QStringList>

#include <memory>

struct mosquitto;

namespace Nightdesk
{
/// One MQTT 5 session, as bytes: packets of the broker go in, bytes for the broker come out, and what they meant is told when
/// asked for. libmosquitto does the protocol; it never sees the network and never waits. Owned by BrokerConnection,
/// on its thread.
class MqttSession
{
public:
    static constexpr std::chrono::seconds keepAlive{10}; ///< a broker tells our will 1.5 times that after we fell silent
    static constexpr qsizetype maxPacket = 64 * 1024;

    struct Opening {
        QByteArray clientId;
        QByteArray user;
        Secret password;
        BrokerWill will;
    };
    struct Refusal {
        QString what; ///< a topic or a filter
        int reason = 0; ///< MQTT's
    };
    struct Receipt {
        QString mark;
        BrokerReceipt receipt = BrokerReceipt::Taken;
    };
    /// What came of packets and calls since it was asked before.
    struct News {
        std::optional<int> answer; ///< the broker's reason code to our opening; 0: we are in
        QList<BrokerMessage> messages;
        QList<Receipt> receipts;
        QList<Refusal> refusedTopics;
        QList<Refusal> refusedFilters;
        std::optional<int> farewell; ///< the broker ends it, with this reason code
        std::optional<QString> error; ///< it is over; untranslated, for the log
        bool fellSilent = false; ///< that is why
    };

    /// Begins with the opening packet. Empty: the system gives no sockets; errno tells.
    static std::unique_ptr<MqttSession> begin(const Opening &opening);
    ~MqttSession();
    MqttSession(const MqttSession &) = delete;
    MqttSession &operator=(const MqttSession &) = delete;

    void receivePacket(QByteArrayView packet); ///< a whole one
    void sendKeepAlive(); ///< at the clock: asks the broker whether it is there, or gives it up. Every few seconds
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery);
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    void end(); ///< in order: the broker does not publish the will

    QByteArray takeOutput();
    News takeNews();
    qsizetype unacknowledged() const; ///< bytes of what was published with qos 1

private:
    struct Sent {
        QString topic;
        QString mark;
        qsizetype size = 0;
    };
    MqttSession() = default;
    void note(int error);
    void setCallbacks();

    mosquitto *m_mosquitto = nullptr;
    UniqueFd m_end; ///< the other end of libmosquitto's socket
    News m_news;
    QHash<int, Sent> m_sent; ///< by packet id, until acknowledged
    qsizetype m_unacknowledged = 0;
    QHash<int, QStringList> m_asked; ///< filters, by packet id
};
}
