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
/// The names that lead to what begins in a line, at most three of them; none: nobody knows what it belongs to. Lines between
/// two belong to the first of them, also those that could not be read.
using TomlOutline = QMap<int, QStringList>;

/// Puts statements into one tree and finds what is there twice. Pure. Made by TomlDocument for one text.
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
    /// The table that @p path names inside @p table, made if it is not there; nullptr (reported) if it is no table.
    TomlNode *walk(TomlNode *table, std::span<const KeyPart> path, TomlNode::Origin made);
    void alreadyThere(const KeyPart &part, const SourcePlace &first);

    Problems &m_problems;
    TomlNode m_root;
    TomlOutline m_outline;
    std::vector<KeyPart> m_current; ///< the last header; empty: there is none, or it could not be read
    bool m_again = false; ///< under a header that is there twice: what it adds counts, what it repeats was reported with it
    bool m_isLost = false; ///< the last header could not be read
    bool m_inTable = true; ///< false: the last header could not be read, or not stand there
};
}
