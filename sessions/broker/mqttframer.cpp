// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/mqttframer.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
// Packet types: the upper four bits of a packet's first byte.
constexpr unsigned char connack = 0x20;
constexpr unsigned char publish = 0x30;
}

MqttFramer::MqttFramer(qsizetype limit)
    : m_maxPacketSize(limit)
{
}

bool MqttFramer::isBroken() const
{
    return m_isStreamBroken;
}

quint64 MqttFramer::skippedPacketCount() const
{
    return m_skippedPacketCount;
}

void MqttFramer::addBytes(QByteArrayView bytes)
{
    const qsizetype passed = std::min(m_bytesToSkip, bytes.size());
    m_bytesToSkip -= passed;
    if (!m_isStreamBroken) {
        m_pendingBytes.append(bytes.sliced(passed));
    }
}

std::optional<QByteArray> MqttFramer::takePacket()
{
    while (!m_isStreamBroken && !m_pendingBytes.isEmpty()) {
        const auto type = static_cast<unsigned char>(static_cast<unsigned char>(m_pendingBytes[0]) & 0xF0);
        m_isStreamBroken = m_isFirstPacket && type != connack;
        // The length of the rest of the packet: seven bits per byte, lowest first, at most four bytes.
        qsizetype length = 0;
        qsizetype at = 1;
        bool isWhole = false;
        for (; at < m_pendingBytes.size() && at <= 4 && !isWhole; ++at) {
            const auto byte = static_cast<unsigned char>(m_pendingBytes[at]);
            length |= static_cast<qsizetype>(byte & 0x7F) << (7 * (at - 1));
            isWhole = (byte & 0x80) == 0;
        }
        m_isStreamBroken = m_isStreamBroken || (!isWhole && at > 4);
        if (m_isStreamBroken || !isWhole) {
            return {};
        }
        const qsizetype total = at + length;
        if (total > m_maxPacketSize) {
            m_isStreamBroken = type != publish;
            ++m_skippedPacketCount;
            m_bytesToSkip = total - std::min(total, m_pendingBytes.size());
            m_pendingBytes.remove(0, total - m_bytesToSkip);
            continue;
        }
        if (m_pendingBytes.size() < total) {
            return {};
        }
        m_isFirstPacket = false;
        QByteArray packet = m_pendingBytes.first(total);
        m_pendingBytes.remove(0, total);
        return packet;
    }
    return {};
}
}
