// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// Collects what is wrong with a file. Each error once, however often (once a site) it is found. Made by whoever reads files, and passed
/// along by reference.
class Problems
{
public:
    void error(const SourcePlace &place, const QString &message);
    void warning(const SourcePlace &place, const QString &message);
    void add(const ProfileError &problem);
    void add(const QList<ProfileError> &problems);

    bool hasErrors() const;
    /// By file, then line and column.
    QList<ProfileError> sorted() const;

    /// A file of nothing but errors gets no longer list than this, and a last line that says so.
    static constexpr qsizetype limit = 500;

private:
    void leaveOut(const ProfileError &problem);

    QList<ProfileError> m_problems;
    QHash<QString, ProfileError> m_leftOut; // the last lines, by file
    QSet<QString> m_seen;
    bool m_hasErrors = false;
};

/// "what: expected ... . Did you mean “...”?": the form of every message. Empty parts are left out.
QString problemText(const QString &what, const QString &expected, const QString &suggestion = {});
/// A name or value from a file, as it appears in a message: in curly quotes, made safe, not longer than a line takes.
QString quoted(const QString &text);
/// The same for text that a person is to write into the file: in the straight quotes of TOML.
QString inTomlQuotes(const QString &text);
}
