// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

namespace Nightdesk
{
/// Sees what one X connection carries while it is relayed, and changes nothing. All functions: the relay's thread; they return at
/// once, throw nothing, and keep no bytes. Owned by its RelayedConnection: the destructor is the connection's end.
class XStreamObserver
{
public:
    using Clock = std::chrono::steady_clock;

    virtual ~XStreamObserver() = default;
    /// What the program said, as it said it, from the set-up's first byte on; when it was read from its channel.
    virtual void fromProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) = 0;
    /// What the server said and the program was told: when it was written to its channel.
    virtual void toProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) = 0;
};

/// Makes a observer for each connection of one program. Any thread; outlives none of its observers' needs (shared). Held by WindowRun and by
/// the relay as a shared pointer.
class XStreamObservers
{
public:
    virtual ~XStreamObservers() = default;
    virtual std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point now) = 0;
};
}
