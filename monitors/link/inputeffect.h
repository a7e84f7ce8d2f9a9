// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <QList>
#include <QPoint>
#include <QRect>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// What a key or click brings: the pixels and bytes that come from its answer on until that of the next one, and how long the image
/// changes near the pointer (Schmidt et al. 1999, 5.2). Which key it was is not asked for, and the place is forgotten with the answer. An
/// estimate: what changes anyway is in it. Pure. Owned by DisplayMonitor.
class InputEffect
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::milliseconds quiet{500}; ///< nothing changed for so long: it is over
    static constexpr std::chrono::seconds longest{5}; ///< what still changes then changes anyway
    static constexpr std::size_t mostPending = 64;

    struct Effect {
        std::optional<std::chrono::microseconds> untilQuiet; ///< empty: nothing changed near the pointer, or it did not stop
        quint64 pixels = 0; ///< of all that changed
        Bytes received; ///< the part of each report's bytes that its pixels have of that report's pixels
        bool operator==(const Effect &) const = default;
    };

    /// @p pointer empty: nobody knows where it is.
    void pressed(Time at, std::optional<QPoint> pointer);
    /// @p soonest: no answer can be here before that. Changes that come earlier answer what was pressed before.
    void changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest);
    /// The worker reports what was received since its last report. Returns what is over by now, oldest first; each once.
    QList<Effect> report(Time at, Bytes received, std::chrono::microseconds soonest);
    void forget();

private:
    struct Pending {
        Time pressed;
        QRect near; ///< null: not known
        std::optional<Time> changed; ///< near the pointer, the last time
        quint64 pixels = 0;
        quint64 unreported = 0; ///< of pixels, since the last report
        double received = 0;
        bool isOver = false;
    };
    /// That whose answer comes at that time; those before are over. Null: none, or it is over.
    Pending *owner(Time at, std::chrono::microseconds soonest);

    std::deque<Pending> m_pending; ///< oldest first
    quint64 m_unreported = 0; ///< pixels of all changes since the last report
};
}
