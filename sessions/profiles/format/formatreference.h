// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

namespace Nightdesk
{
/// The format told for people and editors, made from keyTable(): docs/facility/profile-reference.md, and what FormatSchema needs as
/// well. In English whatever the locale, because it is a file of the repository. Pure. No state: functions alone.
class FormatReference
{
public:
    /// docs/facility/profile-reference.md: every key of every table, and the variables.
    static QString markdown();

    /// "[site.ID] of facility.toml": a table by a name that no other has.
    static QString title(TableId table);
    /// KeyInfo::documentation, and what else has to be known of the key: "Only beside port."
    static QString explanation(const KeyInfo &key);
    /// The tables in the order of keyTable().
    static QList<TableId> tables();
    /// Whether keys of @p table may be given outside of it as well: at a site, or as a default.
    static bool isOverridden(TableId table);
    /// Whether @p table holds such overrides or defaults: parts of tables, not whole ones.
    static bool holdsParts(TableId table);
};
}
