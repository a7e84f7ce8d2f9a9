// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandparser.h"

#include "app/commands/exitstatus.h"

#include <KLocalizedString>

#include <QCoreApplication>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString program = u"nightdesk"_s;

/// The command with its argument, for help: "connect PROFILE", "trust PROFILE...", "raise [DISPLAY]".
QString usage(const CommandSpec &command)
{
    if (!command.argument) {
        return command.name;
    }
    const QString argument = command.argument->name + (command.argument->isRepeated ? u"..."_s : QString());
    return QString(command.name + u' ' + (command.argument->isRequired ? argument : u'[' + argument + u']')).trimmed();
}
}

CommandParser::CommandParser(const CommandSpec &command)
    : m_commandSpec(command)
{
    m_parser.setApplicationDescription(command.description);
    m_parser.addOption({{u"h"_s, CommandTable::helpOptionName()}, i18nc("@info:shell", "show this help")});
    if (command.takesProgram) {
        m_parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsPositionalArguments);
    }
    for (const OptionSpec &option : command.options) {
        m_parser.addOption({option.names, option.description, option.value});
    }
    if (const auto &argument = command.argument) {
        const QString shown = argument->name + (argument->isRepeated ? u"..."_s : QString());
        m_parser.addPositionalArgument(argument->name, argument->description, argument->isRequired ? shown : u'[' + shown + u']');
    }
}

std::optional<PrintCommand> CommandParser::parse(const QStringList &rest)
{
    const bool understood = m_parser.parse(QStringList{program + u' ' + m_commandSpec.name} + rest);
    if (m_parser.isSet(CommandTable::helpOptionName())) {
        return PrintCommand{helpText(), 0};
    }
    if (!understood) {
        return usageError(m_parser.errorText());
    }
    const QStringList found = m_parser.positionalArguments();
    const qsizetype most = !m_commandSpec.argument ? 0 : m_commandSpec.argument->isRepeated ? found.size() : 1;
    if (found.size() > most) {
        return usageError(i18nc("@info:shell", "Unexpected argument “%1”.", found.at(most)));
    }
    if (m_commandSpec.argument && m_commandSpec.argument->isRequired && found.isEmpty()) {
        return usageError(i18nc("@info:shell %1: what stands for a word in the help, such as PROFILE", "Expected %1.", m_commandSpec.argument->name));
    }
    return {};
}

PrintCommand CommandParser::usageError(const QString &what) const
{
    const QString command = QString(program + u' ' + m_commandSpec.name).trimmed();
    return {i18nc("@info:shell %1 is what is wrong, %2 a command", "%1\nFor help, run “%2 --help”.", what, command) + u'\n', ExitStatus::wrongUse};
}

bool CommandParser::isSet(const QString &option) const
{
    return m_parser.isSet(option);
}

QString CommandParser::value(const QString &option) const
{
    return m_parser.value(option);
}

QStringList CommandParser::values(const QString &option) const
{
    return m_parser.values(option);
}

QStringList CommandParser::arguments() const
{
    return m_parser.positionalArguments();
}

QString CommandParser::argument() const
{
    return m_parser.positionalArguments().value(0);
}

/// QCommandLineParser prints the program's path as it was started, without the command: replace that line.
QString CommandParser::helpText() const
{
    QString text = m_parser.helpText();
    const QStringList arguments = QCoreApplication::instance() ? QCoreApplication::arguments() : QStringList();
    const QString started = arguments.isEmpty() ? u"<executable_name>"_s : arguments.constFirst();
    if (const qsizetype at = text.indexOf(started); at >= 0) {
        text.replace(at, started.size(), QString(program + u' ' + m_commandSpec.name).trimmed());
    }
    return m_commandSpec.name.isEmpty() ? text + u'\n' + commandsText() : text;
}

QString CommandParser::commandsText()
{
    QList<std::pair<QString, QString>> rows;
    qsizetype width = 0;
    for (const CommandSpec &command : CommandTable::all()) {
        if (!command.isHidden) {
            rows.append({command.name.isEmpty() ? i18nc("@info:shell no command's word", "(none)") : usage(command), command.summary});
            width = std::max(width, rows.constLast().first.size());
        }
    }
    QString text = i18nc("@info:shell", "Commands:") + u'\n';
    for (const auto &[words, summary] : rows) {
        text += u"  "_s + words.leftJustified(width) + u"  "_s + summary + u'\n';
    }
    return text + i18nc("@info:shell keep the command untranslated", "For the help of a command, run “nightdesk COMMAND --help”.") + u'\n';
}
}
