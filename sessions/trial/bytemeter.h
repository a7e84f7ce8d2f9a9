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

    /// @p near: the descriptor of the program that reads the received bytes. Returns the descriptor for the program that delivers them; invalid: no
    /// more file descriptors are available.
    UniqueFd through(UniqueFd near);
    Bytes received() const; ///< bytes passed on to the reading program

Q_SIGNALS:
    void limitReached(); ///< emitted once; later bytes are not read

private:
    /// The stream from one descriptor to the other.
    struct Direction {
        int from = -1;
        int to = -1;
        QByteArray waiting; ///< bytes that were read but not yet written
        bool hasEnded = false;
        std::unique_ptr<QSocketNotifier> readable;
        std::unique_ptr<QSocketNotifier> writable;
    };
    void begin(Direction &direction, int from, int to);
    void pump(Direction &direction);
    bool write(Direction &direction);

    const Bytes m_limit;
    Bytes m_received;
    UniqueFd m_near;
    UniqueFd m_far;
    Direction m_in; ///< toward the program that reads the received bytes
    Direction m_out;
};
}
