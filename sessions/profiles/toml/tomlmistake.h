// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/textcursor.h"

#include <functional>
#include <optional>

namespace Nightdesk
{
/// Finds what is wrong with a value: toml++ tells it in English and points behind it, and not every text is safe to give to
/// it (version 3.4 takes some values for impossible; found by fuzzing). Walks the value's structure. Pure.
class TomlMistake
{
public:
    /// Whether a word ("22", "1979-05-27") is a TOML value.
    using IsValue = std::function<bool(QByteArrayView word)>;

    /// @p text: as readTomlValue() takes it; its first character stands at @p start.
    TomlMistake(QByteArrayView text, const SourcePlace &start, IsValue isValue);

    /// The first mistake; empty: none is seen.
    std::optional<ProfileError> find();
    /// Whether a word is spelled like a value of TOML. That it is one (that there is such a day) is the library's to say.
    static bool isSpelledLikeValue(QByteArrayView word);

private:
    using Found = std::optional<ProfileError>;

    Found value(bool alone);
    Found list();
    Found table();
    Found key(QStringList &path);
    Found quotedText();
    Found escape(bool isMultiLine);
    Found word(bool alone);
    Found wrongWord(const SourcePlace &place, const QString &word) const;
    Found skipSpace(bool overLines);

    TextCursor m_cursor;
    IsValue m_isValue;
};
}
