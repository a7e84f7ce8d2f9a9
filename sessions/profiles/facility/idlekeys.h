// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// Finds keys of a display that do nothing, because of the topology or the start that it has: they are read all the same, and a
/// warning says why nobody will see anything of them. A key is quiet where another site or a default makes use of it. Pure. Owned by ProfileResolver.
class IdleKeys
{
public:
    /// @p root is the profile as it was written, @p facility the root of facility.toml.
    IdleKeys(const TomlNode &root, const TomlNode &facility);

    /// @p node is the display's table in force.
    void check(const DesktopSpec &spec, const TomlNode &node, Problems &problems) const;
    void check(const WindowSpec &spec, const TomlNode &node, Problems &problems) const;

private:
    void note(const TomlNode &file);
    void noteDefaults(const TomlNode &table);
    void noteWords(const QString &kind, const QString &id, const TomlNode &table, bool isWhole);
    /// All words that @p key of the display has somewhere: in its own table, at a site, by default; empty: the key's default.
    QSet<QString> wordsOf(const QString &kind, const QString &id, const QString &key) const;
    /// As @p key stands in @p node; null: it is not there, or only as a default for many displays.
    const TomlEntry *own(const TomlNode &node, const QString &key) const;

    // Made once: a file may hold ten thousand windows.
    QHash<QString, QSet<QString>> m_words; ///< by kind, id (empty: those of [default]) and key
    QSet<QString> m_defaults; ///< the places of keys of [default]
};
}
