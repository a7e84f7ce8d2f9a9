// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardcolumn.h"
#include "widgets/wording/boardwording.h"

#include <QHash>
#include <QVariant>

namespace Nightdesk
{
/// What stands in the board's cells, from what is known of a desk. Plain text, display-safe. Pure.
namespace BoardCells
{
struct Around {
    QDateTime now; ///< UTC
    QTimeZone zone; ///< the facility's; invalid: not known
    QHash<QString, QString> siteNames; ///< by id
    bool isConnected = true; ///< the broker is there; else everything is as it was last
};

QString text(const BoardDesk &desk, BoardColumn column, const Around &around);
QString second(const BoardDesk &desk, BoardColumn column, const Around &around); ///< below it; mostly empty
/// The cell as it is read out, with what it is.
QString spoken(const BoardDesk &desk, BoardColumn column, const Around &around);
QString toolTip(const BoardDesk &desk, BoardColumn column, const Around &around);
/// To be compared as it is; invalid: not known, and last.
QVariant sortValue(const BoardDesk &desk, BoardColumn column);
/// Where a filter looks: site, desk, people, instruments.
QString searched(const BoardDesk &desk, const Around &around);
/// It stands out from what is usual: an old program, a picture or clock that is off.
bool isMarked(const BoardDesk &desk, BoardColumn column);
bool isSecondMarked(const BoardDesk &desk, BoardColumn column); ///< the line below does: an old profile
}
}
