// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// One request in two traces (the method of comparing host A with host B).
struct XDifference {
    XName name;
    std::uint16_t raw = 0; ///< of what has no name
    XCount a;
    XCount b;
};

namespace XCompare
{
/// All requests of both, the largest difference of waiting first, then of bytes, then of counts.
std::vector<XDifference> differences(const XTally &a, const XTally &b);
}
}
