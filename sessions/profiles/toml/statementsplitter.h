// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/textcursor.h"

#include <QByteArrayView>
#include <QStringList>

#include <optional>
#include <vector>

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
    QByteArrayView value; ///< for Value
    SourcePlace valuePlace;
    bool broken = false; ///< a mistake in the value was reported already
    bool hasTextBehind = false; ///< of a header: something stands behind it in its line, maybe a key
};

/// Cuts a TOML text into its statements, so that each can be read alone and a mistake hides nothing but its own line
/// (toml++ stops at the first one). Finds what spoils the cutting itself: quotes and brackets left open, missing "=",
/// nesting that is too deep (by counting, so that no depth can exhaust the stack). Pure; @p text is valid UTF-8 without
/// NUL bytes and must outlive the splitter.
class StatementSplitter : private TextCursor
{
public:
    StatementSplitter(QByteArrayView text, const QString &file, Problems &problems);

    /// Empty at the end of the text.
    std::optional<TomlStatement> next();

    /// Nothing in the format needs more than three levels.
    static constexpr int maxDepth = 16;

private:
    TomlStatement readHeader();
    TomlStatement readKeyValue();
    std::optional<std::vector<KeyPart>> readPath();
    std::optional<QString> readKeyPart();
    /// Moves behind the value; false when it is broken (reported).
    bool scanValue();
    bool scanQuoted();
    bool restOfLineIsEmpty();
    bool nextLineIsStatement() const;
    /// Here, where the "=" is missing: whether a value stands here all the same, maybe behind a colon.
    bool isValueBehindKey() const;
    /// Moves behind an inline table that somebody wrote over several lines; false: it is none.
    bool skipBracedLines();

    Problems &m_problems;
};
}
