// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/pulse.h"
#include "sessions/rfbworker/protocol/wakefd.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace Nightdesk::Rfb
{
/// The bytes from the server. Whoever reads here, we or the library, is attended to while waiting: that is when the console's
/// releases are heard and merged damage goes out. Reader thread alone. Owned by Worker.
class RfbStream
{
public:
    using Clock = std::chrono::steady_clock;
    /// Called before every wait and when the wake descriptor fires; says when it wants to be called again.
    using DueWork = std::function<std::optional<Clock::time_point>()>;
    static constexpr std::size_t bufferSize = 64 * 1024;

    /// @p fd, a socket, stays the caller's.
    RfbStream(int fd, WakeFd &wake);

    void setDueWork(DueWork attend);
    /// Is told when bytes come.
    void setPulse(Pulse *pulse);
    /// Exactly @p size bytes; false: the stream ended first, or stop() was called.
    bool read(std::uint8_t *to, std::size_t size);
    bool read(Bytes &to, std::size_t size);
    bool skip(std::size_t size);
    /// At least one byte unless the stream ended.
    std::size_t readSome(std::uint8_t *to, std::size_t most);
    /// The last @p size bytes that readSome() gave are to come again; nothing but it may have been called since. No more than it gave,
    /// and it must have been asked for less than bufferSize.
    bool giveBack(std::size_t size);
    /// Puts bytes in front of what readSome() gives next.
    void prepend(std::span<const std::uint8_t> bytes);
    /// Everything waiting ends now, as if the server had ended the stream. From within attend().
    void stop();
    /// Waits until @p done, called after each attend(), holds; false: stop(), or the server hung up.
    bool waitUntil(const std::function<bool()> &done, bool heedHangUp);

    /// No more bytes will come.
    bool hasEnded() const;
    std::uint64_t bytesRead() const; ///< but for what is read ahead
    std::uint64_t bytesIn() const;
    /// Spent waiting for the server, since the start.
    Clock::duration waited() const;

private:
    bool wait(bool forData, bool heedHangUp);
    std::size_t fill(std::uint8_t *to, std::size_t most);

    const int m_fd;
    WakeFd &m_wake;
    DueWork m_doDueWork;
    Pulse *m_pulse = nullptr;
    std::array<std::uint8_t, bufferSize> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    Bytes m_front;
    std::size_t m_frontUsed = 0;
    bool m_stopped = false;
    bool m_ended = false;
    std::atomic<std::uint64_t> m_bytesIn = 0; ///< the pump reads it for the statistics
    Clock::duration m_waited{};
};
}
