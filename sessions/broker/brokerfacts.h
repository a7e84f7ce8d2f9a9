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
    bool isRetained = false; ///< it was said before we asked
    std::chrono::steady_clock::time_point arrivedAt;
};

/// What the broker says for us when we are gone without a word.
struct BrokerWill {
    QString topic;
    QByteArray payload; ///< retained
};

struct BrokerDelivery {
    int qos = 0; ///< 0: at most once; 1: at least once
    bool isRetained = false;
    std::optional<std::chrono::seconds> expiry; ///< MQTT 5: after that the broker forgets it
    QString mark = {}; ///< with qos 1: what delivered() calls it; empty: it is not informed of
};

/// What became of a message with a mark.
enum class BrokerReceipt {
    Taken, ///< and there was somebody to tell it to
    NobodyThere, ///< taken, and kept if it is retained, but nobody has asked for it. Not each broker tells
    Refused
};

enum class BrokerState {
    Idle, ///< nobody wants it
    Waiting, ///< its way is not there (no link is live)
    Connecting,
    Connected,
    Retrying, ///< lost or not reached; tries again by itself, with growing pauses up to 30 s
    /// The broker knows us not or lets us not, or another console has signed in with this credential: a person has to act.
    /// It tries again every 5 minutes all the same; each time that it is taken over twice as late, up to an hour. A link that comes
    /// and goes does not make it sooner: only retry(), open() and setWay() do.
    Refused
};

struct BrokerCounters {
    Bytes sent; ///< on the stream, MQTT and all
    Bytes received;
    quint64 published = 0;
    quint64 arrived = 0;
    quint64 tooLong = 0; ///< dropped unread: longer than maxPacket
};
}

Q_DECLARE_METATYPE(Nightdesk::BrokerMessage)
