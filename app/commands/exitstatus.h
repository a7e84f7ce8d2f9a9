// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// The exit statuses of Nightdesk's commands.
namespace ExitStatus
{
inline constexpr int done = 0;
inline constexpr int notDone = 1; ///< the command failed, or the checked files have errors
inline constexpr int wrongUse = 2; ///< the arguments are wrong, or name a file or profile that cannot be read
}
}
