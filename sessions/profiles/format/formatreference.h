// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

/// Descriptions of the format for people and editors, made from keyTable(): docs/facility/profile-reference.md, and texts that FormatSchema uses too.
/// In English in every locale, because it is a file of the repository. Pure.
namespace Nightdesk::FormatReference
{
/// docs/facility/profile-reference.md: every key of every table, and the variables.
QString markdown();

/// "[site.ID] of facility.toml": a unique name of a table.
QString title(TableId table);
/// KeyInfo::documentation, followed by additional rules for the key, such as which other key must be given.
QString explanation(const KeyInfo &key);
/// All tables of the format, each once, in the order in which keyTable() lists their keys.
QList<TableId> tables();
/// Whether keys of @p table may also be set elsewhere: at a site, or as a default.
bool mayBeSetElsewhere(TableId table);
/// Whether @p table has keys with KeyInfo::mayChildTableBeIncomplete: the tables of such keys give overrides or defaults, so that required keys
/// may be missing in them.
bool containsIncompleteTables(TableId table);
}
