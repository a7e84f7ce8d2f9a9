// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

namespace Nightdesk
{
/// The minimum of the last few round trips. One round trip alone may include an interruption, if the answer came after
/// it. Values are limited to @ref valueUpperLimit, because no usable path is slower. Owned by ServerAnswerDetector or Heartbeat.
class RecentMinimum
{
public:
    static constexpr std::chrono::microseconds valueUpperLimit = std::chrono::seconds(5);

    void add(std::chrono::microseconds value)
    {
        m_values[m_addedCount++ % m_values.size()] = std::min(value, valueUpperLimit);
    }
    std::chrono::microseconds least() const ///< the minimum of the last values; 0: no value was added
    {
        const auto end = m_values.begin() + static_cast<std::ptrdiff_t>(std::min(m_addedCount, m_values.size()));
        const auto least = std::min_element(m_values.begin(), end);
        return least == end ? std::chrono::microseconds(0) : *least;
    }

private:
    std::array<std::chrono::microseconds, 8> m_values{};
    std::size_t m_addedCount = 0;
};
}
