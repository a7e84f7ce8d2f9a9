// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

#include <chrono>

namespace Nightdesk
{
/// When a program has got as far as it gets by itself, seen from its X messages: something of it was mapped and shown, and nothing new
/// for a while, as StartClock has it. But time spent waiting for answers is no quiet: over a long line ds9 asks for minutes between
/// one window and the next. And what is mapped inside something that is not is not shown: nothing of it has to be drawn (ds9's menu
/// bar, 2,800 round trips before its window). And
/// what is mapped soon after a key or a click is a person's doing, unless nothing was shown yet.
/// Pure: records and their round trips in order. Owned by XStartWatch.
class XStartEnd
{
public:
    static constexpr std::chrono::microseconds quiet = std::chrono::seconds(3);
    /// Of a program that was never told to draw: perhaps it does not want to know.
    static constexpr std::chrono::microseconds unseenQuiet = std::chrono::seconds(30);

    /// From a key or a click until what it opens is mapped, without what is waited for on the way. Who clicks because a start takes
    /// minutes does not end it: it goes on mapping windows later.
    static constexpr std::chrono::microseconds response = std::chrono::seconds(1);

    void add(const XRecord &record);
    void add(const XWait &wait);
    /// Empty: not yet. Else when the last thing was mapped.
    std::optional<std::int64_t> at(std::int64_t now);
    std::optional<std::int64_t> lastMapped() const;

private:
    std::optional<std::int64_t> m_mapped;
    std::optional<std::int64_t> m_ended;
    bool m_isShown = false;
    std::optional<std::int64_t> m_input; ///< the last key or click
    std::int64_t m_waitedSinceInput = 0;
    std::int64_t m_waited = 0; ///< since something was mapped
    std::int64_t m_waitedTo = 0;
};
}
