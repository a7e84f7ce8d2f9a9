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
    return std::tuple(std::abs(difference.a.waitTime - difference.b.waitTime),
                      std::abs(difference.a.bytes + difference.a.replyBytes - difference.b.bytes - difference.b.replyBytes),
                      std::abs(difference.a.count - difference.b.count));
}
}

std::vector<XRequestDifference> XCompare::differences(const XTally &a, const XTally &b)
{
    std::map<std::pair<XName, std::uint16_t>, XRequestDifference> all;
    const auto collect = [&](const XTally &tally, XMessageTotals XRequestDifference::*side) {
        for (const auto &[name, count] : tally.totalsByRequest) {
            XRequestDifference &difference = all[{name, 0}];
            difference.name = name;
            difference.*side = count;
        }
        for (const auto &[wireCode, count] : tally.unnamedTotals) {
            const XName name{.extension = XName::unknownExtension};
            XRequestDifference &difference = all[{name, wireCode}];
            difference.name = name;
            difference.wireCode = wireCode;
            difference.*side = count;
        }
    };
    collect(a, &XRequestDifference::a);
    collect(b, &XRequestDifference::b);
    std::vector<XRequestDifference> result;
    result.reserve(all.size());
    for (const auto &[key, difference] : all) {
        result.push_back(difference);
    }
    // Entries with equal differences stay in the order of their names.
    std::ranges::stable_sort(result, std::greater(), size);
    return result;
}
}
