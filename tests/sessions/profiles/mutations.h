// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

#include <random>

namespace Nightdesk::Test
{
/// A good file with one mistake made in it.
struct Mutation {
    QString what; ///< "misspell the key host"
    QByteArray text;
    QSet<int> guilty; ///< the lines of which one at least is to be named
    QSet<int> alsoTrue = {}; ///< lines at which it may be told as well: those that name what the mistake took away
};

/// Makes mistakes of kinds whose place is known. Deterministic: the same seed makes the same mistakes.
class Mutations
{
public:
    explicit Mutations(const QByteArray &text, quint32 seed);

    /// At most @p each of each kind.
    QList<Mutation> make(int each);

private:
    struct Line {
        int number = 0; ///< from 1
        QString before; ///< blanks
        QString header; ///< "[link.summit]"; empty: no header
        QString table; ///< "link.summit": the header that it stands under
        QString key; ///< "link.summit.jump"; empty: no statement
        QString value;
        QString after; ///< blanks and a comment
    };

    static QList<Line> read(const QByteArray &text);
    static QString withoutValue(const Line &line);
    QString lastKey(const Line &line) const;
    QByteArray with(int number, const QString &replacement) const;
    /// Lines in which @p text stands in quotes, between dots or brackets.
    QSet<int> linesThatName(const QString &text) const;

    /// With the lines whose keys are overridden by those of @p lines: without an override the value below it may be wrong.
    QSet<int> withOverridden(QSet<int> lines) const;

    void headers(const Line &line);
    void keys(const Line &line);
    void texts(const Line &line);
    void lists(const Line &line);
    void names(const Line &line);
    void add(const QString &what, const Line &line, const QString &replacement, const QSet<int> &alsoTrue = {});

    QByteArray m_text;
    QList<Line> m_lines;
    std::minstd_rand m_random;
    QList<std::pair<QString, Mutation>> m_made; ///< by kind
};
}
