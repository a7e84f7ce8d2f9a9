// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QList>
#include <QString>

namespace Nightdesk
{
/// The board's columns, from the left.
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
    Age,
    Trouble,
    Versions
};
inline constexpr int boardColumns = 12;
inline constexpr int boardCellMargin = 6; ///< on either side of a cell

/// Which of them there is room for, and how wide each is. Pure.
namespace BoardColumns
{
QString title(BoardColumn column);
QString tip(BoardColumn column); ///< what it is, in a sentence
/// By column; 0: it is left out. Together they fill @p width, unless even the fewest need more.
QList<int> widths(int width, const QFontMetrics &metrics);
}
}
