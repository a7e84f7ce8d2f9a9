// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QString>

namespace Nightdesk::DistributionWording
{
/// The translated title of a distribution, for example "First Change after Key or Click".
QString title(FigureDistributions::Kind kind);
}
