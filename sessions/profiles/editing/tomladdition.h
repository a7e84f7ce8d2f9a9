// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/editinghelp.h"

#include <QMap>

namespace Nightdesk
{
/// Adds a desktop, an X program or a site to a TOML text without the user writing TOML: what is inserted, and where. The rest of the text, including
/// comments, is unchanged. A value; pure. Made by AdditionDialog.
class TomlAddition
{
public:
    enum class Kind {
        Desktop,
        Program,
        Site
    };
    enum class Field {
        Name,
        Id,
        Host,
        User,
        Display,
        Command,
        Screen,
        Screens,
        DisplayMode,
        Input
    };
    /// Values as the user typed them. Optional values that are empty are left out.
    struct Answers {
        QString name; ///< title of a display, or name of a site
        QString id; ///< id of the new desktop, program or site
        /// For a display: the id of a connection, or a host; if the host has no connection yet, one is added.
        QString host;
        QString user; ///< user name for a connection that is added
        QString displayNumberOrPort; ///< for a desktop: where its VNC server listens
        QString command; ///< for a program: the command in shell syntax
        QString screen; ///< name of a screen, for a display
        QString screens; ///< for a site: the names of its screens from left to right, with spaces or commas between them
        QString displayMode = {}; ///< for a program, as written in the profile
        QString inputPolicy = {}; ///< for a desktop: the value of the profile's key input
    };
    struct Insertion {
        qsizetype offset = 0; ///< position in the original text, in UTF-16 units
        QString text; ///< the inserted text, in whole lines
        bool operator==(const Insertion &) const = default;
    };

    /// @p names: names in the facility. Invalid answers are inserted unchanged: the checker reports them.
    TomlAddition(Kind kind, const Answers &answers, const QString &text, const NamesInUse &names);

    const QList<Insertion> &insertions() const; ///< in the order of the text
    /// The whole text with the insertions.
    const QString &textWithInsertions() const;
    /// Line number in textWithInsertions(), from 1, where the new desktop, program or site begins, after a connection added for it.
    int firstAddedLine() const;
    /// The answer that is in @p line of textWithInsertions(), from 1; empty: none.
    std::optional<Field> fieldOfLine(int line) const;
    /// Whether @p line of textWithInsertions(), from 1, was added.
    bool isAddedLine(int line) const;
    /// Why the command cannot be parsed by a shell, translated; empty: it can be parsed.
    const QString &commandError() const;
    /// The host has no connection yet, so one is added.
    bool addsConnection() const;

    /// An id for @p name that neither the text nor the facility uses.
    static QString unusedId(Kind kind, const QString &name, const QString &text, const NamesInUse &names);
    /// The connections that a display can use: those of @p text, then the facility's.
    static QStringList connectionIds(const QString &text, const NamesInUse &names);

private:
    QList<Insertion> m_insertions;
    QString m_textWithInsertions;
    QMap<int, std::optional<Field>> m_fieldsByLine; ///< the lines that were added, each with the answer that it contains
    int m_firstAddedLine = 0;
    QString m_commandError;
    bool m_addsConnection = false;
};
}
