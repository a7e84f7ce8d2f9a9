// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <chrono>
#include <vector>

namespace Nightdesk
{
class Board;
class BoardView;
}

namespace Nightdesk::Test
{
/// Notes when a board's rows have been painted, and how old what they show was then. GUI thread.
class PaintProbe : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    PaintProbe(BoardView *view, const Board *board, QObject *parent = nullptr);

    void forget(); ///< what was noted so far
    /// Milliseconds from a message's stamp until a row with it stood on the screen; of each message that was the newest of its desk then.
    const std::vector<double> &delays() const;
    const std::vector<std::chrono::steady_clock::time_point> &frames() const; ///< when each was painted
    int rowsInSight() const; ///< of the last frame

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Told { ///< the newest that a desk said
        quint64 sequence = 0;
        qint64 at = 0; ///< ms since 1970
    };
    Told newest(const DeskName &desk) const;
    void painted(const std::vector<qint64> &told);

    BoardView *m_view;
    const Board *m_board;
    QHash<DeskName, quint64> m_shown; ///< the sequence that its row shows
    QSet<DeskName> m_inSight; ///< with the last frame
    std::vector<double> m_delays;
    std::vector<std::chrono::steady_clock::time_point> m_frames;
};
}
