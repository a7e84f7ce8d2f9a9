// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figureseries.h"

#include <QList>

namespace Nightdesk
{
/// Seconds since 1970, UT, from and before.
struct FigureSpan {
    quint32 from = 0;
    quint32 to = 1; ///< later than from
    bool operator==(const FigureSpan &) const = default;
};

/// What the rows of one part of a span say of a column.
struct FigureBucket {
    bool isKnown = false; ///< false: no row has a figure
    float low = 0;
    float median = 0; ///< at the nearest rank
    float high = 0;
    bool operator==(const FigureBucket &) const = default;
};

namespace FigureBuckets
{
/// The column in @p count parts of @p span of the same length, oldest first. Costs as much as the span has rows.
std::vector<FigureBucket> of(const FigureSeries &series, int column, const FigureSpan &span, int count);
/// The same of a column of states: median is the one that most rows of the part have.
std::vector<FigureBucket> statesOf(const FigureSeries &series, int column, const FigureSpan &span, int count);
/// The sum of a column of rates over @p span: what came in it, about.
double total(const FigureSeries &series, int column, const FigureSpan &span);
/// Within @p span, oldest first: from the first row without an answer until the row that has one again, or until 2 s after the last.
QList<FigureSpan> outages(const FigureSeries &series, const FigureSpan &span);
}
}
