// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

/// Merges the overrides of one site into a file's tables. Values keep the place where they were written, so that an error in an override is reported
/// there. Pure. ProfileComposer calls it.
namespace Nightdesk::SiteOverrideMerger
{
/// Replaces the values in @p root with those in @p overrides, a table [site.ID] of kind @p table. An override for a link, desktop or window that
/// @p root does not have is an error; but not if @p areAllDefinitionsRead is false, as it may then be defined in an unreadable line.
void apply(TableId table, const TomlNode &overrides, TomlNode &root, Problems &problems, bool areAllDefinitionsRead = true);
}
