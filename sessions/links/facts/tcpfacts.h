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
/// What the kernel at one end knows of its TCP connection. The values are those of the direction in which this end sends, unless noted. Empty: that
/// kernel does not report the value. A value: LinkFlow keeps the last ones.
struct TcpFacts {
    std::optional<std::chrono::microseconds> minimumRoundTrip;
    std::optional<std::chrono::microseconds> smoothedRoundTrip; ///< measured from recently sent segments; only reported by ss
    std::optional<Bytes> segmentSize; ///< maximum segment size for sending
    std::optional<Bytes> congestionWindow;
    std::optional<Bytes> peerReceiveWindow; ///< receive window of the remote end
    std::optional<Bytes> ownReceiveWindow; ///< receive window of this end
    std::optional<Bytes> bytesInFlight; ///< bytes sent and not acknowledged yet
    std::optional<Bytes> unsentBytes; ///< bytes that wait in the send buffer
    std::optional<Bytes> deliveryRate; ///< bytes per second, as last measured
    // The next three are total times since the connection began.
    std::optional<std::chrono::microseconds> busySendingTime; ///< time in which data was being sent or waited; includes the next two
    std::optional<std::chrono::microseconds> receiveWindowLimitedTime; ///< time in which the remote end's full receive window delayed sending
    std::optional<std::chrono::microseconds> sendBufferLimitedTime; ///< time in which sending was limited by the size of this end's send buffer
    // The next three are numbers of segments since the connection began.
    std::optional<quint32> sentSegments; ///< segments with data that were sent
    std::optional<quint32> retransmits; ///< segments that were sent again
    std::optional<quint32> reorderedSegments; ///< how often segments arrived out of order
    std::optional<quint32> lostSegments; ///< segments that are lost now, as estimated by the sender
    bool operator==(const TcpFacts &) const = default;

    /// Parses the output of `ss -tin` of iproute2 for one connection; empty: the text shows no connection, or several. Values outside their valid
    /// ranges are ignored. Pure.
    static std::optional<TcpFacts> parseSsOutput(QByteArrayView text);
};
}
