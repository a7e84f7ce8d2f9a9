// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// How long to wait before the next attempt at the broker: 1 s, then twice as long up to 30 s, each time half to one and a
/// half of it: five hundred desks that lost one broker in one moment come back over a second, not in one. Pure. Owned by BrokerClient.
class BrokerBackoff
{
public:
    /// @p chance: 0 to 1, equally likely.
    std::chrono::milliseconds nextPause(double chance);
    void reset();

private:
    int m_failures = 0;
};
}
