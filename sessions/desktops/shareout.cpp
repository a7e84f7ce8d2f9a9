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
constexpr std::int64_t keptForOthers = 4;
constexpr std::int64_t trickle = 10;

using Shares = std::vector<std::int64_t>;

std::vector<std::size_t> ranked(const std::vector<BandwidthRequest> &wishes, BandwidthRank rank)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        if (wishes[i].rank == rank) {
            found.push_back(i);
        }
    }
    return found;
}

std::int64_t wanted(const BandwidthRequest &wish, std::int64_t capacity)
{
    return std::clamp<std::int64_t>(wish.demand.value_or(capacity), 0, capacity);
}

std::int64_t wantedBy(const std::vector<BandwidthRequest> &wishes, const std::vector<std::size_t> &who, std::int64_t capacity)
{
    std::int64_t sum = 0;
    for (const std::size_t i : who) {
        sum += wanted(wishes[i], capacity);
    }
    return std::min(sum, capacity);
}

/// Max-min fairness: the smallest demand first; each gets at most an equal part of the remainder. Returns the sum of what was given.
std::int64_t fill(Shares &shares, const std::vector<BandwidthRequest> &wishes, std::vector<std::size_t> who, std::int64_t room, std::int64_t capacity)
{
    std::ranges::stable_sort(who, {}, [&](std::size_t i) {
        return wanted(wishes[i], capacity);
    });
    std::int64_t left = room;
    auto count = static_cast<std::int64_t>(who.size());
    for (const std::size_t i : who) {
        shares[i] = std::min(wanted(wishes[i], capacity), left / count--);
        left -= shares[i];
    }
    return room - left;
}
}

std::vector<std::int64_t> shareOut(std::int64_t capacity, const std::vector<BandwidthRequest> &wishes)
{
    const auto focus = ranked(wishes, BandwidthRank::Focus);
    const auto visible = ranked(wishes, BandwidthRank::Visible);
    const auto behind = ranked(wishes, BandwidthRank::Behind);
    Shares shares(wishes.size(), 0);
    std::int64_t left = std::max<std::int64_t>(capacity, 0);
    left -= fill(shares, wishes, behind, left / trickle, capacity);
    const std::int64_t forOthers = std::min(wantedBy(wishes, visible, capacity), left / keptForOthers);
    left -= fill(shares, wishes, focus, left - forOthers, capacity);
    left -= fill(shares, wishes, visible, left, capacity);
    if (const auto showing = static_cast<std::int64_t>(focus.size() + visible.size()); showing > 0) {
        for (const auto *who : {&focus, &visible}) {
            for (const std::size_t i : *who) {
                shares[i] += left / showing;
            }
        }
    }
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        if (wishes[i].rank != BandwidthRank::Away) {
            shares[i] = std::max(shares[i], leastShare);
        }
    }
    return shares;
}
}
