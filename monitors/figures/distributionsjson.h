// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QJsonArray>

#include <optional>

namespace Nightdesk
{
/// A desktop's distributions as JSON for `nightdesk status --json`.
namespace DistributionsJson
{
/// Distributions that are not empty, each with name, unit, count, p50 and p95; for durations, also the share below 50 and 150 ms; and the
/// non-empty buckets as [from, to, count].
QJsonArray of(const FigureDistributions &distributions);

/// Summary of one distribution.
struct DistributionSummary {
    FigureDistributions::Kind kind = FigureDistributions::InputToChange;
    qint64 count = 0;
    double median = 0; ///< in the unit of the distribution's kind: milliseconds, pixels or bytes
    double p95 = 0;
    /// Share of the values below 50 ms, from 0 to 1; empty: the values are not durations.
    std::optional<double> shareBelow50Ms;
    std::optional<double> shareBelow150Ms;
};
/// Reads the JSON that of() wrote. Kinds of distributions that only a later version writes are left out.
QList<DistributionSummary> summariesOf(const QJsonArray &array);
}
}
