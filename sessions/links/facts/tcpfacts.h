// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <QByteArrayView>
#include <QtTypes>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// What the kernel of one end knows of its TCP connection, as a sender unless said otherwise. Empty: that kernel does not tell. A value:
/// LinkFlow keeps the last ones.
struct TcpFacts {
    std::optional<std::chrono::microseconds> minimumRoundTrip;
    std::optional<std::chrono::microseconds> smoothedRoundTrip; ///< of what was sent lately; of ss alone
    std::optional<Bytes> segment; ///< the largest that is sent
    std::optional<Bytes> congestionWindow;
    std::optional<Bytes> peerWindow; ///< receive window of the other end
    std::optional<Bytes> ownWindow; ///< receive window of this end
    std::optional<Bytes> inFlight; ///< sent and not acknowledged
    std::optional<Bytes> notSent; ///< waits in the send buffer
    std::optional<Bytes> deliveryRate; ///< per second, as last measured
    // Time since the connection began:
    std::optional<std::chrono::microseconds> busy; ///< something was sent or waited; the two below are part of it
    std::optional<std::chrono::microseconds> windowLimited; ///< the other end's receive window was full
    std::optional<std::chrono::microseconds> bufferLimited; ///< the send buffer was full
    // Segments since the connection began:
    std::optional<quint32> sent;
    std::optional<quint32> retransmits;
    std::optional<quint32> reordered; ///< times that segments came in another order
    std::optional<quint32> lost; ///< now, as far as the sender believes
    bool operator==(const TcpFacts &) const = default;

    /// Of what `ss -tin` of iproute2 prints for one connection; empty: it is none, or there are several. Its fields are believed only
    /// within their ranges. Pure.
    static std::optional<TcpFacts> fromSs(QByteArrayView text);
};
}
