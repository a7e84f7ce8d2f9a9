// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/units.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <memory>

namespace Nightdesk
{
/// Sits between the two ends of a stream on this computer, and counts the bytes received. Never passes more bytes than the limit. GUI thread. Owned
/// by DesktopTrial.
class ByteMeter : public QObject
{
    Q_OBJECT
public:
    explicit ByteMeter(Bytes limit, QObject *parent = nullptr);

    /// @p readingEnd: the descriptor of the program that reads the received bytes. Returns the descriptor for the program that delivers them; invalid:
    /// no more file descriptors are available.
    UniqueFd connectReader(UniqueFd readingEnd);
    Bytes receivedBytes() const; ///< bytes that were read for the reading program so far

Q_SIGNALS:
    void byteLimitReached(); ///< emitted once; later bytes are not read

private:
    /// One of the two directions in which bytes are passed on, from sourceFd to targetFd.
    struct Direction {
        int sourceFd = -1;
        int targetFd = -1;
        QByteArray unwrittenBytes; ///< bytes that were read but not yet written
        bool hasEnded = false;
        std::unique_ptr<QSocketNotifier> readNotifier;
        std::unique_ptr<QSocketNotifier> writeNotifier;
    };
    void startDirection(Direction &direction, int sourceFd, int targetFd);
    void forwardBytes(Direction &direction);
    bool writeBytes(Direction &direction);

    const Bytes m_byteLimit;
    Bytes m_receivedBytes;
    UniqueFd m_readerFd;
    UniqueFd m_delivererFd; ///< end of a socket pair whose other end the delivering program has
    Direction m_incoming; ///< toward the program that reads the received bytes
    Direction m_outgoing;
};
}
