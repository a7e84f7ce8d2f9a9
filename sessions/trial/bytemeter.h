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
/// Stands between a stream's two ends on this computer, and counts what comes. No byte more than the limit passes. GUI thread. Owned by DesktopTrial.
class ByteMeter : public QObject
{
    Q_OBJECT
public:
    explicit ByteMeter(Bytes limit, QObject *parent = nullptr);

    /// @p near: of who reads what comes. The other end, for who brings it; invalid: no descriptors are left.
    UniqueFd through(UniqueFd near);
    Bytes received() const; ///< passed on to the near end

Q_SIGNALS:
    void limitReached(); ///< once; what comes after it stays where it is

private:
    /// From one descriptor to the other.
    struct Direction {
        int from = -1;
        int to = -1;
        QByteArray waiting; ///< read, not yet written
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
    Direction m_in; ///< to the near end
    Direction m_out;
};
}
