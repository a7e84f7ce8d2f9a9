// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerbackoff.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

std::chrono::milliseconds BrokerBackoff::nextPause(double chance)
{
    const std::chrono::milliseconds pause = std::min<std::chrono::milliseconds>(1000ms * (1 << std::min(m_pausesSinceReset, 5)), 20s);
    ++m_pausesSinceReset;
    return std::chrono::duration_cast<std::chrono::milliseconds>(pause * (0.5 + chance));
}

void BrokerBackoff::reset()
{
    m_pausesSinceReset = 0;
}
}
