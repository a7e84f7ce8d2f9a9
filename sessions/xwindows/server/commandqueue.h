// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <functional>
#include <mutex>
#include <vector>

namespace Nightdesk
{
/// Queue of functions for a thread that waits in poll(): any thread posts, the owner's thread polls fd() and runs them in order, each once. Owned
/// by the loop that runs them.
class CommandQueue
{
public:
    CommandQueue();

    void post(std::function<void()> command);
    /// Posts a call of @p function, a member function of @p object, with copies of @p arguments.
    template<typename Object, typename Function, typename... Arguments>
    void postCall(Object *object, Function function, const Arguments &...arguments)
    {
        post([object, function, arguments...] {
            std::invoke(function, object, arguments...);
        });
    }
    int fd() const; ///< readable when something was posted
    bool runAll(); ///< runs all posted functions on the owner's thread; true if there were any

private:
    UniqueFd m_eventFd;
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_commands;
};
}
