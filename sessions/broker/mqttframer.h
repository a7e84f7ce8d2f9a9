// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Splits the broker's bytes into MQTT packets. A packet longer than agreed is skipped while it is received, since libmosquitto allocates memory
/// for any length that a packet claims. Pure. Member of BrokerConnection.
class MqttFramer
{
public:
    /// @p limit: maximum size of a packet with its header, in bytes.
    explicit MqttFramer(qsizetype limit);

    void addBytes(QByteArrayView bytes);
    /// The next complete packet; empty: more bytes are needed, or isBroken().
    std::optional<QByteArray> takePacket();
    /// Whether the bytes are not MQTT, or do not begin with a broker's first packet. Then takePacket() returns no more
    /// packets.
    bool isBroken() const;
    quint64 skippedPacketCount() const; ///< number of packets that were skipped because they were too long

private:
    const qsizetype m_maxPacketSize;
    QByteArray m_pendingBytes;
    qsizetype m_bytesToSkip = 0; ///< number of bytes to skip of a packet that is too long
    bool m_isFirstPacket = true;
    bool m_isStreamBroken = false;
    quint64 m_skippedPacketCount = 0;
};
}
