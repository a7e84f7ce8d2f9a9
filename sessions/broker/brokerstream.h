// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace Nightdesk
{
/// A socket that never blocks: the local end of a socket pair whose other end a BrokerTransport pumps. Used on the thread of its owner, which keeps
/// unsentBytes() bounded.
class BrokerStream : public QObject
{
    Q_OBJECT
public:
    explicit BrokerStream(UniqueFd socket, QObject *parent = nullptr);

    void write(QByteArrayView bytes); ///< sends @p bytes; those that cannot be sent at once wait
    qsizetype unsentBytes() const;
    qint64 sentByteCount() const; ///< number of bytes sent since this object was created
    qint64 receivedByteCount() const;
    /// The owner of the other end has finished: emits what is still in the socket, then streamEnded().
    void readRemainingBytes();
    void close(); ///< closes the socket without further signals

Q_SIGNALS:
    void bytesArrived(const QByteArray &bytes); ///< received bytes, at most 64 KiB per turn of the event loop
    void streamEnded(); ///< the other end was closed, and all its bytes were reported; no signal follows

private:
    bool readOnce(); ///< reads once from the socket; true: bytes were read, so there may be more
    void flush();
    void handleStreamEnd();

    UniqueFd m_socket;
    QSocketNotifier m_readNotifier;
    QSocketNotifier m_writeNotifier;
    QByteArray m_unsentBytes;
    qint64 m_sentByteCount = 0;
    qint64 m_receivedByteCount = 0;
};
}
