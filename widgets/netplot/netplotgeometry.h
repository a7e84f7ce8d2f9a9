// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRectF>

#include <cstdint>

namespace Nightdesk
{
/// Where things of a netplot stand: the program's pane, the server's pane below, lanes above and below them, a scale at the left.
/// Pure. Made by NetPlot and NetPlotPicture for each paint.
class NetPlotGeometry
{
public:
    /// @p lineHeight, @p digitWidth: of the text.
    NetPlotGeometry(const QRectF &area, qreal lineHeight, qreal digitWidth, std::int64_t from, std::int64_t to);

    QRectF interactions; ///< start and interactions, above
    QRectF link; ///< round trips and retransmits, above
    QRectF up; ///< what the program said
    QRectF waits; ///< how much of the time was waited, between the panes
    QRectF down; ///< what it was told
    QRectF axis; ///< times, below
    std::int64_t from = 0;
    std::int64_t to = 1;

    qreal x(std::int64_t time) const;
    std::int64_t time(qreal x) const;
    QRectF plot() const; ///< all that time goes across

    /// Round numbers from @p from to @p to, @p most of them at most: 1, 2 or 5 times a power of ten.
    static std::int64_t byteUnit(std::int64_t to); ///< that of byteTicks(): 1, 1024, 1024 * 1024 ...
    static QList<std::int64_t> byteTicks(std::int64_t to, int most); ///< from 0 on, round in kibibytes, mebibytes and so on
    static QList<std::int64_t> ticks(std::int64_t from, std::int64_t to, int most);
};
}
