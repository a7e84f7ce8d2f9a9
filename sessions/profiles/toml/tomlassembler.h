// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QMap>
#include <QStringList>

#include <span>

namespace Nightdesk
{
/// Which table each line belongs to. For the lines in which a table or value begins: the names that lead to it, at most
/// three; no names: unknown. Lines up to the next entry belong to the previous one, including unreadable lines.
using TomlOutline = QMap<int, QStringList>;

/// Combines statements to one tree and reports duplicates. Pure. Made by TomlDocument for one text.
class TomlAssembler
{
public:
    TomlAssembler(const QString &file, Problems &problems);

    void add(TomlStatement statement);
    TomlNode takeRoot();
    const TomlOutline &outline() const;

private:
    void addValue(TomlNode *table, TomlStatement &statement);
    bool openTable(const TomlStatement &header);
    /// The table that @p path names inside @p table, created if needed; nullptr (reported) if the path leads to another kind of value.
    TomlNode *findOrAddTable(TomlNode *table, std::span<const KeyPart> path, TomlNode::Origin origin);
    void reportDuplicate(const KeyPart &part, const SourcePlace &first);

    Problems &m_problems;
    TomlNode m_rootTable;
    TomlOutline m_outline;
    std::vector<KeyPart> m_currentTablePath; ///< path of the last header; empty: none, or it could not be read
    /// The last header repeats an earlier one, which was reported. Keys below it are added to the same table; if the table has a key already, that is
    /// not reported again.
    bool m_isRepeatedHeader = false;
    bool m_isHeaderUnreadable = false; ///< the last header could not be read
    bool m_mayAddKeysBelowHeader = true; ///< false: keys are ignored until the next header, since the last one has an error
};
}
