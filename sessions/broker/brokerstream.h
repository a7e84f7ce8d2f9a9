// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace Nightdesk
{
/// A socket that is never waited for: our end of a pair whose other end a BrokerWay pumps. The thread of its owner, who
/// keeps waiting() bounded.
class BrokerStream : public QObject
{
    Q_OBJECT
public:
    explicit BrokerStream(UniqueFd socket, QObject *parent = nullptr);

    void write(QByteArrayView bytes); ///< what does not go at once waits
    qsizetype waiting() const;
    qint64 sent() const; ///< bytes, since the start
    qint64 received() const;
    void pause(bool paused); ///< while paused nothing is read
    /// Whoever pumps the other end is done with it: tells what is still there, then ended().
    void drain();
    void close(); ///< nothing follows

Q_SIGNALS:
    void arrived(const QByteArray &bytes); ///< 64 KiB at most a turn
    void ended(); ///< the other end was closed, after all that came was told; nothing follows

private:
    bool read(); ///< false: nothing is there, or it has ended
    void flush();
    void end();

    UniqueFd m_socket;
    QSocketNotifier m_readable;
    QSocketNotifier m_writable;
    QByteArray m_waiting;
    qint64 m_sent = 0;
    qint64 m_received = 0;
};
}
