// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace Nightdesk::Test
{
/// Runs the event loop until @p condition holds; false when @p limit passed first. The limit is generous because the test
/// machines are slow and shared: it is not a measurement.
bool waitFor(const std::function<bool()> &condition, std::chrono::milliseconds limit = std::chrono::seconds(30));
}

/// Runs the event loop until the expression @p condition is true, as waitFor() does: WAIT_FOR(link.isLive()), or with a limit of its own
/// WAIT_FOR(link.isLive(), 60s). An expression with a comma outside parentheses takes a second pair of them.
#define WAIT_FOR(condition, ...)                                                                                                                               \
    ::Nightdesk::Test::waitFor([&] {                                                                                                                           \
        return bool(condition);                                                                                                                                \
    } __VA_OPT__(, ) __VA_ARGS__)
