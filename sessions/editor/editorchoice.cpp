// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/editor/editorchoice.h"

#include "sessions/editor/editorcommand.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QStringList terminalFor(const EditorChoice::EditorEnvironment &environment)
{
    const QStringList preferredCommand = EditorCommand::fromShell(environment.terminal);
    if (!preferredCommand.isEmpty() && environment.isInstalled(preferredCommand.first())) {
        return preferredCommand;
    }
    for (const QString &terminal : EditorCommand::terminals()) {
        if (environment.isInstalled(terminal)) {
            return {terminal};
        }
    }
    return {};
}

/// The whole command, with a terminal if needed; empty if no terminal is found: then @p lacksTerminal is set.
QStringList
whole(const EditorChoice::EditorEnvironment &environment, const QStringList &command, bool runsInTerminal, const SourcePlace &place, bool &lacksTerminal)
{
    const QStringList opened = EditorCommand::at(command, place);
    if (!runsInTerminal) {
        return opened;
    }
    const QStringList terminal = terminalFor(environment);
    lacksTerminal = lacksTerminal || terminal.isEmpty();
    return terminal.isEmpty() ? QStringList() : EditorCommand::inTerminal(terminal, opened);
}

/// The editor that the user configured; empty: none, or it is not usable.
std::optional<EditorChoice::Command> named(const EditorChoice::EditorEnvironment &environment, const SourcePlace &place, bool &lacksTerminal)
{
    if (!environment.setting.trimmed().isEmpty()) {
        // The chosen editor is never replaced silently.
        const QStringList command = EditorCommand::fromShell(environment.setting);
        if (command.isEmpty()) {
            return std::unexpected(i18nc("@info a command",
                                         "The editor command “%1” is not valid: a quote is not closed. Fix the command in Settings ▸ Editor.",
                                         environment.setting));
        }
        if (!environment.isInstalled(command.first())) {
            return std::unexpected(i18nc("@info a program, a place in a file",
                                         "The editor “%1” is not installed here. Choose another editor in Settings ▸ Editor. The error is at %2.",
                                         command.first(),
                                         place.toString()));
        }
        const QStringList result = whole(environment, command, EditorCommand::needsTerminal(command), place, lacksTerminal);
        if (result.isEmpty()) {
            return std::unexpected(i18nc("@info a program, a place in a file",
                                         "The editor “%1” needs a terminal window, but Nightdesk found no terminal program. Choose a graphical editor in "
                                         "Settings ▸ Editor. The error is at %2.",
                                         command.first(),
                                         place.toString()));
        }
        return result;
    }
    for (const QString &line : {environment.visual, environment.editor}) {
        const QStringList command = EditorCommand::fromShell(line);
        if (!command.isEmpty() && environment.isInstalled(command.first())) {
            if (const QStringList result = whole(environment, command, EditorCommand::needsTerminal(command), place, lacksTerminal); !result.isEmpty()) {
                return result;
            }
        }
    }
    return std::nullopt;
}
}

std::optional<EditorChoice::Command> EditorChoice::preferredCommand(const EditorEnvironment &environment, const SourcePlace &place)
{
    bool lacksTerminal = false;
    return named(environment, place, lacksTerminal);
}

EditorChoice::Command EditorChoice::choose(const EditorEnvironment &environment, const SourcePlace &place)
{
    bool lacksTerminal = false;
    if (const std::optional<Command> command = named(environment, place, lacksTerminal)) {
        return *command;
    }
    for (const DesktopEditor &service : environment.services) {
        const QStringList command = EditorCommand::fromDesktopFile(service.exec);
        if (!command.isEmpty() && environment.isInstalled(command.first())) {
            if (const QStringList result = whole(environment, command, service.runsInTerminal || EditorCommand::needsTerminal(command), place, lacksTerminal);
                !result.isEmpty()) {
                return result;
            }
        }
    }
    for (const QString &editor : EditorCommand::usualEditors()) {
        if (environment.isInstalled(editor)) {
            if (const QStringList result = whole(environment, {editor}, EditorCommand::needsTerminal({editor}), place, lacksTerminal); !result.isEmpty()) {
                return result;
            }
        }
    }
    return std::unexpected(lacksTerminal
                               ? i18nc("@info a place in a file",
                                       "Nightdesk found only editors that need a terminal window, and no terminal program. Choose a graphical editor in "
                                       "Settings ▸ Editor. The error is at %1.",
                                       place.toString())
                               : i18nc("@info a place in a file",
                                       "Nightdesk found no editor on this workstation. Choose an editor in Settings ▸ Editor. The error is at %1.",
                                       place.toString()));
}
}
