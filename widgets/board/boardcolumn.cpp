// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardcolumn.h"

#include "widgets/wording/boardwording.h"

#include <KLazyLocalizedString>

#include <algorithm>
#include <array>
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

struct ColumnSpec {
    KLazyLocalizedString title;
    KLazyLocalizedString toolTip;
    int minWidth; ///< in average characters
    int extraShare; ///< the column's share of the width that remains when each has its minimum
};

/// @p column: the value of a BoardColumn.
const ColumnSpec &specOf(int column)
{
    // In the order of the enumerators of BoardColumn.
    static const std::array<ColumnSpec, boardColumns> specs{{
        {kli18nc("@title:column of workstations", "State"),
         kli18nc("@info:tooltip of a column", "State of the workstation; those that need attention come first"),
         10,
         0},
        {kli18nc("@title:column", "Workstation"), kli18nc("@info:tooltip of a column", "Site and workstation"), 17, 2},
        {kli18nc("@title:column", "Observers"), kli18nc("@info:tooltip of a column", "Observers, as entered at the workstation"), 14, 4},
        {kli18nc("@title:column", "Instrument"), kli18nc("@info:tooltip of a column", "Connected instruments"), 10, 2},
        {kli18nc("@title:column since when a workstation is connected", "Since"),
         kli18nc("@info:tooltip of a column", "Time of connecting, in Universal Time and in observatory time"),
         11,
         0},
        {kli18nc("@title:column", "Displays"),
         kli18nc("@info:tooltip of a column", "One symbol per display: disc is live, triangle degraded, cross faulty, ring off; frames are of the fastest"),
         15,
         1},
        {kli18nc("@title:column round-trip time", "RTT"),
         kli18nc("@info:tooltip of a column", "Round-trip time of the workstation’s slowest connection, now and in the last 15 minutes"),
         12,
         1},
        {kli18nc("@title:column bytes a second", "Rate"),
         kli18nc("@info:tooltip of a column", "Data received over all connections of the workstation, now and in the last 15 minutes"),
         13,
         1},
        {kli18nc("@title:column how much a connection compresses, short", "Compr."),
         kli18nc("@info:tooltip of a column", "ssh compression of data received in 10 s on the busiest connection; below, what limits it"),
         9,
         1},
        {kli18nc("@title:column how old the image is", "Image Age"),
         kli18nc("@info:tooltip of a column", "Age of the workstation’s oldest image, now and in the last 15 minutes"),
         11,
         1},
        {kli18nc("@title:column what went wrong last", "Last Problem"),
         kli18nc("@info:tooltip of a column", "Current problem, or the last problem and its time"),
         22,
         10},
        {kli18nc("@title:column of program and profile", "Version"),
         kli18nc("@info:tooltip of a column", "Versions of the program and the profile; marked if another workstation has newer ones"),
         12,
         1},
    }};
    return specs.at(static_cast<std::size_t>(column));
}
}

QString title(BoardColumn column)
{
    return specOf(static_cast<int>(column)).title.toString();
}

QString toolTip(BoardColumn column)
{
    return specOf(static_cast<int>(column)).toolTip.toString();
}

QList<int> widths(int width, const QFontMetrics &metrics)
{
    const int character = std::max(1, metrics.averageCharWidth());
    QList<int> result(boardColumns, 0);
    for (int i = 0; i < boardColumns; ++i) {
        // A translated column title may be wider than the column's cells.
        result[i] =
            std::max(specOf(i).minWidth * character, metrics.horizontalAdvance(title(static_cast<BoardColumn>(i))) + 2 * character) + 2 * boardCellMargin;
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
        shares += result.at(i) > 0 ? specOf(i).extraShare : 0;
    }
    if (left > 0) {
        int given = 0;
        for (int i = 0; i < boardColumns; ++i) {
            if (result.at(i) > 0 && shares > 0) {
                const int more = left * specOf(i).extraShare / shares;
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
