// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/toml/tomlnode.h"

/// Lays keys of one table over or under those of another. Values keep the place where they were written. Pure.
namespace Nightdesk::KeyLayer
{
/// Every key of @p keys in place of the same in @p target; of keys that exclude each other the new one stays ("port" takes
/// the place of "display"). Of tables inside, each key by itself.
void over(TableId table, const TomlNode &keys, TomlNode &target);
/// What only meant something beside a key that @p keys puts another one in the place of: "host" where "display" came for "port".
void dropCompanions(TableId table, const TomlNode &keys, TomlNode &target);
/// Keys of @p keys that @p target does not have; none that would make it wrong.
void under(TableId table, const TomlNode &keys, TomlNode &target);
}
