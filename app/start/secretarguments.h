// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace Nightdesk
{
/// Overwrites passwords in the URLs among the arguments with asterisks, in place. Every account can read the command line of a
/// process as long as it runs, and a URL goes from here to other processes. Their number stays: the question about the URL reports
/// that a password in it does not count. As the first thing in main().
void hideSecrets(std::span<char *const> arguments);
}
