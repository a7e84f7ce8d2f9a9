// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/processguard.h"

#include <QtEnvironmentVariables>

#include <sys/prctl.h>
#include <sys/resource.h>

namespace Nightdesk::ProcessGuard
{
namespace
{
rlimit before{RLIM_INFINITY, RLIM_INFINITY};
}

void protectMemory(ProcessRole process)
{
    (void)::getrlimit(RLIMIT_CORE, &before);
    // Also sets the hard limit, because KCrash would raise the soft limit for the system's core file handler.
    const rlimit none{0, process == ProcessRole::RunsUserPrograms ? before.rlim_max : 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
    // A kernel that pipes core files to a program ignores the limit; a process that is not dumpable writes no core file at all.
    if (!qEnvironmentVariableIsSet("NIGHTDESK_TRACEABLE")) {
        (void)::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    }
}

void restoreCoreFileLimit()
{
    (void)::setrlimit(RLIMIT_CORE, &before);
}
}
