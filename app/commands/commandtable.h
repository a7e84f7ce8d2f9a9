// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// What an argument or an option's value on the command line names. Shell completion uses this.
enum class ArgumentKind {
    AnyText, ///< any text: no completions
    File,
    Directory,
    Profile,
    Site,
    Display, ///< a display of a connected profile
    ConnectedProfile,
    ConnectedHost, ///< host of an ssh connection of a connected profile
    Host, ///< a host of the ssh configuration
    Schema,
    BrokerAction, ///< an action of `nightdesk broker`
    Program ///< a program to run; the words after it are its arguments
};

struct OptionSpec {
    QStringList names; ///< without the leading dashes; the long name is the last one
    QString description;
    QString value; ///< name of the option's value in the help; empty: the option takes no value
    ArgumentKind kind = ArgumentKind::AnyText; ///< kind of the option's value
    bool operator==(const OptionSpec &) const = default;
};

struct ArgumentSpec {
    QString name; ///< name of the argument in the help
    QString description;
    ArgumentKind kind = ArgumentKind::AnyText;
    bool isRequired = true;
    bool isRepeated = false;
    bool operator==(const ArgumentSpec &) const = default;
};

struct CommandSpec {
    QString name; ///< the command's name; empty: the main window, which has no command
    QString summary; ///< one line, for the list of commands
    QString description; ///< first paragraph of the command's help
    std::optional<ArgumentSpec> argument;
    QList<OptionSpec> options; ///< without --help, which every command has
    bool takesProgram = false; ///< the argument is a program with arguments of its own: options of this command must come before it
    bool isHidden = false; ///< for use by scripts: not listed in the help
};

/// Every command with every option: the parser, the help, completions and the page docs/admin/commands.md are made from this table or checked against
/// it. Translated; pure.
namespace CommandTable
{
const QString &helpOptionName(); ///< "help": an option of every command
QList<CommandSpec> all(); ///< begins with the entry of the main window, which has no command name
std::optional<CommandSpec> command(const QString &name);
}
}
