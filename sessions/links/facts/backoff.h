// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Nightdesk
{
/// How long to wait before the next attempt: doubles from 0.5 s to 15 s, with up to a quarter of random jitter so that many
/// displays that fell together do not all connect at the same instant. Pure but for the jitter's random source. Owned by LinkPolicy or Session.
class Backoff
{
public:
    std::chrono::milliseconds nextPause();
    void reset();

private:
    int m_failures = 0;
};
}
