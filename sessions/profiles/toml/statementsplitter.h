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
        Table, ///< [a.b]
        ArrayTable, ///< [[a]]
        Value ///< a.b = ...
    };
    Kind kind = Kind::Value;
    std::vector<KeyPart> path; ///< empty: could not be read; what follows such a header belongs nowhere
    SourcePlace place; ///< of the header's first bracket, of the key
    TomlNode value; ///< for Value
    bool mayHoldKeys = false; ///< a key may stand in what could not be read of its line
    bool mayHoldLines = false; ///< what could not be read goes over several lines, whatever they were to say
};

/// Cuts a TOML text into its statements, so that each can be read alone and an error hides nothing but its own line
/// (toml++ stops at the first one). Finds what spoils the cutting itself: quotes and brackets left open, missing "=",
/// nesting that is too deep (by counting, so that no depth can exhaust the stack). Pure; the text must outlive the splitter.
/// Made by whoever reads a text, for that text.
class StatementSplitter : private TomlSyntax
{
public:
    StatementSplitter(QStringView text, const QString &file, Problems &problems);

    /// Empty at the end of the text.
    std::optional<TomlStatement> next();

    /// Nothing in the format needs more than three levels.
    static constexpr int maxDepth = 16;

private:
    TomlStatement readHeader();
    TomlStatement readKeyValue();
    /// Empty: it is broken (reported).
    std::vector<KeyPart> readPath();
    /// Moves behind the value; false when it is broken (reported).
    bool scanValue();
    bool scanQuoted();
    /// Moves behind an inline table that somebody wrote over several lines; false: it is none.
    bool skipBracedLines();
    bool error(qsizetype offset, const QString &what, const QString &expected = {});

    Problems &m_problems;
};
}
