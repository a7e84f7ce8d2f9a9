// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xcompare.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace Nightdesk
{
namespace
{
auto size(const XRequestDifference &difference)
{
    return std::tuple(
        std::abs(difference.firstTotals.waitTime - difference.secondTotals.waitTime),
        std::abs(difference.firstTotals.bytes + difference.firstTotals.replyBytes - difference.secondTotals.bytes - difference.secondTotals.replyBytes),
        std::abs(difference.firstTotals.count - difference.secondTotals.count));
}
}

std::vector<XRequestDifference> XCompare::differences(const XTally &firstTally, const XTally &secondTally)
{
    std::map<std::pair<XName, std::uint16_t>, XRequestDifference> all;
    const auto collect = [&](const XTally &tally, XMessageTotals XRequestDifference::*side) {
        for (const auto &[name, count] : tally.totalsByRequest) {
            all[{name, 0}].*side = count;
        }
        for (const auto &[wireCode, count] : tally.totalsOfUnnamedRequests) {
            all[{XName{.extensionIndex = XName::unknownExtensionIndex}, wireCode}].*side = count;
        }
    };
    collect(firstTally, &XRequestDifference::firstTotals);
    collect(secondTally, &XRequestDifference::secondTotals);
    std::vector<XRequestDifference> result;
    result.reserve(all.size());
    for (auto &[key, difference] : all) {
        std::tie(difference.requestName, difference.wireCode) = key;
        result.push_back(difference);
    }
    // Entries with equal differences stay in the order of their names.
    std::ranges::stable_sort(result, std::greater(), size);
    return result;
}
}
