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
/// One MQTT 5 session on bytes: takes the broker's packets, returns bytes for the broker, and reports results by takeNews(). libmosquitto
/// implements the protocol; it never uses the network and never blocks. Owned by BrokerConnection, on its thread.
class MqttSession
{
public:
    static constexpr std::chrono::seconds keepAlive{10}; ///< a broker publishes the will 1.5 times this long after the last sign of life
    static constexpr qsizetype maxPacket = 64 * 1024;

    struct Opening {
        QByteArray clientId;
        QByteArray user;
        Secret password;
        BrokerWill will;
    };
    struct Refusal {
        QString what; ///< a topic or a filter
        int reason = 0; ///< MQTT reason code
    };
    struct Receipt {
        QString mark;
        BrokerReceipt receipt = BrokerReceipt::Taken;
    };
    /// Results of packets and calls since the last takeNews().
    struct News {
        std::optional<int> answer; ///< the broker's reason code for the login; 0: accepted
        QList<BrokerMessage> messages;
        QList<Receipt> receipts;
        QList<Refusal> refusedTopics;
        QList<Refusal> refusedFilters;
        std::optional<int> farewell; ///< the broker ended the session with this reason code
        std::optional<QString> error; ///< the session has failed; untranslated, for the log
        bool fellSilent = false; ///< the session failed because the broker stopped answering
    };

    /// Begins a session with the CONNECT packet. Empty: no socket available; see errno.
    static std::unique_ptr<MqttSession> begin(const Opening &opening);
    ~MqttSession();
    MqttSession(const MqttSession &) = delete;
    MqttSession &operator=(const MqttSession &) = delete;

    void receivePacket(QByteArrayView packet); ///< @p packet: a complete packet
    void sendKeepAlive(); ///< call every few seconds: sends a ping if one is due, or fails if the broker stopped answering
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery);
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    void end(); ///< a normal end: the broker does not publish the will

    QByteArray takeOutput();
    News takeNews();
    qsizetype unacknowledged() const; ///< bytes published with QoS 1 and not acknowledged yet

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
    QHash<int, QStringList> m_asked; ///< filters of subscriptions without an answer, by packet id
};
}
