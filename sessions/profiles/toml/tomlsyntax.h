// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/textcursor.h"

#include <optional>
#include <vector>

namespace Nightdesk
{
/// Walks over keys and values and finds the first error in them: toml++ reports it in English and behind its place, and not
/// every text is safe to give to it (version 3.4 takes some values for impossible; found by fuzzing). Pure. A base of StatementSplitter;
/// made for one text.
class TomlSyntax : public TextCursor
{
public:
    using TextCursor::TextCursor;

    /// Whether a word ("22", "1979-05-27") is a TOML value.
    using IsValue = bool (*)(QStringView word);
    /// Whether a word is spelled like a value of TOML. That it is one (that there is such a day) is the library's to say.
    static bool isSpelledLikeValue(QStringView word);

    /// The first error in the value between @p begin and @p end, in which all quotes and brackets are closed and nothing is
    /// nested deeply; empty: none is seen.
    std::optional<ProfileError> mistakeInValue(qsizetype begin, qsizetype end, IsValue isValue) const;

protected:
    /// One part of a dotted key, in quotes if it is written so.
    struct Part {
        QString spelled;
        qsizetype begin = 0;
    };

    static QString notClosed(QChar quote);
    /// These move behind what they are named after; false: it has the error m_mistake.
    bool key(std::vector<Part> &path);
    bool fail(qsizetype offset, const QString &what, const QString &expected = {});

    std::optional<ProfileError> m_mistake;

private:
    bool value(bool alone);
    bool list();
    bool table();
    bool quotedText();
    bool word(bool alone);
    bool wrongWord(qsizetype begin, const QString &word);
    bool space(bool overLines);

    IsValue m_isValue = isSpelledLikeValue;
};
}
