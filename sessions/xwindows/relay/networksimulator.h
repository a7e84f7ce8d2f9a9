// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace Nightdesk
{
/// Properties of a simulated network connection for local programs.
struct NetworkProperties {
    std::chrono::microseconds roundTrip{}; ///< there and back, without queues
    double bytesPerSecond = 0; ///< each direction; 0: no limit
    bool hasSshCompression = false; ///< bytes are compressed as ssh does: their compressed size counts against the rate
    bool operator==(const NetworkProperties &) const = default;
};

/// What the simulated network has carried so far, for all its connections.
struct NetworkCounters {
    std::int64_t payloadBytesFromProgram = 0; ///< bytes sent by programs, before compression
    std::int64_t payloadBytesToProgram = 0; ///< bytes sent to programs, before compression
    std::int64_t wireBytesFromProgram = 0; ///< the bytes from programs after compression; without compression as payloadBytesFromProgram
    std::int64_t wireBytesToProgram = 0; ///< the bytes to programs after compression
    bool operator==(const NetworkCounters &) const = default;
};

/// Delays local connections as a long network path would: half the round trip in each direction, and a rate shared by all. Runs on a thread of its
/// own; any thread may call it. A connection buffers no more than an ssh channel's window, or than fits on the path: if the receiver does not read,
/// the sender is not read from. Owned by its user; the destructor closes all connections at once.
class NetworkSimulator
{
public:
    explicit NetworkSimulator(const NetworkProperties &properties);
    ~NetworkSimulator();

    /// Makes a socket that is connected to @p program through the simulated network; invalid: no descriptors left.
    SharedFd createDelayedSocket(UniqueFd program);
    NetworkCounters counters() const;

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};
}
