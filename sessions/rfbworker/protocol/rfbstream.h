// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/serverliveness.h"
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
/// The byte stream from the server, for the worker's code and libvncclient. Calls the due work before each wait, so that the console's DamagePainted
/// records are handled and merged damage is sent meanwhile. Reader thread only. Owned by Worker.
class RfbStream
{
public:
    using Clock = std::chrono::steady_clock;
    /// A function of the owner that is called before each wait for the server and when the wake descriptor becomes readable. Returns when it must
    /// be called again; empty: at no fixed time.
    using DueWork = std::function<std::optional<Clock::time_point>()>;
    static constexpr std::size_t bufferSize = 64 * 1024;

    /// @p fd: a socket; the caller keeps ownership.
    RfbStream(int fd, WakeFd &wake);

    void setDueWork(DueWork dueWork);
    /// @p liveness is notified when bytes come.
    void setLiveness(ServerLiveness *liveness);
    /// Exactly @p size bytes; false: the stream ended first, or stop() was called.
    bool read(std::uint8_t *to, std::size_t size);
    bool read(Bytes &to, std::size_t size);
    bool skip(std::size_t size);
    /// Reads at least one byte unless the stream ended.
    std::size_t readSome(std::uint8_t *to, std::size_t most);
    /// The next read returns the last @p size bytes of readSome() again. Call it right after readSome(), with at most the number of bytes that
    /// readSome() returned. The readSome() call must have asked for less than bufferSize.
    bool putBackBytes(std::size_t size);
    /// Puts bytes in front of those that readSome() returns next.
    void prepend(std::span<const std::uint8_t> bytes);
    /// Ends every wait now, as if the server had ended the stream. Call it only from the DueWork function.
    void stop();
    /// Waits until @p done, called after each call of the DueWork function, returns true. False: stop() was called, or with @p endsAtHangUp the
    /// server closed the connection.
    bool waitUntil(const std::function<bool()> &done, bool endsAtHangUp);

    /// No more bytes will come.
    bool hasEnded() const;
    std::uint64_t bytesRead() const; ///< without bytes that were read ahead
    std::uint64_t receivedByteCount() const;
    /// Time spent waiting for the server since the start.
    Clock::duration waitedTime() const;
    /// When bytes last came for which the reader had waited.
    Clock::time_point lastWaitEndedAt() const;

private:
    /// Waits until the server has sent data or, if not @p forData, until the wake descriptor becomes readable. False: the wait was ended.
    bool wait(bool forData, bool endsAtHangUp);
    /// Receives up to @p most bytes from the server, and waits for the first of them. Returns how many; 0: the stream ended.
    std::size_t fill(std::uint8_t *to, std::size_t most);

    const int m_fd;
    WakeFd &m_wakeFd;
    DueWork m_doDueWork;
    ServerLiveness *m_liveness = nullptr;
    std::array<std::uint8_t, bufferSize> m_buffer;
    std::size_t m_unreadBegin = 0;
    std::size_t m_unreadEnd = 0; ///< m_buffer holds unread bytes from m_unreadBegin up to this index
    Bytes m_prependedBytes;
    std::size_t m_consumedPrependedByteCount = 0; ///< how many of m_prependedBytes were read
    bool m_isStopped = false;
    bool m_hasEnded = false;
    std::atomic<std::uint64_t> m_receivedByteCount = 0; ///< atomic, since the pump thread reads it for the statistics
    Clock::duration m_waitedTime{};
    Clock::time_point m_lastWaitEndedAt;
};
}
