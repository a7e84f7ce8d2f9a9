// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QHash>

#include <vector>

namespace Nightdesk
{
struct TomlEntry;

/// One value of a TOML file with its place. Unlike a toml++ tree, it can be copied and merged with a site's overrides, and it has a kind for a value
/// that could not be read, so that one broken line gives one message. Held by the tree's parent node, and the root by its reader.
class TomlNode
{
public:
    enum class Kind {
        Broken, ///< the value could not be read, and its error was reported already
        Text,
        Integer,
        Float,
        Boolean,
        DateTime,
        Array,
        Table
    };
    /// How a table or array was created; determines what may be added to it.
    enum class Origin {
        InlineValue, ///< written as an inline table { ... } or array [ ... ], to which no later line can add anything
        Implied, ///< implied by the header of a table inside it: [a.b] implies a
        Header, ///< defined by its own header: [a] or [[a]]
        DottedKey ///< a.b = 1 creates a
    };

    Kind kind = Kind::Table;
    Origin origin = Origin::InlineValue;
    SourcePlace place;
    /// Depends on kind. For Text: the string itself. For Broken: the text that was probably meant. For numbers: the number as a person would write
    /// it, for messages.
    QString text;
    qint64 integer = 0;
    bool boolean = false;
    QString siteId; ///< the ID, if the value is written inside a table [site.ID]; empty: it is written elsewhere and applies at all sites
    bool hasUnreadableLine = false; ///< if kind is Table: one of its lines could not be read at all; a missing key may be in that line
    std::vector<TomlNode> items; ///< elements, if kind is Array

    const std::vector<TomlEntry> &entries() const; ///< if kind is Table: its keys with their values, in the order of the file
    std::vector<TomlEntry> &entries();
    const TomlEntry *find(const QString &key) const;
    TomlEntry *find(const QString &key);
    const TomlNode *table(const QString &key) const; ///< the table below @p key; null: there is no such key, or its value is not a table
    const std::vector<TomlNode> &itemsOf(const QString &key) const; ///< the elements of the list below @p key; none if there is no such key
    /// Adds an entry. @p key must not exist yet.
    TomlEntry &insert(const QString &key, const SourcePlace &place, TomlNode value);
    void remove(const QString &key);
    bool isTable() const;
    bool isTableList() const; ///< an array of tables; it may be empty

private:
    std::vector<TomlEntry> m_entries;
    QHash<QString, qsizetype> m_indexByKey; // index in m_entries; makes find() fast in a table with 100,000 keys
};

struct TomlEntry {
    QString key;
    SourcePlace place; ///< place of the key in the file
    TomlNode value;
};
}
