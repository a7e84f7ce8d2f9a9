// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Distinguishes another user's pointer from the echo of the local one, and decides how long to show it. (x11vnc reports every move; Xvnc draws other
/// users' pointers into the framebuffer and reports none.) Pure: time is an argument. Owned by DesktopInput.
class OtherUserPointer
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// Nightdesk sent this pointer position.
    void noteSentPosition(const QPoint &position, Instant now);
    /// The server reported the pointer's position; true if another user moved it.
    bool noteReportedPosition(const QPoint &position, Instant now);
    /// Where to show a marker; empty: no marker.
    std::optional<QPoint> markerPosition(Instant now) const;
    void clear();

    static constexpr std::chrono::milliseconds markerDuration{4000};

private:
    struct TimedPosition {
        QPoint position;
        Instant positionTime;
    };
    std::deque<TimedPosition> m_sentPositions;
    bool m_hasServerReportedPosition = false; ///< the server reported a position since clear()
    std::optional<TimedPosition> m_otherUserPosition;
};
}
