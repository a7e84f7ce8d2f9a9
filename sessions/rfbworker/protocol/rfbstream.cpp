// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace Nightdesk::Rfb
{
RfbStream::RfbStream(int fd, WakeFd &wake)
    : m_fd(fd)
    , m_wakeFd(wake)
{
}

void RfbStream::setDueWork(DueWork dueWork)
{
    m_doDueWork = std::move(dueWork);
}

void RfbStream::setLiveness(ServerLiveness *liveness)
{
    m_liveness = liveness;
}

void RfbStream::stop()
{
    m_isStopped = true;
}

void RfbStream::prepend(std::span<const std::uint8_t> bytes)
{
    Bytes front(bytes.begin(), bytes.end());
    front.insert(front.end(), m_prependedBytes.begin() + static_cast<std::ptrdiff_t>(m_consumedPrependedByteCount), m_prependedBytes.end());
    m_prependedBytes = std::move(front);
    m_consumedPrependedByteCount = 0;
}

bool RfbStream::wait(bool forData, bool endsAtHangUp)
{
    const auto began = Clock::now();
    for (;;) {
        const auto next = m_doDueWork ? m_doDueWork() : std::nullopt;
        if (m_isStopped) {
            return false;
        }
        int timeout = -1;
        if (next) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
            timeout = static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 60'000));
        }
        pollfd fds[2]{{endsAtHangUp || forData ? m_fd : -1, static_cast<short>(forData ? POLLIN : POLLRDHUP), 0}, {m_wakeFd.fd(), POLLIN, 0}};
        if (::poll(fds, 2, timeout) < 0 && errno != EINTR) {
            return false;
        }
        if (fds[1].revents != 0) {
            m_wakeFd.clear();
            if (!forData) {
                return true;
            }
        }
        if (fds[0].revents != 0) {
            if (forData) {
                m_lastWaitEndedAt = Clock::now();
                m_waitedTime += m_lastWaitEndedAt - began;
                return true;
            }
            return false;
        }
        if (!forData) {
            return true;
        }
    }
}

bool RfbStream::waitUntil(const std::function<bool()> &done, bool endsAtHangUp)
{
    for (;;) {
        if (m_doDueWork) {
            m_doDueWork();
        }
        if (m_isStopped) {
            return false;
        }
        if (done()) {
            return true;
        }
        if (!wait(false, endsAtHangUp)) {
            return false;
        }
    }
}

std::size_t RfbStream::fill(std::uint8_t *to, std::size_t most)
{
    for (;;) {
        if (m_isStopped) {
            return 0;
        }
        // Tries to read first: while bytes are available, neither poll() nor the clock is needed.
        iovec part{to, most};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        const ssize_t got = ::recvmsg(m_fd, &message, MSG_DONTWAIT);
        if (got > 0) {
            m_receivedByteCount += static_cast<std::uint64_t>(got);
            if (m_liveness) {
                m_liveness->noteReceivedBytes(BootClock::now());
            }
            return static_cast<std::size_t>(got);
        }
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            m_hasEnded = true;
            return 0;
        }
        if (!wait(true, true)) {
            return 0;
        }
    }
}

std::size_t RfbStream::readSome(std::uint8_t *to, std::size_t most)
{
    if (m_consumedPrependedByteCount < m_prependedBytes.size()) {
        const std::size_t take = std::min(most, m_prependedBytes.size() - m_consumedPrependedByteCount);
        std::memcpy(to, m_prependedBytes.data() + m_consumedPrependedByteCount, take);
        m_consumedPrependedByteCount += take;
        return take;
    }
    if (m_unreadBegin == m_unreadEnd) {
        if (most >= m_buffer.size()) {
            return fill(to, most);
        }
        m_unreadBegin = 0;
        m_unreadEnd = fill(m_buffer.data(), m_buffer.size());
    }
    const std::size_t take = std::min(most, m_unreadEnd - m_unreadBegin);
    std::memcpy(to, m_buffer.data() + m_unreadBegin, take);
    m_unreadBegin += take;
    return take;
}

bool RfbStream::putBackBytes(std::size_t size)
{
    if (size > m_unreadBegin) {
        return false;
    }
    m_unreadBegin -= size;
    return true;
}

bool RfbStream::read(std::uint8_t *to, std::size_t size)
{
    while (size > 0) {
        const std::size_t got = readSome(to, size);
        if (got == 0) {
            return false;
        }
        to += got;
        size -= got;
    }
    return true;
}

bool RfbStream::read(Bytes &to, std::size_t size)
{
    to.resize(size);
    return read(to.data(), size);
}

bool RfbStream::skip(std::size_t size)
{
    std::array<std::uint8_t, 4096> sink;
    while (size > 0) {
        const std::size_t part = std::min(size, sink.size());
        if (!read(sink.data(), part)) {
            return false;
        }
        size -= part;
    }
    return true;
}

bool RfbStream::hasEnded() const
{
    return m_hasEnded || m_isStopped;
}

std::uint64_t RfbStream::bytesRead() const
{
    return m_receivedByteCount - (m_unreadEnd - m_unreadBegin);
}

std::uint64_t RfbStream::receivedByteCount() const
{
    return m_receivedByteCount;
}

RfbStream::Clock::duration RfbStream::waitedTime() const
{
    return m_waitedTime;
}

RfbStream::Clock::time_point RfbStream::lastWaitEndedAt() const
{
    return m_lastWaitEndedAt;
}
}
