// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <sys/types.h>

#include <optional>

namespace Nightdesk
{
/// Runs a command line of the user's ssh configuration by the user's shell in a separate process group, with no descriptors except the given ones.
/// The command and its children end with this object. Any thread, one at a time. Owned by ProxyConnection.
class ChildCommand
{
public:
    ChildCommand() = default;
    ~ChildCommand();
    Q_DISABLE_COPY_MOVE(ChildCommand)

    /// The descriptors become the command's standard input, output and error; a negative one means /dev/null. Returns 0
    /// or the system's error number.
    int start(const QString &command, int inputFd, int outputFd, int errorFd);
    /// Exit status of the command after it has ended (255 for a signal); never waits.
    std::optional<int> exitStatus();
    /// Sends SIGHUP to the process group, and SIGKILL a moment later.
    void terminate();

private:
    pid_t m_pid = -1; ///< also the process group's id; -1: not started, or ended
    std::optional<int> m_exitStatus;
};
}
