// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Lays what differs at one site over a file's tables. The values keep the place they were written at, so that an error
/// in an override is reported where it stands. Pure. No state: functions alone; ProfileComposer calls them.
class SiteOverlay
{
public:
    /// Puts every key of @p overrides ([site.ID] of kind @p table) in place of the same key in @p root. A link, desktop or
    /// window that is not there is an error where @p isWhole.
    static void apply(TableId table, const TomlNode &overrides, TomlNode &root, Problems &problems, bool isWhole = true);

private:
    static void applyTo(const KeyInfo &kind, const TomlEntry &overrides, const QHash<QString, TomlNode *> &targets, Problems &problems, bool isWhole);
};
}
