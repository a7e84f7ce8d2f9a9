// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// How long to wait before the next attempt: the pause doubles from 0.5 s to 15 s, plus up to a quarter of random jitter, so that many displays that
/// lost their connections together do not all reconnect at the same instant. Pure except for the jitter's random source. Owned by LinkPolicy or
/// Session.
class Backoff
{
public:
    std::chrono::milliseconds nextPause();
    void reset();

private:
    int m_failureCount = 0;
};
}
