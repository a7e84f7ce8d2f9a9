// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// One request in two traces, compared as host A with host B.
struct XRequestDifference {
    XName name;
    std::uint16_t wireCode = 0; ///< code of the request, as in XRecord::wireCode, if its name is not known
    XMessageTotals a;
    XMessageTotals b;
};

namespace XCompare
{
/// All requests of both traces. The largest difference comes first: in waiting time, then in bytes, then in counts.
std::vector<XRequestDifference> differences(const XTally &a, const XTally &b);
}
}
