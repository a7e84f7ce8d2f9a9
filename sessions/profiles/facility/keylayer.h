// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/toml/tomlnode.h"

/// Merges the keys of one table over or under those of another. Values keep the place where they were written. Pure.
namespace Nightdesk::KeyLayer
{
/// Replaces keys of @p target by the same keys of @p keys; of keys that exclude each other the new one is kept ("port" replaces "display"). Nested
/// tables are merged key by key.
void overrideKeys(TableId table, const TomlNode &keys, TomlNode &target);
/// Removes keys that only have a meaning together with a key that @p keys replaces: "host" if "port" replaced "display".
void dropDependentKeys(TableId table, const TomlNode &keys, TomlNode &target);
/// Adds keys of @p keys that @p target does not have, except those that would make @p target invalid.
void addMissingKeys(TableId table, const TomlNode &keys, TomlNode &target);
}
