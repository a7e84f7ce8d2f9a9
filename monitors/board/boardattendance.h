// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"

namespace Nightdesk
{
/// Which support astronomers have a board open. One may have several, all of which speak under the one name. Pure.
class BoardAttendance
{
public:
    /// True: list() changed.
    bool take(const QString &name, const BoardWire::Presence &presence);
    bool remove(const QString &name);
    void comeBack(); ///< we were away: who is there is told anew
    const QList<BoardSa> &list() const; ///< by name

private:
    struct Run {
        QString id;
        quint64 sequence = 0;
        bool isOnline = false;
    };
    QHash<QString, QList<Run>> m_runs; ///< the newest last; a few each
    QList<BoardSa> m_list;
};
}
