// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figureseries.h"

#include <QList>

namespace Nightdesk
{
/// A half-open range of seconds since 1970, UT: includes from, excludes to.
struct FigureTimeRange {
    quint32 from = 0;
    quint32 to = 1; ///< the end, which is later than the begin
    bool operator==(const FigureTimeRange &) const = default;
};

/// Summary of the values that one column has in one part of a time range.
struct FigureBucket {
    bool isKnown = false; ///< false: no row of this part has a value
    float low = 0;
    float median = 0; ///< by the nearest-rank method
    float high = 0;
    bool operator==(const FigureBucket &) const = default;
};

namespace FigureBuckets
{
/// Summarizes the column in @p count equal parts of @p span, oldest first. The run time is proportional to the number
/// of rows.
std::vector<FigureBucket> of(const FigureSeries &series, int column, const FigureTimeRange &span, int count);
/// Like of(), for a column of states: the median of a part is the state that most of its rows have.
std::vector<FigureBucket> dominantStates(const FigureSeries &series, int column, const FigureTimeRange &span, int count);
/// The integral of a column of rates over @p span: the approximate amount that arrived.
double total(const FigureSeries &series, int column, const FigureTimeRange &span);
/// Outages in @p span, oldest first: from the first row without a response to the next row with one, or to 2 s after the last row.
/// The first 15 s of a connection, until it responds, are not an outage.
QList<FigureTimeRange> outages(const FigureSeries &series, const FigureTimeRange &span);
}
}
