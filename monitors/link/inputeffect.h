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
/// The effect of a key or click: the pixels and bytes from its answer until the answer to the next input, and how long the image
/// changes near the pointer (Schmidt et al. 1999, 5.2). The key is not recorded, and the position is forgotten with the answer. An
/// estimate: changes with other causes are included. Pure. Owned by DisplayMonitor.
class InputEffect
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::milliseconds quiet{500}; ///< after this time without a change near the pointer the effect is over
    static constexpr std::chrono::seconds longest{5}; ///< later changes have another cause
    static constexpr std::size_t mostPending = 64;

    struct Effect {
        std::optional<std::chrono::microseconds> untilQuiet; ///< empty: nothing changed near the pointer, or the changes did not stop
        quint64 pixels = 0; ///< all changed pixels
        Bytes received; ///< bytes of each report, in proportion to this effect's share of the report's pixels
        bool operator==(const Effect &) const = default;
    };

    /// @p pointer empty: its position is not known.
    void pressed(Time at, std::optional<QPoint> pointer);
    /// @p soonest: the shortest possible time to an answer. Earlier changes are attributed to the input before.
    void changed(Time at, const QList<QRect> &rects, std::chrono::microseconds soonest);
    /// @p received: bytes since the worker's last report. Returns the effects that are over by now, oldest first, each once.
    QList<Effect> report(Time at, Bytes received, std::chrono::microseconds soonest);
    void forget();

private:
    struct Pending {
        Time pressed;
        QRect near; ///< null: not known
        std::optional<Time> changed; ///< last change near the pointer
        quint64 pixels = 0;
        quint64 unreported = 0; ///< the part of pixels since the last report
        double received = 0;
        bool isOver = false;
    };
    /// The input that a change at @p at answers; marks earlier inputs as over. Null: none, or its effect is over.
    Pending *owner(Time at, std::chrono::microseconds soonest);

    std::deque<Pending> m_pending; ///< oldest first
    quint64 m_unreported = 0; ///< pixels of all changes since the last report
};
}
