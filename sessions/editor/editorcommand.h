// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QStringList>

/// The arguments with which common editors open a file at a line. Pure.
namespace Nightdesk::EditorCommand
{
/// @p command (program and arguments) with @p place: %f, %l, %c are replaced (%% is a percent sign); without them, file, line and column are added in
/// this editor's syntax, or only the file for an unknown editor.
QStringList commandAt(const QStringList &command, const SourcePlace &place);
/// True if the editor draws in a terminal and needs a terminal emulator.
bool needsTerminal(const QStringList &command);
/// The key Exec of a .desktop file as a command, without its field codes; empty: not valid.
QStringList fromDesktopFile(const QString &exec);
/// A command from the settings or the environment, split like a shell command; empty: not valid.
QStringList fromShellLine(const QString &line);
/// The command with which @p terminal (program and arguments) runs @p command.
QStringList inTerminal(const QStringList &terminal, const QStringList &command);
/// Editors to look for if none is configured, graphical ones first.
QStringList usualEditors();
/// Terminal emulators to look for, best first.
QStringList terminalEmulators();
}
