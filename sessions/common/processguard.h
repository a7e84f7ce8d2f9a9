// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What keeps the memory of this process, with the passwords in it, to itself.
namespace Nightdesk::ProcessGuard
{
/// No core files, of this process and of those that it starts; and no other process of the same user may read its memory,
/// environment or descriptors, so no debugger and no crash reporter can attach either: a crash is reported without a
/// backtrace. NIGHTDESK_TRACEABLE=1 in the environment leaves that door open, for debuggers and measurements.
/// A process that runs a person's program and holds no password keeps the hard limit, for lift().
enum class For {
    Itself,
    RunningPrograms
};
void apply(For process = For::Itself);
/// In a child, before it becomes that program: core files as they were. Safe between fork() and exec().
void lift();
}
