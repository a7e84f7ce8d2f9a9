// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace Nightdesk
{
/// Overwrites passwords in URLs among the arguments with asterisks, in place. Every account can read the command line of a running process, and the
/// URL is passed on to other processes. The length does not change, so the question about the URL can still report that its password is ignored. Call
/// this first in main().
void hideSecrets(std::span<char *const> arguments);
}
