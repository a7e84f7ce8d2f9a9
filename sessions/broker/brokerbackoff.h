// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// Back-off between attempts to connect to the broker: 1 s, then twice as long up to 30 s, each multiplied by a random factor from 0.5 to 1.5, so
/// that five hundred desks that lost one broker at the same moment reconnect over a second and not all at once. Pure. Owned by BrokerClient.
class BrokerBackoff
{
public:
    /// The next pause between two attempts to connect. @p chance: a random number, uniformly distributed from 0 to 1.
    std::chrono::milliseconds nextPause(double chance);
    void reset();

private:
    int m_pausesSinceReset = 0;
};
}
