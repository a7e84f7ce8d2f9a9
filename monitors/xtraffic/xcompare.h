// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtally.h"

namespace Nightdesk
{
/// The totals of one kind of request in two traces that are compared.
struct XRequestDifference {
    XName requestName;
    std::uint16_t wireCode = 0; ///< code of the request, as in XRecord::wireCode, if its name is not known
    XMessageTotals firstTotals; ///< totals of the request in the first trace
    XMessageTotals secondTotals; ///< totals of the request in the second trace
};

namespace XCompare
{
/// All requests of both traces. The largest difference comes first: in waiting time, then in bytes, then in counts.
std::vector<XRequestDifference> differences(const XTally &firstTally, const XTally &secondTally);
}
}
