// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <optional>

namespace Nightdesk
{
/// When a loop that waits in poll() has to wake up. An empty time means: not at any time. Pure, Qt-free.
namespace WakeTime
{
using Clock = std::chrono::steady_clock;

inline std::optional<Clock::time_point> earliest(std::initializer_list<std::optional<Clock::time_point>> times)
{
    std::optional<Clock::time_point> result;
    for (const auto &time : times) {
        if (time && (!result || *time < *result)) {
            result = time;
        }
    }
    return result;
}

/// The milliseconds to wait, as poll() takes them.
inline int pollTimeout(const std::optional<Clock::time_point> &wakeAt)
{
    using std::chrono::milliseconds;
    return wakeAt ? static_cast<int>(std::max(milliseconds(0), std::chrono::ceil<milliseconds>(*wakeAt - Clock::now())).count()) : -1;
}
}
}
