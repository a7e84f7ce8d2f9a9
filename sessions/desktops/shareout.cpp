// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/shareout.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
// A focused desktop with unlimited demand leaves a quarter of the capacity to the others, so that their images keep moving. Desktops that nobody sees
// get a tenth, which is enough for one update a second.
constexpr std::int64_t reserveDivisor = 4;
constexpr std::int64_t hiddenDivisor = 10;

using Shares = std::vector<std::int64_t>;

std::vector<std::size_t> indexesOfRank(const std::vector<DesktopBandwidthRequest> &requests, BandwidthRank rank)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i].rank == rank) {
            found.push_back(i);
        }
    }
    return found;
}

std::int64_t limitedDemand(const DesktopBandwidthRequest &request, std::int64_t capacity)
{
    return std::clamp<std::int64_t>(request.demand.value_or(capacity), 0, capacity);
}

std::int64_t totalDemand(const std::vector<DesktopBandwidthRequest> &requests, const std::vector<std::size_t> &indexes, std::int64_t capacity)
{
    std::int64_t sum = 0;
    for (const std::size_t i : indexes) {
        sum += limitedDemand(requests[i], capacity);
    }
    return std::min(sum, capacity);
}

/// Divides @p amountToShare among the desktops at @p indexes by max-min fairness: in order of demand, the smallest first, each gets its demand,
/// but at most an equal part of what is left. Returns the sum of the shares.
std::int64_t divide(Shares &shares,
                    const std::vector<DesktopBandwidthRequest> &requests,
                    std::vector<std::size_t> indexes,
                    std::int64_t amountToShare,
                    std::int64_t capacity)
{
    std::ranges::stable_sort(indexes, {}, [&](std::size_t i) {
        return limitedDemand(requests[i], capacity);
    });
    std::int64_t left = amountToShare;
    auto count = static_cast<std::int64_t>(indexes.size());
    for (const std::size_t i : indexes) {
        shares[i] = std::min(limitedDemand(requests[i], capacity), left / count--);
        left -= shares[i];
    }
    return amountToShare - left;
}
}

std::vector<std::int64_t> shareOut(std::int64_t capacity, const std::vector<DesktopBandwidthRequest> &requests)
{
    const auto focus = indexesOfRank(requests, BandwidthRank::Focused);
    const auto visible = indexesOfRank(requests, BandwidthRank::Visible);
    const auto behind = indexesOfRank(requests, BandwidthRank::CoveredByWindows);
    Shares shares(requests.size(), 0);
    std::int64_t left = std::max<std::int64_t>(capacity, 0);
    left -= divide(shares, requests, behind, left / hiddenDivisor, capacity);
    const std::int64_t forOthers = std::min(totalDemand(requests, visible, capacity), left / reserveDivisor);
    left -= divide(shares, requests, focus, left - forOthers, capacity);
    left -= divide(shares, requests, visible, left, capacity);
    if (const auto visibleCount = static_cast<std::int64_t>(focus.size() + visible.size()); visibleCount > 0) {
        for (const auto *group : {&focus, &visible}) {
            for (const std::size_t i : *group) {
                shares[i] += left / visibleCount;
            }
        }
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i].rank != BandwidthRank::NoUpdates) {
            shares[i] = std::max(shares[i], leastShare);
        }
    }
    return shares;
}
}
