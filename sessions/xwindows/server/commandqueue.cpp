// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/commandqueue.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace Nightdesk
{
CommandQueue::CommandQueue()
    : m_eventFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

void CommandQueue::post(std::function<void()> command)
{
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    const std::uint64_t one = 1;
    (void)!::write(m_eventFd.get(), &one, sizeof(one)); // fails only if the eventfd is full, and then it is readable
}

int CommandQueue::fd() const
{
    return m_eventFd.get();
}

bool CommandQueue::runAll()
{
    std::uint64_t count = 0;
    (void)!::read(m_eventFd.get(), &count, sizeof(count));
    std::vector<std::function<void()>> commands;
    {
        const std::lock_guard lock(m_mutex);
        commands.swap(m_commands);
    }
    for (const auto &command : commands) {
        command();
    }
    return !commands.empty();
}
}
