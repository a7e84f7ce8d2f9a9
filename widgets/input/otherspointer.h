// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Tells somebody else's pointer from the echo of ours, and says how long to show it. (x11vnc reports every move; Xvnc paints
/// other people's pointers into the picture itself and reports none.) Pure: time is an argument. Owned by DesktopInput.
class OthersPointer
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// We sent the pointer there.
    void sent(const QPoint &position, Instant now);
    /// The server says where the pointer is; true if somebody else moved it.
    bool moved(const QPoint &position, Instant now);
    /// Where to show a marker; empty: nowhere.
    std::optional<QPoint> position(Instant now) const;
    void clear();

    static constexpr std::chrono::milliseconds shownFor{4000};

private:
    struct Seen {
        QPoint position;
        Instant when;
    };
    std::deque<Seen> m_sent;
    bool m_hasReport = false; ///< since clear()
    std::optional<Seen> m_others;
};
}
