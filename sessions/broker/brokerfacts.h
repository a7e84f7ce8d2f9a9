// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <QByteArray>
#include <QMetaType>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
struct BrokerMessage {
    QString topic;
    QByteArray payload;
    bool isRetained = false; ///< a retained message, published before the subscription
    std::chrono::steady_clock::time_point arrivedAt;
};

/// The message that the broker publishes for a client that disconnects unexpectedly (MQTT will).
struct BrokerWill {
    QString topic;
    QByteArray payload; ///< published as retained
};

struct BrokerDelivery {
    int qos = 0; ///< 0: at most once; 1: at least once
    bool isRetained = false;
    std::optional<std::chrono::seconds> expiry; ///< MQTT 5: after this time the broker deletes the message
    QString mark = {}; ///< with QoS 1: identifies the message in delivered(); empty: delivered() is not emitted
};

/// The result for a message with a mark.
enum class BrokerReceipt {
    Taken, ///< accepted, and there was a subscriber
    NobodyThere, ///< accepted, and stored if retained, but there is no subscriber; not every broker reports this
    Refused
};

enum class BrokerState {
    Idle, ///< not requested
    Waiting, ///< there is no path to the broker (no link is live)
    Connecting,
    Connected,
    Retrying, ///< lost or unreachable; retries automatically, with growing pauses up to 30 s
    /// The broker does not know the credential or denies access, or another console has signed in with it: the user must act. Retries every 5
    /// minutes nevertheless; the pause doubles each time another console takes over, up to an hour. A link that disconnects and reconnects does not
    /// shorten the pause: only retry(), open() and setTransport() do.
    Refused
};

struct BrokerCounters {
    Bytes sent; ///< on the stream, including MQTT's overhead
    Bytes received;
    quint64 published = 0;
    quint64 arrived = 0;
    quint64 tooLong = 0; ///< dropped without parsing: longer than maxPacket
};
}

Q_DECLARE_METATYPE(Nightdesk::BrokerMessage)
