// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QJsonArray>

#include <optional>

namespace Nightdesk
{
/// A desktop's distributions as `nightdesk status --json` has them.
namespace DistributionsJson
{
/// Those that are not empty: each its name, unit, count, p50, p95, of times what part is below 50 and 150 ms, and its buckets that are
/// not empty as [from, to, count].
QJsonArray of(const FigureDistributions &distributions);

/// One of them in a line.
struct Summary {
    FigureDistributions::Kind kind = FigureDistributions::InputToChange;
    qint64 count = 0;
    double median = 0; ///< in the unit of its kind: milliseconds, pixels or bytes
    double p95 = 0;
    std::optional<double> below50Ms; ///< from 0 to 1; empty: it has no times
    std::optional<double> below150Ms;
};
/// What of() wrote; kinds of a later version are left out.
QList<Summary> summariesOf(const QJsonArray &array);
}
}
