// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>

/// Where the lines of a plot's grid are. Pure.
namespace Nightdesk::PlotAxis
{
/// Values from 0 on at 1, 2 or 5 times a power of ten, at most @p most of them above 0; the last is at or above @p highest.
QList<double> values(double highest, int most);
/// Whole minutes, hours and so on of UT within @p span, at most @p most.
QList<quint32> times(const FigureSpan &span, int most);
/// What values() and times() are drawn with: true where seconds have to be said.
bool needsSeconds(const FigureSpan &span, int most);
/// @p span made @p factor times as long around @p center, within @p all and at least 60 s long.
FigureSpan zoomed(const FigureSpan &span, double factor, quint32 center, const FigureSpan &all);
/// @p span of the same length, @p by seconds later, within @p all.
FigureSpan moved(const FigureSpan &span, qint64 by, const FigureSpan &all);
}
