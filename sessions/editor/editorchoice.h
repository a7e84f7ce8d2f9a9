// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <expected>
#include <functional>
#include <optional>

/// Chooses the editor that opens a file: the setting, otherwise $VISUAL or $EDITOR, otherwise the desktop environment's
/// preferred one, otherwise a common editor. Only decides: EditorEnvironment describes what is installed. EditorLauncher
/// calls these functions.
namespace Nightdesk::EditorChoice
{
/// A .desktop file of an editor.
struct EditorDesktopFile {
    QString execLine; ///< value of the key Exec
    bool runsInTerminal = false;
};
struct EditorEnvironment {
    QString editorSetting; ///< Settings ▸ Editor; empty: automatic
    QString visualVariableValue; ///< value of $VISUAL
    QString editorVariableValue; ///< value of $EDITOR
    QString terminalVariableValue; ///< value of $TERMINAL
    std::function<bool(const QString &program)> isInstalled;
    QList<EditorDesktopFile> editorDesktopFiles; ///< preferred editors of the desktop environment, best first
};

/// Program and arguments; the error is translated and says why no editor can be opened and what to do.
using Command = std::expected<QStringList, QString>;
Command choose(const EditorEnvironment &environment, const SourcePlace &place);
/// Like choose(), but only with the user's own settings: Settings ▸ Editor, $VISUAL, $EDITOR. Empty: none is set, so editorDesktopFiles decide.
std::optional<Command> preferredCommand(const EditorEnvironment &environment, const SourcePlace &place);
}
