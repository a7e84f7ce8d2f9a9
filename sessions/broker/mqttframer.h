// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Cuts what a broker sends into MQTT's packets. One that is longer than agreed is passed over while it comes in, so that
/// libmosquitto, which makes room for whatever length it is told, never hears of it. Pure. Member of BrokerConnection.
class MqttFramer
{
public:
    /// @p limit: of a packet with its header, in bytes.
    explicit MqttFramer(qsizetype limit);

    void add(QByteArrayView bytes);
    /// The next whole packet; empty: more bytes are needed, or it is broken.
    std::optional<QByteArray> next();
    /// This is no MQTT, or not what a broker says first: nothing more comes of it.
    bool isBroken() const;
    quint64 passedOver() const; ///< messages that were too long

private:
    const qsizetype m_limit;
    QByteArray m_bytes;
    qsizetype m_skip = 0; ///< of a packet that is too long
    bool m_isFirst = true;
    bool m_isBroken = false;
    quint64 m_passedOver = 0;
};
}
