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
    const QStringList preferredCommand = EditorCommand::fromShellLine(environment.terminalVariableValue);
    if (!preferredCommand.isEmpty() && environment.isInstalled(preferredCommand.first())) {
        return preferredCommand;
    }
    for (const QString &terminal : EditorCommand::terminalEmulators()) {
        if (environment.isInstalled(terminal)) {
            return {terminal};
        }
    }
    return {};
}

/// The whole command, with a terminal emulator if needed. If none is found, returns an empty list and sets @p lacksTerminal.
QStringList
fullCommand(const EditorChoice::EditorEnvironment &environment, const QStringList &command, bool runsInTerminal, const SourcePlace &place, bool &lacksTerminal)
{
    const QStringList opened = EditorCommand::commandAt(command, place);
    if (!runsInTerminal) {
        return opened;
    }
    const QStringList terminal = terminalFor(environment);
    lacksTerminal = lacksTerminal || terminal.isEmpty();
    return terminal.isEmpty() ? QStringList() : EditorCommand::inTerminal(terminal, opened);
}

/// The command of the editor that the user configured in Settings, $VISUAL or $EDITOR; empty: none is configured, or none can be run.
std::optional<EditorChoice::Command> configuredEditor(const EditorChoice::EditorEnvironment &environment, const SourcePlace &place, bool &lacksTerminal)
{
    if (!environment.editorSetting.trimmed().isEmpty()) {
        // The chosen editor is never replaced silently.
        const QStringList command = EditorCommand::fromShellLine(environment.editorSetting);
        if (command.isEmpty()) {
            return std::unexpected(i18nc("@info a command",
                                         "The editor command “%1” is not valid: a quote is not closed. Fix the command in Settings ▸ Editor.",
                                         environment.editorSetting));
        }
        if (!environment.isInstalled(command.first())) {
            return std::unexpected(i18nc("@info a program, a place in a file",
                                         "The editor “%1” is not installed here. Choose another editor in Settings ▸ Editor. The error is at %2.",
                                         command.first(),
                                         place.toString()));
        }
        const QStringList result = fullCommand(environment, command, EditorCommand::needsTerminal(command), place, lacksTerminal);
        if (result.isEmpty()) {
            return std::unexpected(i18nc("@info a program, a place in a file",
                                         "The editor “%1” needs a terminal window, but Nightdesk found no terminal program. Choose a graphical editor in "
                                         "Settings ▸ Editor. The error is at %2.",
                                         command.first(),
                                         place.toString()));
        }
        return result;
    }
    for (const QString &line : {environment.visualVariableValue, environment.editorVariableValue}) {
        const QStringList command = EditorCommand::fromShellLine(line);
        if (!command.isEmpty() && environment.isInstalled(command.first())) {
            if (const QStringList result = fullCommand(environment, command, EditorCommand::needsTerminal(command), place, lacksTerminal); !result.isEmpty()) {
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
    return configuredEditor(environment, place, lacksTerminal);
}

EditorChoice::Command EditorChoice::choose(const EditorEnvironment &environment, const SourcePlace &place)
{
    bool lacksTerminal = false;
    if (const std::optional<Command> command = configuredEditor(environment, place, lacksTerminal)) {
        return *command;
    }
    for (const EditorDesktopFile &entry : environment.editorDesktopFiles) {
        const QStringList command = EditorCommand::fromDesktopFile(entry.execLine);
        if (!command.isEmpty() && environment.isInstalled(command.first())) {
            if (const QStringList result =
                    fullCommand(environment, command, entry.runsInTerminal || EditorCommand::needsTerminal(command), place, lacksTerminal);
                !result.isEmpty()) {
                return result;
            }
        }
    }
    for (const QString &editor : EditorCommand::usualEditors()) {
        if (environment.isInstalled(editor)) {
            if (const QStringList result = fullCommand(environment, {editor}, EditorCommand::needsTerminal({editor}), place, lacksTerminal);
                !result.isEmpty()) {
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
