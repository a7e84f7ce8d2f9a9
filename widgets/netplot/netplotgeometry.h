// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRectF>

#include <cstdint>

namespace Nightdesk
{
/// The layout of a netplot: the program's pane, the server's pane below, lanes above and below them, a scale at the left. Pure. Made by NetPlot and
/// NetPlotImage for each paint.
class NetPlotGeometry
{
public:
    /// @p lineHeight, @p digitWidth: of the text's font.
    NetPlotGeometry(const QRectF &area, qreal lineHeight, qreal digitWidth, std::int64_t firstShownTraceUsec, std::int64_t lastShownTraceUsec);

    QRectF interactionLane; ///< lane above the panes for start and interactions
    QRectF linkLane; ///< lane above the panes for round trips and retransmits
    QRectF bytesUpPane; ///< pane of the bytes that the program sent
    QRectF waitingLane; ///< lane between the panes for the share of time waited
    QRectF bytesDownPane; ///< pane of the bytes that the program received
    QRectF timeAxisRect; ///< time axis below the panes
    std::int64_t firstShownTraceUsec = 0; ///< first shown time, in microseconds since XTrace::begin
    std::int64_t lastShownTraceUsec = 1;

    qreal x(std::int64_t usec) const;
    std::int64_t traceUsecAt(qreal x) const;
    QRectF plot() const; ///< the area of all lanes and panes, to which the time axis applies

    static std::int64_t byteUnit(std::int64_t to); ///< unit of byteTicks(): 1, 1024, 1024 * 1024 ...
    /// positions of scale lines from 0: round numbers of KiB, MiB and so on
    static QList<std::int64_t> byteTicks(std::int64_t to, int most);
    /// Round numbers from @p from to @p to, at most @p most: 1, 2 or 5 times a power of ten.
    static QList<std::int64_t> ticks(std::int64_t from, std::int64_t to, int most);
};
}
