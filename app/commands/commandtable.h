// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// What a word of the command line names, for completing it.
enum class WordKind {
    Free, ///< nothing is known of it
    File,
    Directory,
    Profile,
    Site,
    Display, ///< of what is connected
    ConnectedProfile,
    ConnectedHost, ///< the host of a connection of what is connected
    Host, ///< of an ssh config
    Schema,
    BrokerAction, ///< what a broker is to do
    Program ///< the first word; what follows are its arguments
};

struct OptionSpec {
    QStringList names; ///< without dashes; the long one last
    QString description;
    QString value; ///< what stands for its value in the help; empty: it takes none
    WordKind kind = WordKind::Free; ///< of the value
    bool operator==(const OptionSpec &) const = default;
};

struct ArgumentSpec {
    QString word; ///< what stands for it in the help
    QString description;
    WordKind kind = WordKind::Free;
    bool isRequired = true;
    bool isRepeated = false;
    bool operator==(const ArgumentSpec &) const = default;
};

struct CommandSpec {
    QString word; ///< empty: no command's word
    QString summary; ///< a line of the list of commands
    QString description; ///< the head of its help
    std::optional<ArgumentSpec> argument;
    QList<OptionSpec> options; ///< without --help, which each has
    bool takesCommand = false; ///< its argument is a command with words of its own: options stand before it
    bool isHidden = false; ///< for programs, not for people
};

/// Every command with every option: the parser, the help, completions and the page docs/admin/commands.md are made from it or held
/// against it. Translated; pure.
namespace CommandTable
{
const QString &optionHelp(); ///< "help", which each command has
QList<CommandSpec> all(); ///< the one without a word first
std::optional<CommandSpec> command(const QString &word);
}
}
