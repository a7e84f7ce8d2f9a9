// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QList>
#include <QStringView>

namespace Nightdesk
{
/// Goes through a text character by character; knows the line and column (characters, not UTF-16 units) of each offset.
/// Pure; the text has no NUL characters and must outlive the cursor. A base of what walks over a text; made for one walk.
class TextCursor
{
public:
    TextCursor(QStringView text, const QString &file);

    SourcePlace place(qsizetype offset) const;
    QStringView between(qsizetype begin, qsizetype end) const;

protected:
    /// A UTF-16 unit; NUL behind the end.
    QChar peek(qsizetype ahead = 0) const;
    bool atEnd() const;
    bool atLineEnd() const;
    void skipBlanks();
    /// To the line's end, not behind it.
    void skipLine();
    void skipLineEnd();
    /// Moves behind the text in quotes that begins here; false: it is not closed.
    bool skipQuoted();
    QStringView since(qsizetype begin) const;
    QStringView rest() const;
    /// "unexpected X": the character that is here, in words.
    QString unexpected() const;
    /// What TOML has nowhere: control characters but the tab.
    static bool isControl(QChar c);
    static QString controlCharacter(QChar c);

    QStringView m_text;
    qsizetype m_at = 0;

private:
    QString m_file;
    QList<qsizetype> m_lines; // where each begins
};
}
