// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

namespace Nightdesk
{
/// Which support astronomers have a board open. One may have several, all of which speak under the one name, each of its own run:
/// the runs are not compared. Pure. Owned by Board.
class BoardAttendance
{
public:
    // True: list() changed.
    bool applyPresence(const QString &name, const BoardWire::Presence &presence);
    bool remove(const QString &name, const QString &run); ///< that board was closed
    void comeBack(); ///< we were away: who is there is told again
    const QList<BoardSa> &list() const; ///< by name

private:
    bool update(const QString &name);

    QHash<QString, QHash<QString, quint64>> m_open; ///< the boards of a name; the sequence of the presence
    QList<BoardSa> m_list;
};
}
