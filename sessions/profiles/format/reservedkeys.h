// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

/// Warns of choices that only a later version will support (KeyChoice::choiceUsedUntilSupported), at each place where one is written. Pure.
namespace Nightdesk::UnsupportedChoices
{
/// Adds a warning for each such choice. @p effective: the root table of a profile without errors, with the values that apply at one site.
void report(const TomlNode &effective, Problems &problems);
}
