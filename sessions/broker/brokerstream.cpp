// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerstream.h"

#include <sys/socket.h>

#include <cerrno>

namespace Nightdesk
{
namespace
{
bool isPassing(int error)
{
    return error == EAGAIN || error == EINTR;
}
}

BrokerStream::BrokerStream(UniqueFd socket, QObject *parent)
    : QObject(parent)
    , m_socket(std::move(socket))
    , m_readable(m_socket.get(), QSocketNotifier::Read)
    , m_writable(m_socket.get(), QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &BrokerStream::read);
    connect(&m_writable, &QSocketNotifier::activated, this, &BrokerStream::flush);
}

qsizetype BrokerStream::waiting() const
{
    return m_waiting.size();
}

qint64 BrokerStream::sent() const
{
    return m_sent;
}

qint64 BrokerStream::received() const
{
    return m_received;
}

void BrokerStream::pause(bool paused)
{
    m_readable.setEnabled(!paused);
}

bool BrokerStream::read()
{
    QByteArray bytes(64 * 1024, Qt::Uninitialized);
    const ssize_t got = ::recv(m_socket.get(), bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT);
    if (got > 0) {
        bytes.truncate(got);
        m_received += got;
        Q_EMIT arrived(bytes);
        return true;
    }
    if (got == 0 || !isPassing(errno)) {
        end();
    }
    return false;
}

void BrokerStream::drain()
{
    while (m_readable.isEnabled() && read()) { }
    if (m_readable.isEnabled()) {
        end();
    }
}

void BrokerStream::write(QByteArrayView bytes)
{
    // Sends without a copy if possible, because the first bytes contain a password.
    while (m_waiting.isEmpty() && !bytes.isEmpty()) {
        const ssize_t sent = ::send(m_socket.get(), bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent <= 0) {
            break; // reading from the socket will show that it is closed
        }
        m_sent += sent;
        bytes = bytes.sliced(sent);
    }
    m_waiting.append(bytes);
    m_writable.setEnabled(m_socket.isValid() && !m_waiting.isEmpty());
}

void BrokerStream::flush()
{
    const ssize_t sent = ::send(m_socket.get(), m_waiting.constData(), static_cast<std::size_t>(m_waiting.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) {
        m_sent += sent;
        m_waiting.remove(0, sent);
    } else if (sent < 0 && !isPassing(errno)) {
        m_waiting.clear();
    }
    if (m_waiting.isEmpty()) {
        m_writable.setEnabled(false);
    }
}

void BrokerStream::end()
{
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    Q_EMIT ended();
}

void BrokerStream::close()
{
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    m_waiting.clear();
    m_socket.reset();
}
}
