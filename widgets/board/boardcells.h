// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardcolumn.h"
#include "widgets/wording/boardwording.h"

#include <QHash>
#include <QVariant>

#include <chrono>

namespace Nightdesk
{
/// The texts of the board's cells, made from what is known of a desk. Plain text, display-safe. Pure.
namespace BoardCells
{
/// A smaller error of a workstation's clock than this is not shown, because it does not mislead a reader.
inline constexpr std::chrono::seconds minShownClockOffset{1};

struct BoardDisplayContext {
    QDateTime now; ///< present time, UTC
    QTimeZone zone; ///< time zone of the facility; invalid: not known
    QHash<QString, QString> siteNames; ///< names of sites by their ids
    bool isConnected = true; ///< false: the broker is unreachable, and all values are the last known ones
};

QString text(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context);
QString secondLine(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context); ///< the second line of the cell; mostly empty
/// The cell's text for a screen reader, which includes what the value means.
QString accessibleText(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context);
QString toolTip(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context);
/// The value by which rows are compared; invalid: not known, sorted last.
QVariant sortValue(const BoardDesk &desk, BoardColumn column);
/// The text that a filter searches: site, desk, observers, instruments.
QString searchText(const BoardDesk &desk, const BoardDisplayContext &context);
/// Whether the first line of the cell is shown as unusual, in another color: an old program version, an old image, a clock offset or a current
/// problem.
bool isFirstLineUnusual(const BoardDesk &desk, BoardColumn column);
/// Whether the second line of the cell is shown as unusual, in another color: an old profile version.
bool isSecondLineUnusual(const BoardDesk &desk, BoardColumn column);
}
}
