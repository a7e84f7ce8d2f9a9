// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/mqttsession.h"

#include "sessions/broker/libmosquittosocket.h"

#include <fcntl.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace Nightdesk
{
namespace
{
constexpr int firstErrorCode = 0x80; // reason codes from this one on are errors
/// Receive maximum: messages that the broker may send before they are acknowledged. libmosquitto's default is 20, which at a round trip of 100 ms
/// is 200 messages a second, but a board that connects gets 2500 messages for 500 desks. The acknowledgements wait in a socket pair, which holds
/// some 270.
constexpr int maxInFlightMessages = 200;

BrokerDeliveryResult receiptOf(int reason)
{
    if (reason >= firstErrorCode) {
        return BrokerDeliveryResult::Refused;
    }
    return reason == MQTT_RC_NO_MATCHING_SUBSCRIBERS ? BrokerDeliveryResult::NoSubscriber : BrokerDeliveryResult::Delivered;
}

/// A list of properties of an MQTT 5 packet.
struct MqttProperties {
    MqttProperties() = default;
    Q_DISABLE_COPY_MOVE(MqttProperties)
    ~MqttProperties()
    {
        mosquitto_property_free_all(&list);
    }
    mosquitto_property *list = nullptr;
};

/// Pointers in the form that libmosquitto needs; valid as long as @p words.
std::vector<char *> toPointers(QList<QByteArray> &words)
{
    std::vector<char *> result;
    std::ranges::transform(words, std::back_inserter(result), [](QByteArray &word) {
        return word.data();
    });
    return result;
}

QList<QByteArray> toUtf8(const QStringList &texts)
{
    QList<QByteArray> result;
    for (const QString &text : texts) {
        result << text.toUtf8();
    }
    return result;
}
}

std::unique_ptr<MqttSession> MqttSession::begin(const LoginData &opening)
{
    static const int isReady = mosquitto_lib_init(); // initialized once per process
    const auto localSocket = LibmosquittoSocket::make();
    std::unique_ptr<MqttSession> session(new MqttSession);
    if (isReady != MOSQ_ERR_SUCCESS || !localSocket) {
        return {};
    }
    session->m_mosquitto = mosquitto_new(opening.clientId.constData(), true, session.get());
    mosquitto *const client = session->m_mosquitto;
    if (!client) {
        return {};
    }
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, maxInFlightMessages);
    session->setCallbacks();
    const QByteArray topic = opening.will.topic.toUtf8();
    const QByteArray &will = opening.will.payload;
    MqttProperties properties;
    mosquitto_property_add_int32(&properties.list, MQTT_PROP_MAXIMUM_PACKET_SIZE, static_cast<quint32>(maxPacketSize));
    errno = EINVAL;
    if (mosquitto_username_pw_set(client, opening.user.constData(), opening.password.constData()) != MOSQ_ERR_SUCCESS
        || (!topic.isEmpty()
            && mosquitto_will_set_v5(client, topic.constData(), static_cast<int>(will.size()), will.constData(), 1, true, nullptr) != MOSQ_ERR_SUCCESS)
        // Port 0: the host is the path of a Unix socket (docs of mosquitto 2).
        || mosquitto_connect_bind_v5(client, localSocket->path().constData(), 0, keepAlive.count(), nullptr, properties.list) != MOSQ_ERR_SUCCESS) {
        return {};
    }
    ::fcntl(mosquitto_socket(client), F_SETFD, FD_CLOEXEC);
    // The password was already sent, and libmosquitto would keep it.
    mosquitto_username_pw_set(client, nullptr, nullptr);
    session->m_librarySocketEnd = localSocket->accept();
    return session->m_librarySocketEnd.isValid() ? std::move(session) : nullptr;
}

MqttSession::~MqttSession()
{
    if (m_mosquitto) {
        mosquitto_destroy(m_mosquitto);
    }
}

void MqttSession::setCallbacks()
{
    // Callbacks run inside calls to libmosquitto; they only store results, which are handled after those calls.
    mosquitto_connect_v5_callback_set(m_mosquitto, [](mosquitto *, void *self, int reason, int, const mosquitto_property *) {
        static_cast<MqttSession *>(self)->m_pendingResults.loginReasonCode = reason;
    });
    mosquitto_disconnect_v5_callback_set(m_mosquitto, [](mosquitto *, void *self, int reason, const mosquitto_property *) {
        // libmosquitto's own errors are also reported here; they are handled as results of its calls.
        if (reason == MQTT_RC_NORMAL_DISCONNECTION || reason >= firstErrorCode) {
            static_cast<MqttSession *>(self)->m_pendingResults.disconnectReasonCode = reason;
        }
    });
    mosquitto_message_v5_callback_set(m_mosquitto, [](mosquitto *, void *self, const mosquitto_message *message, const mosquitto_property *) {
        static_cast<MqttSession *>(self)->m_pendingResults.messages
            << BrokerMessage{QString::fromUtf8(message->topic),
                             QByteArray(static_cast<const char *>(message->payload), message->payloadlen),
                             message->retain,
                             std::chrono::steady_clock::now()};
    });
    mosquitto_publish_v5_callback_set(m_mosquitto, [](mosquitto *, void *self, int id, int reason, const mosquitto_property *) {
        auto *const session = static_cast<MqttSession *>(self);
        const SentMessage sent = session->m_unacknowledgedMessages.take(id); // messages with QoS 0 have no entry
        session->m_unacknowledgedBytes -= sent.size;
        if (!sent.receiptId.isEmpty()) {
            session->m_pendingResults.receipts << Receipt{sent.receiptId, receiptOf(reason)};
        }
        if (reason >= firstErrorCode && !sent.topic.isEmpty()) {
            session->m_pendingResults.refusedTopics << Refusal{sent.topic, reason};
        }
    });
    mosquitto_subscribe_v5_callback_set(m_mosquitto, [](mosquitto *, void *self, int id, int count, const int *reasons, const mosquitto_property *) {
        auto *const session = static_cast<MqttSession *>(self);
        const QStringList filters = session->m_pendingSubscriptions.take(id);
        for (qsizetype at = 0; at < std::min<qsizetype>(count, filters.size()); ++at) {
            if (reasons[at] >= firstErrorCode) {
                session->m_pendingResults.refusedFilters << Refusal{filters[at], reasons[at]};
            }
        }
    });
}

void MqttSession::handleError(int error)
{
    if (error != MOSQ_ERR_SUCCESS && !m_pendingResults.error) {
        m_pendingResults.error = QStringLiteral("%1 (%2)").arg(QLatin1StringView(mosquitto_strerror(error))).arg(error);
        m_pendingResults.brokerStoppedAnswering = error == MOSQ_ERR_KEEPALIVE;
    }
}

void MqttSession::receivePacket(QByteArrayView packet)
{
    if (packet.startsWith(QByteArrayView("\x20\x02"))) {
        // A broker older than MQTT 5 answers without properties, which libmosquitto reports as malformed.
        m_pendingResults.loginReasonCode = MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION;
        return;
    }
    // libmosquitto reads at least one packet per call, and the socket holds more than the longest packet.
    while (!packet.isEmpty() && !m_pendingResults.error && !m_pendingResults.disconnectReasonCode) {
        const ssize_t written = ::send(m_librarySocketEnd.get(), packet.data(), static_cast<std::size_t>(packet.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (written <= 0) {
            handleError(MOSQ_ERR_ERRNO);
            return;
        }
        packet = packet.sliced(written);
        handleError(mosquitto_loop_read(m_mosquitto, 1));
    }
}

void MqttSession::sendKeepAlive()
{
    handleError(mosquitto_loop_misc(m_mosquitto));
}

bool MqttSession::publish(const QString &topic, const QByteArray &payload, const BrokerDeliveryOptions &delivery)
{
    MqttProperties properties;
    if (delivery.expiry) {
        const auto expiry = static_cast<quint32>(std::clamp<qint64>(delivery.expiry->count(), 0, 0xFFFFFFFF));
        mosquitto_property_add_int32(&properties.list, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, expiry);
    }
    int id = 0;
    const QByteArray name = topic.toUtf8();
    if (mosquitto_publish_v5(m_mosquitto,
                             &id,
                             name.constData(),
                             static_cast<int>(payload.size()),
                             payload.constData(),
                             std::clamp(delivery.qos, 0, 1),
                             delivery.shouldRetain,
                             properties.list)
        != MOSQ_ERR_SUCCESS) {
        return false;
    }
    if (delivery.qos > 0) {
        const qsizetype size = name.size() + payload.size();
        m_unacknowledgedMessages.insert(id, {topic, delivery.receiptId, size});
        m_unacknowledgedBytes += size;
    }
    return true;
}

void MqttSession::subscribe(const QStringList &filters)
{
    QList<QByteArray> words = toUtf8(filters);
    const std::vector<char *> list = toPointers(words);
    int id = 0;
    if (!list.empty() && mosquitto_subscribe_multiple(m_mosquitto, &id, static_cast<int>(list.size()), list.data(), 1, 0, nullptr) == MOSQ_ERR_SUCCESS) {
        m_pendingSubscriptions.insert(id, filters);
    }
}

void MqttSession::unsubscribe(const QStringList &filters)
{
    QList<QByteArray> words = toUtf8(filters);
    const std::vector<char *> list = toPointers(words);
    if (!list.empty()) {
        mosquitto_unsubscribe_multiple(m_mosquitto, nullptr, static_cast<int>(list.size()), list.data(), nullptr);
    }
}

void MqttSession::endSession()
{
    mosquitto_disconnect_v5(m_mosquitto, MQTT_RC_NORMAL_DISCONNECTION, nullptr);
}

QByteArray MqttSession::takeOutput()
{
    QByteArray output;
    char buffer[16 * 1024];
    for (;;) {
        const ssize_t got = ::recv(m_librarySocketEnd.get(), buffer, sizeof buffer, MSG_DONTWAIT);
        if (got > 0) {
            output.append(buffer, got);
        } else if (got == 0 || errno != EINTR) {
            return output;
        }
    }
}

MqttSession::SessionResults MqttSession::takeResults()
{
    return std::exchange(m_pendingResults, {});
}

qsizetype MqttSession::unacknowledgedBytes() const
{
    return m_unacknowledgedBytes;
}
}
