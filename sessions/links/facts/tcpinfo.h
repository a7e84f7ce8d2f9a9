// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/tcpfacts.h"

namespace Nightdesk
{
/// TCP_INFO of one of this process's sockets. A value: read on the link's thread.
struct TcpInfo {
    std::chrono::microseconds roundTrip{}; ///< the kernel's smoothed round trip
    std::chrono::microseconds roundTripVariation{};
    TcpFacts facts;

    /// Reads TCP_INFO of the socket @p fd. Empty: the socket is not a TCP connection.
    static std::optional<TcpInfo> read(int fd);
    /// The round trip of the socket @p fd. Empty: the socket is not a TCP connection, or none was measured yet.
    static std::optional<std::chrono::microseconds> roundTripOf(int fd);
};
}
