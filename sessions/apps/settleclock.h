// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>

namespace Nightdesk
{
/// Tells when a program has got as far as it gets by itself: no new window for 3 s since the last one, counted from its first
/// ordinary one (a splash screen may be up for minutes). A window that comes and goes, as a tip does, is new once. Pure. Owned by WindowAgentProtocol.
class SettleClock
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds quiet{3};
    /// A program that never stops is told apart from one that still starts.
    static constexpr std::chrono::minutes longest{10};

    void mapped(std::uint32_t window, bool isOrdinary, Clock::time_point now);
    std::optional<Clock::time_point> dueAt() const; ///< empty: nothing is to come
    /// True once: it has settled.
    bool settles(Clock::time_point now);

private:
    std::set<std::uint32_t> m_seen;
    bool m_hasSettled = false;
    std::optional<Clock::time_point> m_first; ///< of an ordinary window
    Clock::time_point m_last;
};
}
