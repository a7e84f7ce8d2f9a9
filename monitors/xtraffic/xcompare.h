// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// One request in two traces, compared as host A with host B.
struct XDifference {
    XName name;
    std::uint16_t raw = 0; ///< for a request without a name
    XCount a;
    XCount b;
};

namespace XCompare
{
/// All requests of both, sorted by the difference in waiting, then in bytes, then in counts; the largest first.
std::vector<XDifference> differences(const XTally &a, const XTally &b);
}
}
