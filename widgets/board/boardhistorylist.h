// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlist.h"

namespace Nightdesk
{
/// A desk's night so far: problems and recoveries, newest first. GUI thread. Owned by DeskBoardPage.
class BoardHistoryList : public BoardList
{
    Q_OBJECT
public:
    explicit BoardHistoryList(QWidget *parent = nullptr);

    /// @p entries: ordered from the oldest to the newest.
    void setEntries(const QList<BoardWire::Trouble> &entries, const QDateTime &now, const QTimeZone &zone);

private:
    QList<BoardWire::Trouble> m_entries;
    QTimeZone m_zone;
};
}
