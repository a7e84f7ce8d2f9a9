// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QHash>

#include <vector>

namespace Nightdesk
{
struct TomlEntry;

/// One value of a TOML file with its place. Unlike toml++'s tree it can be copied with a site's overrides laid over it, and
/// it has a kind for a value that could not be read, so that one broken line gives one message. Held by the tree's parent node, and the
/// root by its reader.
class TomlNode
{
public:
    enum class Kind {
        Broken, ///< an error was reported for it already
        Text,
        Integer,
        Float,
        Boolean,
        DateTime,
        Array,
        Table
    };
    /// How a table or array came to be; decides what may still be added to it.
    enum class Origin {
        Value, ///< written as a value: closed
        Implied, ///< by a header further down: [a.b] implies a
        Header, ///< [a] or [[a]]
        DottedKey ///< a.b = 1 makes a
    };

    Kind kind = Kind::Table;
    Origin origin = Origin::Value;
    SourcePlace place;
    QString text; ///< Text: the text. Broken: what was probably meant. Integer, Float: as a person would write it, for messages
    qint64 integer = 0;
    bool boolean = false;
    QString site; ///< it stands below [site.ID]: the ID; empty: it counts everywhere
    bool hasUnreadLine = false; ///< Table: a line of it could not be read at all; what is missing may stand there
    std::vector<TomlNode> items; ///< Array

    const std::vector<TomlEntry> &entries() const; ///< Table, in the file's order
    std::vector<TomlEntry> &entries();
    const TomlEntry *find(const QString &key) const;
    TomlEntry *find(const QString &key);
    const TomlNode *table(const QString &key) const; ///< the value of @p key; null: there is none, or it is not a table
    /// The key must not be there yet.
    TomlEntry &insert(const QString &key, const SourcePlace &place, TomlNode value);
    void remove(const QString &key);
    bool isTable() const;

private:
    std::vector<TomlEntry> m_entries;
    QHash<QString, qsizetype> m_index; // a file may hold 100,000 keys in one table
};

struct TomlEntry {
    QString key;
    SourcePlace place; ///< of the key
    TomlNode value;
};
}
