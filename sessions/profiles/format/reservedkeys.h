// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Warns of values that are reserved for a later version, at each place where one is written. Pure.
namespace ReservedKeys
{
/// Reports each reserved value. @p effective: effective root at a site of a profile without errors.
void report(const TomlNode &effective, Problems &problems);
}
}
