// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QByteArrayView>

namespace Nightdesk
{
/// Goes through a text character by character and knows its line and column (characters, not bytes). Pure; the text is
/// valid UTF-8 without NUL bytes and must outlive the cursor.
class TextCursor
{
public:
    struct Position {
        qsizetype offset = 0;
        int line = 1;
        int column = 1;
    };

    /// @p start is the place of the first character.
    TextCursor(QByteArrayView text, const SourcePlace &start);

    /// A byte; NUL behind the end.
    char peek(qsizetype ahead = 0) const;
    bool atEnd() const;
    bool atLineEnd() const;
    void advance();
    void skipBlanks();
    /// To the line's end, not behind it.
    void skipLine();

    const Position &position() const;
    void moveTo(const Position &position);
    SourcePlace place(const Position &position) const;
    SourcePlace here() const;
    QByteArrayView rest() const;
    /// What stands before here in this line.
    QByteArrayView lineSoFar() const;
    /// What stands between @p begin and here.
    QByteArrayView since(const Position &begin) const;
    /// "unexpected X": the character that is here, in words.
    QString unexpected() const;
    /// What TOML has nowhere: control characters but the tab.
    static bool isControl(char c);
    static QString controlCharacter(char c);
    static bool isBareKeyCharacter(char c); ///< of a key without quotes

private:
    QByteArrayView m_text;
    QString m_file;
    Position m_at;
};
}
