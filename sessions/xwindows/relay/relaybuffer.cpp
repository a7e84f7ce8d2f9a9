// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/relaybuffer.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace Nightdesk
{
namespace
{
bool isTemporaryError(int error)
{
    return error == EAGAIN || error == EINTR;
}
}

bool RelayBuffer::isEmpty() const
{
    return m_waitingBegin == m_waitingEnd;
}

std::size_t RelayBuffer::size() const
{
    return m_waitingEnd - m_waitingBegin;
}

std::span<const std::uint8_t> RelayBuffer::waitingBytes() const
{
    return std::span(m_bytes).subspan(m_waitingBegin, m_waitingEnd - m_waitingBegin);
}

void RelayBuffer::replaceFront(std::size_t count, std::span<const std::uint8_t> by)
{
    std::vector<std::uint8_t> all(by.begin(), by.end());
    const auto rest = waitingBytes().subspan(count);
    all.insert(all.end(), rest.begin(), rest.end());
    m_waitingBegin = 0;
    m_waitingEnd = all.size();
    all.resize(std::max(capacity, all.size()));
    m_bytes = std::move(all);
}

void RelayBuffer::clear()
{
    m_waitingBegin = m_waitingEnd = 0;
}

std::span<std::uint8_t> RelayBuffer::lastReadBytes(std::size_t count)
{
    return std::span(m_bytes).subspan(m_waitingEnd - count, count);
}

void RelayBuffer::erase(std::size_t at, std::size_t count)
{
    const auto first = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_waitingBegin + at);
    std::move(first + static_cast<std::ptrdiff_t>(count), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_waitingEnd), first);
    m_waitingEnd -= count;
}

RelayBuffer::ReadResult RelayBuffer::readFrom(int fd, std::size_t limit, std::size_t room)
{
    if (m_waitingBegin == m_waitingEnd) {
        m_waitingBegin = m_waitingEnd = 0;
        if (m_bytes.size() > std::max(room, capacity)) {
            m_bytes = std::vector<std::uint8_t>(capacity); // shrinks the buffer after a backlog
        }
    } else if (m_waitingEnd == m_bytes.size()) {
        std::memmove(m_bytes.data(), m_bytes.data() + m_waitingBegin, m_waitingEnd - m_waitingBegin);
        m_waitingEnd -= m_waitingBegin;
        m_waitingBegin = 0;
        if (m_waitingEnd == m_bytes.size() && m_waitingEnd < room) {
            m_bytes.resize(std::min(room, m_waitingEnd * 2));
        }
    }
    const std::size_t wanted = std::min({m_bytes.size() - m_waitingEnd, limit, room - std::min(room, size())});
    if (wanted == 0) {
        return ReadResult::MoreToRead;
    }
    const ssize_t count = ::recv(fd, m_bytes.data() + m_waitingEnd, wanted, 0);
    if (count > 0) {
        m_waitingEnd += static_cast<std::size_t>(count);
        return ReadResult::MoreToRead;
    }
    return count < 0 && isTemporaryError(errno) ? ReadResult::NothingToRead : ReadResult::Ended;
}

bool RelayBuffer::writeTo(int fd, std::atomic<std::int64_t> *counter, std::size_t unwrittenBytes)
{
    while (size() > unwrittenBytes) {
        const ssize_t count = ::send(fd, m_bytes.data() + m_waitingBegin, size() - unwrittenBytes, MSG_NOSIGNAL);
        if (count < 0) {
            return isTemporaryError(errno);
        }
        m_waitingBegin += static_cast<std::size_t>(count);
        if (counter) {
            counter->fetch_add(count, std::memory_order_relaxed);
        }
    }
    return true;
}
}
