// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>

/// Positions of a plot's grid lines, and changes of its time span. Pure.
namespace Nightdesk::PlotAxis
{
/// Multiples from 0 of 1, 2 or 5 times a power of ten, at most @p most of them above 0; the last is at or above @p highest.
QList<double> values(double highest, int most);
/// Whole minutes, hours and so on of UT within @p span, at most @p most.
QList<quint32> times(const FigureSpan &span, int most);
/// True if the labels of times() with the same arguments must contain seconds.
bool needsSeconds(const FigureSpan &span, int most);
/// @p span multiplied by @p factor around @p center, limited to @p all and at least 60 s long.
FigureSpan zoomed(const FigureSpan &span, double factor, quint32 center, const FigureSpan &all);
/// @p span moved by @p by seconds, limited to @p all, with the same length.
FigureSpan moved(const FigureSpan &span, qint64 by, const FigureSpan &all);
}
