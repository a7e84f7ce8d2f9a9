// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Protects the memory of this process, which contains passwords.
namespace Nightdesk::ProcessGuard
{
/// Disables core files of this process and of its children; and no other process of the same user may read its memory,
/// environment or descriptors, so debuggers and crash reporters cannot attach either: a crash is reported without a
/// backtrace. NIGHTDESK_TRACEABLE=1 in the environment permits such access, for debuggers and measurements.
/// A process that runs a user's program and holds no password keeps the hard limit, for restoreCoreFileLimit().
enum class ProcessRole {
    RunsNoPrograms,
    RunsUserPrograms
};
void protectMemory(ProcessRole process = ProcessRole::RunsNoPrograms);
/// Restores the core file limit in a child before it executes the user's program. Safe between fork() and exec().
void restoreCoreFileLimit();
}
