// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// Finds keys of a display that have no effect because of its topology or start: they are read, and a warning says why they have no effect. No
/// warning if another site or a default makes use of the key. Pure. Owned by ProfileResolver.
class IneffectiveKeys
{
public:
    /// @p root: the profile as written; @p facility: the root table of facility.toml.
    IneffectiveKeys(const TomlNode &root, const TomlNode &facility);

    /// Warns of keys of the display that have no effect. @p node: the display's effective table.
    void check(const DesktopSpec &spec, const TomlNode &node, Problems &problems) const;
    void check(const WindowSpec &spec, const TomlNode &node, Problems &problems) const;

private:
    void addValuesOfFile(const TomlNode &file);
    void addDefaultValues(const TomlNode &table);
    void addDisplayValues(const QString &kind, const QString &id, const TomlNode &table, bool isWhole);
    /// All values that @p key of the display may have: in its own table, at a site, and by default. An empty text
    /// stands for the key's default.
    QSet<QString> possibleValues(const QString &kind, const QString &id, const QString &key) const;
    /// The entry of @p key in @p node; null: none, or only from a default for many displays.
    const TomlEntry *entryNotFromDefaultTable(const TomlNode &node, const QString &key) const;

    // Computed once: a file may contain ten thousand windows.
    QHash<QString, QSet<QString>> m_valuesByDisplayKey; ///< values by kind, id (empty: [default]) and key of the display
    QSet<QString> m_defaultKeyPlaces; ///< places of the keys of [default]
};
}
