// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Warns of choices that only a later version will support (KeyChoice::interimEquivalent), at each place where one is written. Pure.
namespace ReservedKeys
{
/// Reports each reserved value. @p effective: the effective root table, at one site, of a profile that has no errors.
void report(const TomlNode &effective, Problems &problems);
}
}
