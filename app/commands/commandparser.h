// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "app/commands/commandtable.h"

#include <QCommandLineParser>

namespace Nightdesk
{
/// Reads what follows one command's word, as its row of the table has it. QCommandLineParser leaves the process for --help and
/// errors; this returns them. Made by CommandLine for one command.
class CommandParser
{
public:
    explicit CommandParser(const CommandSpec &command);

    /// Something to print: help, or an error, also in the number of arguments.
    std::optional<PrintCommand> parse(const QStringList &rest);
    PrintCommand mistake(const QString &what) const;

    bool isSet(const QString &option) const;
    QString value(const QString &option) const;
    QStringList values(const QString &option) const; ///< of one that was given several times
    QStringList arguments() const;
    QString argument() const; ///< the first; empty: none

    /// "Commands:" and one line for each that is not hidden.
    static QString commandsText();

private:
    QString helpText() const;

    CommandSpec m_command;
    QCommandLineParser m_parser;
};
}
