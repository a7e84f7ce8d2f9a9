// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/writtenhelp.h"

#include <QMap>

namespace Nightdesk
{
/// A desktop, an X program or a site that is added to a TOML text without writing TOML: what is inserted, and where. All else, comments
/// too, stays as it is. A value; pure. Made by AdditionDialog.
class Addition
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
    /// As typed. An empty one that need not be given is left out.
    struct Answers {
        QString name; ///< the title of a display, the name of a site
        QString id;
        QString host; ///< of a display: the id of a connection, or a host; a host without a connection gets one
        QString user; ///< of a connection that is added
        QString display; ///< of a desktop: a display number or a port
        QString command; ///< of a program, as a shell takes it
        QString screen; ///< of a display
        QString screens; ///< of a site: names from left to right
        QString displayMode = {}; ///< of a program, as the format has it
        QString input = {}; ///< of a desktop, as the format has it
    };
    struct Insertion {
        qsizetype at = 0; ///< in the text as it was, in UTF-16 units
        QString text; ///< whole lines
        bool operator==(const Insertion &) const = default;
    };

    /// @p names: of the facility. What is wrong with an answer is inserted as it is: the checker finds it.
    Addition(Kind kind, const Answers &answers, const QString &text, const NamesInUse &names);

    const QList<Insertion> &insertions() const; ///< in the text's order
    /// The whole text with them.
    const QString &text() const;
    int firstLine() const; ///< of text(), from 1: where what was added begins, a new connection left aside
    /// The answer that is in @p line of text(), from 1; empty: none.
    std::optional<Field> fieldAt(int line) const;
    /// The lines of text(), from 1, that were added.
    bool isAdded(int line) const;
    /// Of a command that no shell could read; translated; empty: it could.
    const QString &commandError() const;
    /// The host has no connection yet, so that one is added.
    bool addsConnection() const;

    /// An id for @p name that neither the text nor the facility has.
    static QString freeId(Kind kind, const QString &name, const QString &text, const NamesInUse &names);
    /// The connections that a display can use: those of @p text, then the facility's.
    static QStringList connections(const QString &text, const NamesInUse &names);

private:
    QList<Insertion> m_insertions;
    QString m_text;
    QMap<int, std::optional<Field>> m_lines; ///< those that were added
    int m_firstLine = 0;
    QString m_commandError;
    bool m_addsConnection = false;
};
}
