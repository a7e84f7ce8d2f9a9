// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomlnode.h"
#include "sessions/profiles/toml/tomloutline.h"

namespace Nightdesk
{
/// Puts statements into one tree and finds what is there twice. Pure.
class TomlAssembler
{
public:
    TomlAssembler(const QString &file, Problems &problems);

    void add(const TomlStatement &statement);
    TomlNode takeRoot();
    const TomlOutline &outline() const;

private:
    void note(const TomlStatement &statement);
    void addValue(const TomlStatement &statement);
    bool openTable(const TomlStatement &header);
    /// That of the last header; nullptr: it is none.
    TomlNode *currentTable();
    /// The table that @p part names inside @p table, made if it is not there; nullptr (reported) if it is no table.
    TomlNode *step(TomlNode *table, const KeyPart &part, TomlNode::Origin made);
    void alreadyThere(const KeyPart &part, const SourcePlace &first);

    Problems &m_problems;
    TomlNode m_root;
    TomlOutline m_outline;
    std::vector<KeyPart> m_current; ///< the last header
    bool m_again = false; ///< under a header that is there twice: what it adds counts, what it repeats was reported with it
    bool m_isLost = false; ///< the last header could not be read
    bool m_inTable = true; ///< false: the last header could not be read, or not stand there
};
}
