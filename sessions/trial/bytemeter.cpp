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
    , m_byteLimit(limit)
{
}

UniqueFd ByteMeter::connectReader(UniqueFd readingEnd)
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) < 0) {
        return {};
    }
    m_readerFd = std::move(readingEnd);
    m_delivererFd = UniqueFd(pair[0]);
    makeNonBlocking(m_readerFd.get());
    makeNonBlocking(m_delivererFd.get());
    startDirection(m_incoming, m_delivererFd.get(), m_readerFd.get());
    startDirection(m_outgoing, m_readerFd.get(), m_delivererFd.get());
    return UniqueFd(pair[1]);
}

Bytes ByteMeter::receivedBytes() const
{
    return m_receivedBytes;
}

void ByteMeter::startDirection(Direction &direction, int sourceFd, int targetFd)
{
    direction.sourceFd = sourceFd;
    direction.targetFd = targetFd;
    direction.readNotifier = std::make_unique<QSocketNotifier>(sourceFd, QSocketNotifier::Read);
    direction.writeNotifier = std::make_unique<QSocketNotifier>(targetFd, QSocketNotifier::Write);
    direction.writeNotifier->setEnabled(false);
    for (QSocketNotifier *notifier : {direction.readNotifier.get(), direction.writeNotifier.get()}) {
        connect(notifier, &QSocketNotifier::activated, this, [this, &direction] {
            forwardBytes(direction);
        });
    }
}

/// Writes all bytes that were read but not yet written. False: the target accepts no more now, so some bytes have to be written later.
bool ByteMeter::writeBytes(Direction &direction)
{
    while (!direction.unwrittenBytes.isEmpty()) {
        const ssize_t count =
            ::send(direction.targetFd, direction.unwrittenBytes.constData(), static_cast<std::size_t>(direction.unwrittenBytes.size()), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && errno == EAGAIN) {
            return false;
        }
        if (count < 0) { // the reader has closed its end
            direction.unwrittenBytes.clear();
            direction.hasEnded = true;
            return true;
        }
        direction.unwrittenBytes.remove(0, count);
    }
    return true;
}

void ByteMeter::forwardBytes(Direction &direction)
{
    const bool isIn = &direction == &m_incoming;
    bool isFull = false;
    if (writeBytes(direction) && !direction.hasEnded) {
        const qint64 room = isIn ? std::min<qint64>(portion, m_byteLimit.count - m_receivedBytes.count) : portion;
        isFull = room <= 0;
        if (!isFull) {
            QByteArray bytes(room, Qt::Uninitialized);
            const ssize_t count = ::recv(direction.sourceFd, bytes.data(), static_cast<std::size_t>(room), 0);
            if (count > 0) {
                bytes.truncate(count);
                direction.unwrittenBytes = bytes;
                m_receivedBytes = isIn ? m_receivedBytes + Bytes{count} : m_receivedBytes;
            } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                direction.hasEnded = true;
            }
        }
        writeBytes(direction);
    }
    const bool waits = !direction.unwrittenBytes.isEmpty();
    direction.writeNotifier->setEnabled(waits);
    direction.readNotifier->setEnabled(!waits && !direction.hasEnded && !isFull);
    if (direction.hasEnded && !waits) {
        ::shutdown(direction.targetFd, SHUT_WR);
    }
    if (isFull) {
        Q_EMIT byteLimitReached();
    }
}
}
