// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardcolumn.h"

#include "widgets/wording/boardwording.h"

#include <KLocalizedString>

#include <algorithm>
#include <numeric>

namespace Nightdesk::BoardColumns
{
namespace
{
/// Where the width is too small, columns are hidden in this order; a column that is not listed here is always shown. Columns whose value is also on a
/// desk's page, and columns that are needed least, are hidden first.
constexpr BoardColumn dispensable[] = {BoardColumn::Compression,
                                       BoardColumn::Versions,
                                       BoardColumn::Since,
                                       BoardColumn::Throughput,
                                       BoardColumn::ImageAge,
                                       BoardColumn::Instruments,
                                       BoardColumn::RoundTrip,
                                       BoardColumn::People,
                                       BoardColumn::Trouble};

/// The width of a column. minWidth: in average characters. extraShare: the column's share of the width that remains when each has its minimum.
struct ColumnWidth {
    int minWidth;
    int extraShare;
};
constexpr ColumnWidth columnWidths[boardColumns] = {
    {.minWidth = 10, .extraShare = 0}, // width of the board's column Health
    {.minWidth = 17, .extraShare = 2}, // width of the board's column Desk
    {.minWidth = 14, .extraShare = 4}, // width of the board's column People
    {.minWidth = 10, .extraShare = 2}, // width of the board's column Instruments
    {.minWidth = 11, .extraShare = 0}, // width of the board's column Since
    {.minWidth = 15, .extraShare = 1}, // width of the board's column Displays
    {.minWidth = 12, .extraShare = 1}, // width of the board's column RoundTrip
    {.minWidth = 13, .extraShare = 1}, // width of the board's column Throughput
    {.minWidth = 9, .extraShare = 1}, // width of the board's column Compression
    {.minWidth = 11, .extraShare = 1}, // width of the board's column ImageAge
    {.minWidth = 22, .extraShare = 10}, // width of the board's column Trouble
    {.minWidth = 12, .extraShare = 1}, // width of the board's column Versions
};
}

QString title(BoardColumn column)
{
    switch (column) {
    case BoardColumn::Health:
        return i18nc("@title:column of workstations", "State");
    case BoardColumn::Desk:
        return i18nc("@title:column", "Workstation");
    case BoardColumn::People:
        return i18nc("@title:column", "Observers");
    case BoardColumn::Instruments:
        return i18nc("@title:column", "Instrument");
    case BoardColumn::Since:
        return i18nc("@title:column since when a workstation is connected", "Since");
    case BoardColumn::Displays:
        return i18nc("@title:column", "Displays");
    case BoardColumn::RoundTrip:
        return i18nc("@title:column round-trip time", "RTT");
    case BoardColumn::Throughput:
        return i18nc("@title:column bytes a second", "Rate");
    case BoardColumn::Compression:
        return i18nc("@title:column how much a connection compresses, short", "Compr.");
    case BoardColumn::ImageAge:
        return i18nc("@title:column how old the image is", "Image Age");
    case BoardColumn::Trouble:
        return i18nc("@title:column what went wrong last", "Last Problem");
    case BoardColumn::Versions:
        return i18nc("@title:column of program and profile", "Version");
    }
    return {};
}

QString toolTip(BoardColumn column)
{
    switch (column) {
    case BoardColumn::Health:
        return i18nc("@info:tooltip of a column", "State of the workstation; those that need attention come first");
    case BoardColumn::Desk:
        return i18nc("@info:tooltip of a column", "Site and workstation");
    case BoardColumn::People:
        return i18nc("@info:tooltip of a column", "Observers, as entered at the workstation");
    case BoardColumn::Instruments:
        return i18nc("@info:tooltip of a column", "Connected instruments");
    case BoardColumn::Since:
        return i18nc("@info:tooltip of a column", "Time of connecting, in Universal Time and in observatory time");
    case BoardColumn::Displays:
        return i18nc("@info:tooltip of a column", "One symbol per display: disc is live, triangle degraded, cross faulty, ring off; frames are of the fastest");
    case BoardColumn::RoundTrip:
        return i18nc("@info:tooltip of a column", "Round-trip time of the workstation’s slowest connection, now and in the last 15 minutes");
    case BoardColumn::Throughput:
        return i18nc("@info:tooltip of a column", "Data received over all connections of the workstation, now and in the last 15 minutes");
    case BoardColumn::Compression:
        return i18nc("@info:tooltip of a column", "ssh compression of data received in 10 s on the busiest connection; below, what limits it");
    case BoardColumn::ImageAge:
        return i18nc("@info:tooltip of a column", "Age of the workstation’s oldest image, now and in the last 15 minutes");
    case BoardColumn::Trouble:
        return i18nc("@info:tooltip of a column", "Current problem, or the last problem and its time");
    case BoardColumn::Versions:
        return i18nc("@info:tooltip of a column", "Versions of the program and the profile; marked if another workstation has newer ones");
    }
    return {};
}

QList<int> widths(int width, const QFontMetrics &metrics)
{
    const int character = std::max(1, metrics.averageCharWidth());
    QList<int> result(boardColumns, 0);
    for (int i = 0; i < boardColumns; ++i) {
        // A translated column title may be wider than the column's cells.
        result[i] =
            std::max(columnWidths[i].minWidth * character, metrics.horizontalAdvance(title(static_cast<BoardColumn>(i))) + 2 * character) + 2 * boardCellMargin;
    }
    // A translated health state may be wider than the minimum. It is drawn next to a mark, on a background with margins, and may be bold.
    int &states = result[static_cast<int>(BoardColumn::Health)];
    for (const DeskHealth health : {DeskHealth::Gone, DeskHealth::Good, DeskHealth::Poor, DeskHealth::Bad, DeskHealth::Lost, DeskHealth::Calling}) {
        states = std::max(states, metrics.ascent() + metrics.horizontalAdvance(BoardWording::healthName(health)) + character + 5 * boardCellMargin);
    }
    const auto sum = [&result] {
        return std::accumulate(result.cbegin(), result.cend(), 0);
    };
    for (const BoardColumn column : dispensable) {
        if (sum() <= width) {
            break;
        }
        result[static_cast<int>(column)] = 0;
    }
    const int left = width - sum();
    int shares = 0;
    for (int i = 0; i < boardColumns; ++i) {
        shares += result.at(i) > 0 ? columnWidths[i].extraShare : 0;
    }
    if (left > 0) {
        int given = 0;
        for (int i = 0; i < boardColumns; ++i) {
            if (result.at(i) > 0 && shares > 0) {
                const int more = left * columnWidths[i].extraShare / shares;
                result[i] += more;
                given += more;
            }
        }
        // The widest column gets the rounding remainder, so that there is no gap at the right edge.
        *std::ranges::max_element(result) += left - given;
    }
    return result;
}
}
