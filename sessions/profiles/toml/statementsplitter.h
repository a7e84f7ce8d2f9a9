// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"
#include "sessions/profiles/toml/tomlsyntax.h"

namespace Nightdesk
{
/// One part of a dotted key.
struct KeyPart {
    QString name;
    SourcePlace place;
};

/// One statement of a TOML file: a table header or one "key = value".
struct TomlStatement {
    enum class Kind {
        Table, ///< a header of a table, such as [a.b]
        ArrayTable, ///< a header of an element of a list of tables, such as [[a]]
        Value ///< a key with its value, such as a.b = 1
    };
    Kind kind = Kind::Value;
    /// Names in the header or key; empty: could not be read; statements below such a header belong to no table.
    std::vector<KeyPart> path;
    SourcePlace place; ///< place of the header's first bracket, or of the key
    TomlNode value; ///< value of the key, if kind is Value
    bool mayUnreadTextContainKey = false; ///< a part of the line could not be read, and may contain another key of the same table
    bool mayUnreadTextContainStatements = false; ///< several lines could not be read, and may contain other statements
};

/// Splits a TOML text into its statements, so that each can be read separately and an error affects only its own line (toml++ stops at the first
/// error). Reports what prevents the splitting: unclosed quotes and brackets, missing "=", nesting that is too deep (by counting, so that no depth
/// can exhaust the stack). Pure; the text must outlive the splitter. Made for each text to read.
class StatementSplitter : private TomlSyntax
{
public:
    StatementSplitter(QStringView text, const QString &file, Problems &problems);

    /// Returns the next statement; empty at the end of the text.
    std::optional<TomlStatement> next();

    /// Maximum depth of nested values. The format needs at most three levels.
    static constexpr int maxDepth = 16;

private:
    TomlStatement readTableHeader();
    TomlStatement readKeyValue();
    /// Reads a dotted key. Empty: there was an error, which was reported.
    std::vector<KeyPart> readKeyPath();
    /// Moves past the value; false if it has an error (reported).
    bool scanValue();
    bool scanQuotedText();
    /// Moves past an inline table that was written over several lines; false: there is none.
    bool skipMultilineInlineTable();
    bool reportError(qsizetype offset, const QString &what, const QString &expected = {});

    Problems &m_problems;
};
}
