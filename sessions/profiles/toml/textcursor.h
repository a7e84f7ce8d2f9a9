// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QList>
#include <QStringView>

namespace Nightdesk
{
/// Reads a text character by character, and determines the line and column (characters, not UTF-16 units) of each offset. Pure; the text has no NUL
/// characters and must outlive the cursor. Base class for scanning a text; made for one scan.
class TextCursor
{
public:
    TextCursor(QStringView text, const QString &file);

    SourcePlace place(qsizetype offset) const;
    QStringView textBetween(qsizetype begin, qsizetype end) const;

protected:
    /// Returns the UTF-16 unit that is @p ahead units after the current offset, without moving; NUL if that is after the end of the text.
    QChar peek(qsizetype ahead = 0) const;
    bool atEnd() const;
    bool atLineEnd() const;
    void skipBlanks();
    /// Moves to the end of the line, not past it.
    void skipLine();
    void skipLineEnd();
    /// Moves past the quoted text that begins here; false: it is not closed.
    bool skipQuoted();
    QStringView textSince(qsizetype begin) const;
    QStringView remainingText() const;
    /// "unexpected X", where X describes the current character.
    QString unexpectedTextMessage() const;
    /// Characters that TOML never allows: control characters except the tab.
    static bool isControlCharacter(QChar c);
    static QString controlCharacterText(QChar c);

    QStringView m_text;
    qsizetype m_offset = 0;
    QList<qsizetype> m_lineStarts; ///< offset at which each line begins

private:
    QString m_fileName;
};
}
