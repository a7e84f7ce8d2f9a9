// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <grp.h>

#include <cerrno>
#include <optional>

namespace Nightdesk::Test
{
/// Runs @p attempt in a child that is the account "nobody" and a member of @p group alone; what it returns (0, or errno) is the result.
/// Only system calls may stand in it. Empty: only root can become another account.
template<typename Attempt>
std::optional<int> asNobody(const Attempt &attempt, gid_t group = 65534)
{
    if (::geteuid() != 0) {
        return std::nullopt;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        const bool isNobody = ::setgroups(1, &group) == 0 && ::setresgid(group, group, group) == 0 && ::setresuid(65534, 65534, 65534) == 0;
        ::_exit(isNobody ? attempt() : 255);
    }
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 255 ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}
}
