// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xforecast.h"

#include <cmath>

namespace Nightdesk
{
std::chrono::microseconds XCost::over(const XLinkFigures &link) const
{
    const double bytes = link.bytesPerSecond > 0 ? static_cast<double>(bytesUp) / link.bytesPerSecond * 1e6 : 0;
    return synchronous * link.roundTrip + std::chrono::microseconds(std::llround(bytes) + local);
}
}
