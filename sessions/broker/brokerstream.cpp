// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerstream.h"

#include <sys/socket.h>

#include <cerrno>

namespace Nightdesk
{
namespace
{
bool isTemporaryError(int error)
{
    return error == EAGAIN || error == EINTR;
}
}

BrokerStream::BrokerStream(UniqueFd socket, QObject *parent)
    : QObject(parent)
    , m_socket(std::move(socket))
    , m_readNotifier(m_socket.get(), QSocketNotifier::Read)
    , m_writeNotifier(m_socket.get(), QSocketNotifier::Write)
{
    m_writeNotifier.setEnabled(false);
    connect(&m_readNotifier, &QSocketNotifier::activated, this, &BrokerStream::readOnce);
    connect(&m_writeNotifier, &QSocketNotifier::activated, this, &BrokerStream::flush);
}

qsizetype BrokerStream::unsentBytes() const
{
    return m_unsentBytes.size();
}

qint64 BrokerStream::sentByteCount() const
{
    return m_sentByteCount;
}

qint64 BrokerStream::receivedByteCount() const
{
    return m_receivedByteCount;
}

bool BrokerStream::readOnce()
{
    QByteArray bytes(64 * 1024, Qt::Uninitialized);
    const ssize_t got = ::recv(m_socket.get(), bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT);
    if (got > 0) {
        bytes.truncate(got);
        m_receivedByteCount += got;
        Q_EMIT bytesArrived(bytes);
        return true;
    }
    if (got == 0 || !isTemporaryError(errno)) {
        handleStreamEnd();
    }
    return false;
}

void BrokerStream::readRemainingBytes()
{
    while (m_readNotifier.isEnabled() && readOnce()) { }
    if (m_readNotifier.isEnabled()) {
        handleStreamEnd();
    }
}

void BrokerStream::write(QByteArrayView bytes)
{
    // Sends without a copy if possible, because the first bytes contain a password.
    while (m_unsentBytes.isEmpty() && !bytes.isEmpty()) {
        const ssize_t sent = ::send(m_socket.get(), bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent <= 0) {
            break; // not handled here: the next read from the socket reports that it is closed
        }
        m_sentByteCount += sent;
        bytes = bytes.sliced(sent);
    }
    m_unsentBytes.append(bytes);
    m_writeNotifier.setEnabled(m_socket.isValid() && !m_unsentBytes.isEmpty());
}

void BrokerStream::flush()
{
    const ssize_t sent = ::send(m_socket.get(), m_unsentBytes.constData(), static_cast<std::size_t>(m_unsentBytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) {
        m_sentByteCount += sent;
        m_unsentBytes.remove(0, sent);
    } else if (sent < 0 && !isTemporaryError(errno)) {
        m_unsentBytes.clear();
    }
    if (m_unsentBytes.isEmpty()) {
        m_writeNotifier.setEnabled(false);
    }
}

void BrokerStream::handleStreamEnd()
{
    m_readNotifier.setEnabled(false);
    m_writeNotifier.setEnabled(false);
    Q_EMIT streamEnded();
}

void BrokerStream::close()
{
    m_readNotifier.setEnabled(false);
    m_writeNotifier.setEnabled(false);
    m_unsentBytes.clear();
    m_socket.reset();
}
}
