// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "app/commands/commandtable.h"

#include <QCommandLineParser>

namespace Nightdesk
{
/// Parses the arguments of one command by its row of CommandTable. QCommandLineParser ends the process for --help and errors; this class returns
/// them. Created by CommandLine for one command.
class CommandParser
{
public:
    explicit CommandParser(const CommandSpec &command);

    /// Returns what to print: help, or an error, also for a wrong number of arguments. Empty: the arguments are valid.
    std::optional<PrintCommand> parse(const QStringList &rest);
    PrintCommand usageError(const QString &what) const;

    bool isSet(const QString &option) const;
    QString value(const QString &option) const;
    QStringList values(const QString &option) const; ///< for an option that may be given several times
    QStringList arguments() const;
    QString argument() const; ///< the first argument; empty: none

    /// "Commands:" and one line for each command that is not hidden.
    static QString commandsText();

private:
    QString helpText() const;

    CommandSpec m_commandSpec;
    QCommandLineParser m_parser;
};
}
