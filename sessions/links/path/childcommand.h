// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <sys/types.h>

#include <optional>

namespace Nightdesk
{
/// A command line of the user's ssh configuration, run by the user's shell in a process group of its own, with nothing of
/// ours but the descriptors it is given. It ends with this object, its children too. Any thread, one at a time. Owned by ProxyConnection.
class ChildCommand
{
public:
    ChildCommand() = default;
    ~ChildCommand();
    ChildCommand(const ChildCommand &) = delete;
    ChildCommand &operator=(const ChildCommand &) = delete;

    /// Negative descriptors: /dev/null. 0, or the system's error number.
    int start(const QString &command, int input, int output, int errors);
    /// Its exit status when it has ended (a signal counts as 255); never waits.
    std::optional<int> status();
    /// Tells it to hang up, and kills what is left a moment later.
    void end();

private:
    pid_t m_pid = -1; ///< also of its group; -1: there is none, or not any more
    std::optional<int> m_status;
};
}
