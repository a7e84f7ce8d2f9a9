// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdlib>

namespace Nightdesk::Test
{
/// How much longer what is promised may take here: 1 on a quiet machine. CTest sets NIGHTDESK_TEST_PATIENCE to more for
/// programs that run next to others. Anything but a number from 1 to 100 counts as 1.
inline int loadFactor()
{
    const char *const text = std::getenv("NIGHTDESK_TEST_PATIENCE");
    const int factor = text ? std::atoi(text) : 1;
    return factor >= 1 && factor <= 100 ? factor : 1;
}

/// The upper bound for what is promised within @p promise: the same on a quiet machine, more on one that runs other tests
/// meanwhile. What a person is promised stays readable in the test. Not for lower bounds.
template<class Rep, class Period>
std::chrono::duration<Rep, Period> underLoad(std::chrono::duration<Rep, Period> promise)
{
    return promise * loadFactor();
}
}
