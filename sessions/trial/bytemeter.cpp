// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/trial/bytemeter.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace Nightdesk
{
namespace
{
constexpr qint64 portion = 65536; ///< bytes per event loop iteration

void makeNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}
}

ByteMeter::ByteMeter(Bytes limit, QObject *parent)
    : QObject(parent)
    , m_limit(limit)
{
}

UniqueFd ByteMeter::through(UniqueFd near)
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) < 0) {
        return {};
    }
    m_near = std::move(near);
    m_far = UniqueFd(pair[0]);
    makeNonBlocking(m_near.get());
    makeNonBlocking(m_far.get());
    begin(m_in, m_far.get(), m_near.get());
    begin(m_out, m_near.get(), m_far.get());
    return UniqueFd(pair[1]);
}

Bytes ByteMeter::received() const
{
    return m_received;
}

void ByteMeter::begin(Direction &direction, int from, int to)
{
    direction.from = from;
    direction.to = to;
    direction.readable = std::make_unique<QSocketNotifier>(from, QSocketNotifier::Read);
    direction.writable = std::make_unique<QSocketNotifier>(to, QSocketNotifier::Write);
    direction.writable->setEnabled(false);
    connect(direction.readable.get(), &QSocketNotifier::activated, this, [this, &direction] {
        pump(direction);
    });
    connect(direction.writable.get(), &QSocketNotifier::activated, this, [this, &direction] {
        pump(direction);
    });
}

/// Returns false if some bytes must wait.
bool ByteMeter::write(Direction &direction)
{
    while (!direction.waiting.isEmpty()) {
        const ssize_t count = ::send(direction.to, direction.waiting.constData(), static_cast<std::size_t>(direction.waiting.size()), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && errno == EAGAIN) {
            return false;
        }
        if (count < 0) { // the reader has closed its end
            direction.waiting.clear();
            direction.hasEnded = true;
            return true;
        }
        direction.waiting.remove(0, count);
    }
    return true;
}

void ByteMeter::pump(Direction &direction)
{
    const bool isIn = &direction == &m_in;
    bool isFull = false;
    if (write(direction) && !direction.hasEnded) {
        const qint64 room = isIn ? std::min<qint64>(portion, m_limit.count - m_received.count) : portion;
        isFull = room <= 0;
        if (!isFull) {
            QByteArray bytes(room, Qt::Uninitialized);
            const ssize_t count = ::recv(direction.from, bytes.data(), static_cast<std::size_t>(room), 0);
            if (count > 0) {
                bytes.truncate(count);
                direction.waiting = bytes;
                m_received = isIn ? m_received + Bytes{count} : m_received;
            } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                direction.hasEnded = true;
            }
        }
        write(direction);
    }
    const bool waits = !direction.waiting.isEmpty();
    direction.writable->setEnabled(waits);
    direction.readable->setEnabled(!waits && !direction.hasEnded && !isFull);
    if (direction.hasEnded && !waits) {
        ::shutdown(direction.to, SHUT_WR);
    }
    if (isFull) {
        Q_EMIT limitReached();
    }
}
}
