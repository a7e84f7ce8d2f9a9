// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QList>
#include <QString>

namespace Nightdesk
{
/// The board's columns, from left to right.
enum class BoardColumn {
    Health,
    Desk,
    People,
    Instruments,
    Since,
    Displays,
    RoundTrip,
    Throughput,
    Compression,
    ImageAge,
    Trouble,
    Versions
};
inline constexpr int boardColumns = 12;
inline constexpr int boardCellMargin = 6; ///< margin in pixels on each side of a cell

/// Decides which columns have room, and how wide each column is. Pure.
namespace BoardColumns
{
QString title(BoardColumn column);
QString toolTip(BoardColumn column); ///< what the column shows, in one sentence
/// The width of each column; 0: the column is hidden. The sum is @p width, unless the columns that are always shown
/// need more.
QList<int> widths(int width, const QFontMetrics &metrics);
}
}
