// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>

/// Computes the positions of a plot's grid lines, and changes of its time span. Pure.
namespace Nightdesk::PlotAxis
{
/// Values for grid lines: multiples, from 0, of 1, 2 or 5 times a power of ten. At most @p most of them are above 0;
/// the last one is at or above @p highest.
QList<double> gridValues(double highest, int most);
/// Times for grid lines: at most @p most whole minutes, hours and so on of UT within @p span.
QList<quint32> gridTimes(const FigureTimeRange &span, int most);
/// True if the labels of gridTimes() with the same arguments must contain seconds.
bool mustLabelsShowSeconds(const FigureTimeRange &span, int most);
/// @p span multiplied by @p factor around @p center, limited to @p all and at least 60 s long.
FigureTimeRange zoomedSpan(const FigureTimeRange &span, double factor, quint32 center, const FigureTimeRange &all);
/// @p span moved by @p by seconds, limited to @p all, with the same length.
FigureTimeRange movedSpan(const FigureTimeRange &span, qint64 by, const FigureTimeRange &all);
}
