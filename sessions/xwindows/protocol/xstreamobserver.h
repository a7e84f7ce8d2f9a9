// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

namespace Nightdesk
{
/// Observes the bytes of one X connection while they are relayed, without changing them. All functions are called on the relay's thread; they must
/// return at once, throw nothing, and keep no bytes. Owned by its RelayedConnection: destroyed when the connection ends.
class XStreamObserver
{
public:
    using Clock = std::chrono::steady_clock;

    virtual ~XStreamObserver() = default;
    /// Bytes as the program sent them, from the first byte of the set-up on; @p now: when they were read from the channel.
    virtual void observeBytesFromProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) = 0;
    /// Bytes of the server as passed to the program; @p now: when they were written to the channel.
    virtual void observeBytesToProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) = 0;
};

/// Makes an observer for each connection of one program. Any thread. Shared by WindowRun and the relay.
class XStreamObservers
{
public:
    virtual ~XStreamObservers() = default;
    /// Null: the connection is not observed.
    virtual std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point now) = 0;
};
}
