// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk
{
enum class ShareRank {
    Focus, ///< the keyboard is its
    Visible,
    Behind, ///< one update a second
    Away, ///< nothing
};

/// What one desktop wants of a link. Bytes a second.
struct ShareRequest {
    ShareRank rank = ShareRank::Visible;
    std::optional<std::int64_t> demand; ///< empty: as much as it gets
    bool operator==(const ShareRequest &) const = default;
};

/// No desktop that wants anything gets less, however little there is: an update now and then, to see that it lives.
inline constexpr std::int64_t leastShare = 2048;

/// Divides @p capacity: what is behind gets a trickle of at most a tenth, the focus what it wants but for a quarter of the rest
/// where others want that, then the smallest demand first and the rest fairly (max-min). What nobody wants now is spread over
/// those who show something, so that who begins to move need not wait for the next division. Pure.
std::vector<std::int64_t> shareOut(std::int64_t capacity, const std::vector<ShareRequest> &wishes);
}
