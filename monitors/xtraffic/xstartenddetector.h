// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xwaits.h"

#include <chrono>

namespace Nightdesk
{
/// Detects from its X messages when a program's start is over: it has mapped and shown a window, and nothing new was mapped for
/// a while, as in StartClock. Time spent waiting for answers does not count as quiet: over a long path ds9 waits for minutes between
/// one window and the next. A window mapped inside an unmapped one is not shown, as it need not be drawn (ds9's menu
/// bar, 2,800 round trips before its window).
/// Anything mapped soon after a key or click is attributed to the user, unless nothing was shown yet.
/// Pure: takes records and their round trips in order. Owned by XProgramStartMonitor.
class XProgramStartEndDetector
{
public:
    static constexpr std::chrono::microseconds quietTime = std::chrono::seconds(3);
    /// For a program that received no Expose or VisibilityNotify event: it may not have selected these.
    static constexpr std::chrono::microseconds quietTimeIfNotShown = std::chrono::seconds(30);

    /// A window that is mapped within this time after a key or click, not counting waits for answers, was opened by the user. If the program
    /// maps further windows after that time, these belong to its start, so a click during a long start does not end the start.
    static constexpr std::chrono::microseconds maxResponseTime = std::chrono::seconds(1);

    void add(const XRecord &record);
    void add(const XWait &wait);
    /// When the last window of the start was mapped; empty: the start is not over yet.
    std::optional<std::int64_t> detectEnd(std::int64_t now);
    std::optional<std::int64_t> lastMappedAt() const;

private:
    std::optional<std::int64_t> m_lastMappedAt;
    std::optional<std::int64_t> m_startEndedAt;
    bool m_isWindowShown = false;
    std::optional<std::int64_t> m_lastInputAt; ///< time of the last key or click
    std::int64_t m_waitTimeSinceInput = 0; ///< time in microseconds that the program spent waiting since the last key or click
    std::int64_t m_waitTimeSinceMapping = 0; ///< time in microseconds that the program spent waiting since the last window was mapped
    std::int64_t m_waitsCountedUntil = 0;
};
}
