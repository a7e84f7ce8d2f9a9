// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk
{
enum class BandwidthRank {
    Focused, ///< the desktop has the keyboard focus
    Visible,
    CoveredByWindows, ///< covered by other windows: one update a second
    NoUpdates, ///< the desktop needs no updates
};

/// The demand of one desktop, in bytes a second.
struct DesktopBandwidthRequest {
    BandwidthRank rank = BandwidthRank::Visible;
    std::optional<std::int64_t> demand; ///< bytes a second that the desktop needs; empty: unlimited
    bool operator==(const DesktopBandwidthRequest &) const = default;
};

/// Minimum share of a desktop that needs updates: an occasional update shows that it is alive.
inline constexpr std::int64_t leastShare = 2048;

/// Divides @p capacity: desktops with rank CoveredByWindows get at most a tenth together. The focused desktop gets its demand, but at
/// least a quarter of what is left stays for visible desktops if they need it. The remainder is divided by max-min fairness. Unused capacity is spread over the
/// focused and visible desktops, so that one that begins to move need not wait for the next division. Pure.
std::vector<std::int64_t> shareOut(std::int64_t capacity, const std::vector<DesktopBandwidthRequest> &requests);
}
