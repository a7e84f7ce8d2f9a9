// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// Which old connections of a link are worth keeping: those with something in them, for 15 minutes of silence (TCP itself
/// gives up after about that time), and not too many.
struct ElderJudge {
    static constexpr int most = 4; ///< beyond that the oldest goes
    static constexpr std::chrono::minutes patience{15};

    static constexpr bool isWorthKeeping(bool isCarrying, std::chrono::nanoseconds silent)
    {
        return isCarrying && silent < patience;
    }
};
}
