// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPoint>
#include <QRect>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// From each key or click to the first changed pixels near the pointer. Which key it was is not asked for, and the place is forgotten
/// with the answer. An estimate: what changes near the pointer may have changed anyway. Pure. Owned by DisplayMonitor.
class InputResponse
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr int reach = 256; ///< remote pixels around the pointer: a menu or a line of text is within it
    static constexpr auto patience = std::chrono::seconds(5); ///< what comes later answers something else
    static constexpr std::size_t mostPending = 256; ///< a key that repeats for all of that time; what comes then is not counted

    /// Something was pressed. @p pointer empty: nobody knows where it is, and it is not counted.
    void pressed(Time at, std::optional<QPoint> pointer);
    /// How long those took that this answers: all that could have reached the other end and come back. @p soonest: no answer can be here
    /// before that.
    QList<std::chrono::microseconds> changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest);
    bool isPending() const; ///< something was pressed and is not answered
    void forget();

private:
    struct Pending {
        Time at;
        QRect near;
    };
    std::deque<Pending> m_pending; ///< oldest first
};
}
