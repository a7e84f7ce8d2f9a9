// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// Collects the errors of files. Each error is kept once, even if it is found several times (once per site). Made by the code that reads files, and
/// passed along by reference.
class Problems
{
public:
    void error(const SourcePlace &place, const QString &message);
    void warning(const SourcePlace &place, const QString &message);
    void add(const ProfileError &problem);
    void add(const QList<ProfileError> &problems);

    bool hasErrors() const;
    /// Sorted by file, then line and column.
    QList<ProfileError> sorted() const;

    /// Maximum length of the list for a file full of errors; an additional last line says that there are more.
    static constexpr qsizetype maxProblemCount = 500;

private:
    void addOmittedProblemsNote(const ProfileError &problem);

    QList<ProfileError> m_problemList;
    QHash<QString, ProfileError> m_omittedProblemsNoteByFile; // by file: a last line that says that more problems are not shown
    QSet<QString> m_seenProblems;
    bool m_hasErrors = false;
};

/// Whether @p problems has an error, not only warnings.
bool hasErrors(const QList<ProfileError> &problems);
/// Text of a message: "what: expected ... . Did you mean “...”?" Empty parts are omitted.
QString problemText(const QString &what, const QString &expected, const QString &suggestion = {});
/// What a message expects of a name that is none of @p known; empty: no name is known.
QString nameExpectation(const QStringList &known);
/// A name or value from a file, as shown in a message: in curly quotes, display-safe, and shortened to the length of a line.
QString quoted(const QString &text);
/// Like quoted(), but for text that the user should write into the file: in straight quotes, as in TOML.
QString inTomlQuotes(const QString &text);
}
