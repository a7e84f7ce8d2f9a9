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
    /// @p isWholeDisplay: a key that is missing in @p table has its default value. False: the table has only overrides or defaults.
    void addDisplayValues(const QString &kind, const QString &id, const TomlNode &table, bool isWholeDisplay);
    /// All values that @p key of the display may have: in its own table, at a site, and by default. An empty text
    /// stands for the key's default.
    QSet<QString> possibleValues(const QString &kind, const QString &id, const QString &key) const;
    /// The entry of @p key in @p node; null: there is none, or it was written in [default], which applies to many displays.
    const TomlEntry *entryNotFromDefaultTable(const TomlNode &node, const QString &key) const;

    // Both are filled once, not in each check: a file may contain ten thousand windows.
    /// All values that the files give for a key of a display, by "kind id key" ("window ds9 topology"); without an id: the values in [default].
    QHash<QString, QSet<QString>> m_valuesByDisplayAndKeyName;
    QSet<QString> m_keyPlacesInDefaultTable; ///< "file:line:column" of each key that is written in a [default] table
};
}
