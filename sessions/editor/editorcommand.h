// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QStringList>

namespace Nightdesk
{
/// What the usual editors want to hear to open a file at a line. Pure.
namespace EditorCommand
{
/// @p command (program and arguments) with @p place: where it has %f, %l, %c those are replaced (%% is a percent sign);
/// else file, line and column are added in this editor's own way, the file alone for an editor that is not known.
QStringList at(const QStringList &command, const SourcePlace &place);
/// It draws in a terminal, so it needs one around it.
bool needsTerminal(const QStringList &command);
/// A desktop file's Exec line without its field codes; empty: it cannot be understood.
QStringList fromDesktopFile(const QString &exec);
/// What somebody typed or exported, split as a shell does; empty: it cannot be understood.
QStringList fromShell(const QString &line);
/// @p terminal (program and arguments) that runs @p command.
QStringList inTerminal(const QStringList &terminal, const QStringList &command);
/// Editors worth looking for where nobody has said anything, graphical ones first.
QStringList usualEditors();
/// Terminal emulators worth looking for, best first.
QStringList terminals();
}
}
