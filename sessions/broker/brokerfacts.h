// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
struct BrokerMessage {
    QString topic;
    QByteArray payload;
    bool isRetained = false; ///< the message was retained: it was published before the subscription
    std::chrono::steady_clock::time_point arrivedAt;
};

/// The message that the broker publishes for a client that disconnects unexpectedly (MQTT will).
struct BrokerWill {
    QString topic;
    QByteArray payload; ///< content of the message, which is published as retained
};

struct BrokerDeliveryOptions {
    int qos = 0; ///< 0: at most once; 1: at least once
    bool shouldRetain = false;
    std::optional<std::chrono::seconds> expiry; ///< MQTT 5: after this time the broker deletes the message
    QString receiptId = {}; ///< with QoS 1: identifies the message in BrokerClient::messageDelivered(); empty: that signal is not emitted
};

/// What the broker answered to a message with a receiptId.
enum class BrokerDeliveryResult {
    Delivered, ///< accepted, and there was a subscriber
    NoSubscriber, ///< accepted, and stored if retained, but there is no subscriber; not every broker reports this
    Refused
};

enum class BrokerState {
    Idle, ///< no connection is requested
    WaitingForPath, ///< a path to the broker is missing, because no link is live
    Connecting,
    Connected,
    /// The connection is lost, or the broker is unreachable; retries automatically, with growing pauses up to 30 s.
    Retrying,
    /// The broker does not know the credential or denies access, or another console has signed in with the same credential: the user must act.
    /// Nevertheless, the client retries every 5 minutes. The pause doubles each time another console takes over, up to an hour, and is
    /// 5 minutes again after hours without that. Only retry(), open() and setTransport() end the pause early; a link that reconnects does not.
    Refused
};

struct BrokerCounters {
    Bytes sent; ///< sent bytes, including the overhead of MQTT
    Bytes received;
    quint64 publishedMessages = 0;
    quint64 arrivedMessages = 0;
    /// Number of messages that were dropped without parsing, because they are longer than BrokerClient::maxPacketSize.
    quint64 tooLongMessages = 0;
};
}
