// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtrafficfigures.h"

namespace Nightdesk
{
/// How far a slow start is. Pure. A value: made by TrafficLine for each text.
struct XStartProgress {
    /// A predicted start of less needs no bar.
    static constexpr std::chrono::seconds worthShowing{10};

    std::optional<double> done; ///< 0 to 1; empty: nobody knows how much there is to do
    std::optional<std::chrono::seconds> left; ///< empty: not known
    bool operator==(const XStartProgress &) const = default;

    /// Of a program that starts; empty: it has started, or does so soon. Until the start itself shows how long it takes, earlier
    /// nights' starts say so (XTrafficFigures::startPredicted).
    static std::optional<XStartProgress> of(const XTrafficFigures &figures);
};
}
