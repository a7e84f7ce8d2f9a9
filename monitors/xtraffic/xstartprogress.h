// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtrafficfigures.h"

namespace Nightdesk
{
/// The progress of a slow start. Pure. A value: made by TrafficLine for each text.
struct XProgramStartProgress {
    /// A shorter predicted start needs no progress bar.
    static constexpr std::chrono::seconds minPredictedStartTime{10};

    std::optional<double> doneShare; ///< share of the start that is done, 0 to 1; empty: the total is not known
    std::optional<std::chrono::seconds> remainingTime; ///< time until the program is ready; empty: not known
    bool operator==(const XProgramStartProgress &) const = default;

    /// The progress of a starting program; empty: it has started, or will soon. Until the start itself allows an estimate, the prediction
    /// from starts of earlier nights is used (XTrafficFigures::predictedStartTime).
    static std::optional<XProgramStartProgress> of(const XTrafficFigures &figures);
};
}
