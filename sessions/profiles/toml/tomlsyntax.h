// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/textcursor.h"

#include <optional>
#include <vector>

namespace Nightdesk
{
/// Scans keys and values and finds the first error in them: toml++ reports errors in English and after their place, and some texts are not safe to
/// pass to it (version 3.4 treats some values as unreachable; found by fuzzing). Pure. Base class of StatementSplitter; made for one text.
class TomlSyntax : public TextCursor
{
public:
    using TextCursor::TextCursor;

    /// Whether a word ("22", "1979-05-27") is a TOML value.
    using IsValue = bool (*)(QStringView word);
    /// Whether a word has the spelling of a TOML value. Only toml++ checks whether it is valid (for example, whether a date exists).
    static bool isSpelledLikeValue(QStringView word);

    /// The first error in the value between @p begin and @p end, in which all quotes and brackets are closed and the nesting is not too deep; empty:
    /// no error found.
    std::optional<ProfileError> errorInValue(qsizetype begin, qsizetype end, IsValue isValue) const;

protected:
    /// One part of a dotted key, with its quotes if it has any.
    struct Part {
        QString spelling;
        qsizetype begin = 0; ///< offset of the part in the scanned text
    };

    static QString unclosedTextMessage(QChar quote);
    /// The functions whose names begin with "skip" move past an element. False: the element has an error, which is in m_error.
    bool skipKey(std::vector<Part> &path);
    bool setError(qsizetype offset, const QString &what, const QString &expected = {});

    std::optional<ProfileError> m_error;

private:
    /// @p isOutsideBrackets: the value is not inside a list or an inline table, so that commas and brackets do not end it.
    bool skipValue(bool isOutsideBrackets);
    bool skipList();
    bool skipTable();
    bool skipQuotedText();
    bool skipWord(bool isOutsideBrackets);
    bool reportWrongWord(qsizetype begin, const QString &word);
    bool skipSpace(bool overLines);

    IsValue m_isWordValid = isSpelledLikeValue; ///< the function that decides whether a word is a value
};
}
