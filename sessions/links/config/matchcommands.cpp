// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/matchcommands.h"

#include "sessions/base/bootclock.h"
#include "sessions/links/path/childcommand.h"

#include <poll.h>

#include <algorithm>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
constexpr auto commandLimit = 5s;
constexpr auto allLimit = 10s;
constexpr auto exitCheckInterval = 10; // milliseconds
// Most of these commands test where this computer is, and a laptop may be moved: results must not be kept for long.
constexpr auto resultLifetime = 5min;

struct CachedMatchExecResult {
    bool succeeded = false;
    BootClock::time_point endedAt; ///< the time asleep counts: a laptop is moved then
};
std::mutex cacheMutex;

QHash<QString, CachedMatchExecResult> &cachedResults()
{
    static QHash<QString, CachedMatchExecResult> results;
    return results;
}
}

MatchExecCommands::MatchExecCommands(LinkControl &control)
    : m_linkControl(control)
    , m_commandsDeadline(Clock::now() + allLimit)
{
}

std::optional<bool> MatchExecCommands::run(const QString &command)
{
    {
        const std::scoped_lock lock(cacheMutex);
        const auto found = cachedResults().constFind(command);
        if (found != cachedResults().cend() && BootClock::now() - found->endedAt < resultLifetime) {
            return found->succeeded;
        }
    }
    const auto result = runUncached(command);
    if (result) {
        const std::scoped_lock lock(cacheMutex);
        cachedResults().insert(command, {*result, BootClock::now()});
    }
    return result;
}

std::optional<bool> MatchExecCommands::runUncached(const QString &command)
{
    const auto deadline = std::min(Clock::now() + commandLimit, m_commandsDeadline);
    ChildCommand child;
    if (m_linkControl.isStopped() || Clock::now() >= deadline || child.start(command, -1, -1, -1) != 0) {
        return std::nullopt;
    }
    while (!child.exitStatus()) {
        if (m_linkControl.isStopped() || Clock::now() >= deadline) {
            return std::nullopt;
        }
        pollfd wake{m_linkControl.wakeFd(), POLLIN, 0};
        ::poll(&wake, 1, exitCheckInterval);
        m_linkControl.clearWakeFd();
    }
    return *child.exitStatus() == 0;
}
}
