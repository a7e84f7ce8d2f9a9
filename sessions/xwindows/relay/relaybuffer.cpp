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
bool isPassing(int error)
{
    return error == EAGAIN || error == EINTR;
}
}

bool RelayBuffer::isEmpty() const
{
    return m_begin == m_end;
}

std::size_t RelayBuffer::size() const
{
    return m_end - m_begin;
}

std::span<const std::uint8_t> RelayBuffer::waitingBytes() const
{
    return std::span(m_bytes).subspan(m_begin, m_end - m_begin);
}

void RelayBuffer::replaceFront(std::size_t count, std::span<const std::uint8_t> by)
{
    std::vector<std::uint8_t> all(by.begin(), by.end());
    const auto rest = waitingBytes().subspan(count);
    all.insert(all.end(), rest.begin(), rest.end());
    m_begin = 0;
    m_end = all.size();
    all.resize(std::max(capacity, all.size()));
    m_bytes = std::move(all);
}

void RelayBuffer::clear()
{
    m_begin = m_end = 0;
}

std::span<std::uint8_t> RelayBuffer::lastBytes(std::size_t count)
{
    return std::span(m_bytes).subspan(m_end - count, count);
}

void RelayBuffer::erase(std::size_t at, std::size_t count)
{
    const auto first = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_begin + at);
    std::move(first + static_cast<std::ptrdiff_t>(count), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_end), first);
    m_end -= count;
}

RelayBuffer::Fill RelayBuffer::readFrom(int fd, std::size_t limit, std::size_t room)
{
    if (m_begin == m_end) {
        m_begin = m_end = 0;
        if (m_bytes.size() > std::max(room, capacity)) {
            m_bytes = std::vector<std::uint8_t>(capacity); // shrinks the buffer after a backlog
        }
    } else if (m_end == m_bytes.size()) {
        std::memmove(m_bytes.data(), m_bytes.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
        if (m_end == m_bytes.size() && m_end < room) {
            m_bytes.resize(std::min(room, m_end * 2));
        }
    }
    const std::size_t wanted = std::min({m_bytes.size() - m_end, limit, room - std::min(room, size())});
    if (wanted == 0) {
        return Fill::More;
    }
    const ssize_t count = ::recv(fd, m_bytes.data() + m_end, wanted, 0);
    if (count > 0) {
        m_end += static_cast<std::size_t>(count);
        return Fill::More;
    }
    return count < 0 && isPassing(errno) ? Fill::Dry : Fill::Ended;
}

bool RelayBuffer::writeTo(int fd, std::atomic<std::int64_t> *counter, std::size_t kept)
{
    while (size() > kept) {
        const ssize_t count = ::send(fd, m_bytes.data() + m_begin, size() - kept, MSG_NOSIGNAL);
        if (count < 0) {
            return isPassing(errno);
        }
        m_begin += static_cast<std::size_t>(count);
        if (counter) {
            counter->fetch_add(count, std::memory_order_relaxed);
        }
    }
    return true;
}
}
