// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>

namespace Nightdesk
{
/// Detects when a program's start is over: no new window for 3 s since the last one, counted from its first
/// ordinary window (a splash screen may be shown for minutes). A window that is mapped repeatedly, such as a tooltip, is new only once. Pure.
/// Owned by WindowAgentProtocol.
class ProgramStartDetector
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds quietTime{3};
    /// A program that keeps mapping windows longer than this counts as started.
    static constexpr std::chrono::minutes maxStartTime{10};

    void noteMappedWindow(std::uint32_t window, bool isOrdinary, Clock::time_point now);
    /// When to call takeStartFinished() next; empty: it cannot become true yet, or it did already.
    std::optional<Clock::time_point> dueAt() const;
    /// Whether the start is over; returns true only once.
    bool takeStartFinished(Clock::time_point now);

private:
    std::set<std::uint32_t> m_knownWindows;
    bool m_isStartFinished = false;
    std::optional<Clock::time_point> m_firstOrdinaryWindowMappedAt; ///< time when an ordinary window was first mapped
    Clock::time_point m_lastNewWindowAt;
};
}
