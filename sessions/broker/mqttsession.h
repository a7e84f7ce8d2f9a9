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
/// One MQTT 5 session on bytes: takes the broker's packets, returns bytes for the broker, and reports results by takeResults(). libmosquitto
/// implements the protocol; it never uses the network and never blocks. Owned by BrokerConnection, on its thread.
class MqttSession
{
public:
    /// Longest pause between two packets of the client (MQTT keep-alive). The broker publishes the will if it receives no packet for 1.5 times this
    /// time.
    static constexpr std::chrono::seconds keepAlive{10};
    static constexpr qsizetype maxPacketSize = 64 * 1024;

    struct LoginData {
        QByteArray clientId;
        QByteArray user;
        Secret password;
        BrokerWill will;
    };
    struct Refusal {
        QString topicOrFilter; ///< the topic or the filter that the broker refused
        int reason = 0; ///< reason code of MQTT
    };
    struct Receipt {
        QString receiptId;
        BrokerDeliveryResult deliveryResult = BrokerDeliveryResult::Delivered;
    };
    /// Results of the received packets and of the calls since the last takeResults().
    struct SessionResults {
        std::optional<int> loginReasonCode; ///< reason code of the broker's answer to the login; 0: accepted
        QList<BrokerMessage> messages;
        QList<Receipt> receipts;
        QList<Refusal> refusedTopics;
        QList<Refusal> refusedFilters;
        std::optional<int> disconnectReasonCode; ///< the broker ended the session with this reason code
        std::optional<QString> error; ///< the session has failed; text for the log, not translated
        bool brokerStoppedAnswering = false; ///< the session failed because the broker stopped answering
    };

    /// Begins a session: makes the CONNECT packet. Empty: no socket is available; see errno.
    static std::unique_ptr<MqttSession> begin(const LoginData &opening);
    ~MqttSession();
    MqttSession(const MqttSession &) = delete;
    MqttSession &operator=(const MqttSession &) = delete;

    void receivePacket(QByteArrayView packet); ///< @p packet: a complete packet
    void sendKeepAlive(); ///< call every few seconds: sends a ping if one is due, or fails if the broker stopped answering
    bool publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery);
    void subscribe(const QStringList &filters);
    void unsubscribe(const QStringList &filters);
    void endSession(); ///< ends the session normally, so that the broker does not publish the will

    QByteArray takeOutput();
    SessionResults takeResults();
    qsizetype unacknowledgedBytes() const; ///< number of bytes that were published with QoS 1 and are not acknowledged yet

private:
    struct SentMessage {
        QString topic;
        QString receiptId;
        qsizetype size = 0;
    };
    MqttSession() = default;
    void handleError(int error);
    void setCallbacks();

    mosquitto *m_mosquitto = nullptr;
    UniqueFd m_librarySocketEnd; ///< the end of libmosquitto's socket that this class reads and writes
    SessionResults m_pendingResults;
    QHash<int, SentMessage> m_unacknowledgedMessages; ///< messages until the broker has acknowledged them, by packet id
    qsizetype m_unacknowledgedBytes = 0;
    QHash<int, QStringList> m_pendingSubscriptions; ///< filters of subscriptions that the broker has not answered yet, by packet id
};
}
