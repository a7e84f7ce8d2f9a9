// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QJsonArray>

namespace Nightdesk
{
/// A desktop's distributions as `nightdesk status --json` has them.
namespace DistributionsJson
{
/// Those that are not empty: each its name, unit, count, p50, p95, of times what part is below 50 and 150 ms, and its buckets that are
/// not empty as [from, to, count].
QJsonArray of(const FigureDistributions &distributions);
}
}
