// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskfigures.h"
#include "sessions/boardwire/boardtopics.h"

#include <array>
#include <random>

namespace Nightdesk::Test
{
/// A night at a desk that there is not: six displays, links whose figures wander, now and then a display that fails and comes back. What it
/// says is as long as what a real desk says. The same seed plays the same night. Pure: it is told the time.
class DeskNight
{
public:
    static constexpr int displays = 6;
    struct Pace {
        std::chrono::seconds betweenTroubles{240}; ///< in the mean
        std::chrono::seconds troubleLasts{30}; ///< in the mean
    };
    struct Change {
        bool isOfState = false; ///< what a desk tells at once
        bool isOfHistory = false;
    };

    /// @p began: UTC; its instrument was connected then.
    DeskNight(const DeskName &name, unsigned seed, const QDateTime &began, const Pace &pace);

    /// Plays on, in whole seconds.
    Change advanceTo(const QDateTime &now);
    DeskFigures figures() const;
    const QList<BoardWire::Trouble> &history() const;

private:
    struct Line { ///< a link
        QString id;
        double usualMs = 0;
        double ms = 0;
        double bytesInPerSecond = 0;
    };
    struct Shown { ///< a display
        QString key;
        QString title;
        bool isWindow = false;
        int line = 0; ///< which link carries it
        double framesPerSecond = 0;
        double queuedMs = 0;
        QDateTime liveSince; ///< invalid: it fails
        QDateTime failedAt;
    };
    void wander();
    void fail(Shown &display);
    void mend(Shown &display);
    void note(const BoardWire::Trouble &trouble);
    double random(); ///< from 0 up to 1
    double swing(); ///< normal, about 0

    std::minstd_rand m_random;
    Pace m_pace;
    BoardWire::DeskState m_state; ///< what does not change in the night
    std::vector<Line> m_lines;
    std::array<Shown, displays> m_displays;
    QList<BoardWire::Trouble> m_history;
    QDateTime m_now;
};
}
