// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

#include <QMap>

namespace Nightdesk
{
/// Which support astronomers (SAs) have a board open. One SA may have several boards, which use the same name but have a run identifier
/// each; sequence numbers of different runs are not compared. Pure. Owned by Board.
class BoardAttendance
{
public:
    // applyPresence() and removeBoard() return true if astronomersWithOpenBoard() changed.
    bool applyPresence(const QString &name, const BoardWire::Presence &presence);
    /// one of the SA's boards, with this run identifier, was closed
    bool removeBoard(const QString &name, const QString &run);
    void handleConnectionRestored(); ///< the broker is connected again and will send every presence again
    /// The support astronomers who had a board open since the broker was connected, sorted by name.
    QList<BoardAstronomer> astronomersWithOpenBoard() const;

private:
    qsizetype namesWithOpenBoard() const;

    /// Sequence number of the last presence message of each open board, by the SA's name and the board's run; empty for an SA whose boards were closed.
    QMap<QString, QMap<QString, quint64>> m_presenceSequenceByRun;
};
}
