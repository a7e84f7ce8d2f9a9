// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk
{
/// Buffer for one direction of an X connection: bytes that were read and not yet written. Owned by RelayedConnection, on the relay's thread; never
/// blocks, since its sockets are non-blocking.
class RelayBuffer
{
public:
    enum class ReadResult {
        MoreToRead, ///< something was read, or the buffer is full: the descriptor may have more bytes
        NothingToRead,
        Ended ///< end of the stream, or an error that ends it
    };
    static constexpr std::size_t capacity = 65536;

    bool isEmpty() const;
    std::size_t size() const;
    std::span<const std::uint8_t> waitingBytes() const;
    /// Replaces the first @p count bytes by @p by, which may be longer.
    void replaceFront(std::size_t count, std::span<const std::uint8_t> by);
    void clear();
    std::span<std::uint8_t> lastReadBytes(std::size_t count); ///< the bytes read last, to be changed in place
    void erase(std::size_t at, std::size_t count); ///< @p at: offset from the first waiting byte
    /// Reads at most @p limit bytes, until at most @p room bytes wait.
    ReadResult readFrom(int fd, std::size_t limit = SIZE_MAX, std::size_t room = capacity);
    /// Writes all but the last @p unwrittenBytes bytes, which stay in the buffer. False: the other end was closed.
    bool writeTo(int fd, std::atomic<std::int64_t> *counter, std::size_t unwrittenBytes = 0);

private:
    std::vector<std::uint8_t> m_bytes = std::vector<std::uint8_t>(capacity);
    std::size_t m_waitingBegin = 0;
    std::size_t m_waitingEnd = 0;
};
}
