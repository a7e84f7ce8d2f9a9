// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <expected>
#include <functional>
#include <optional>

namespace Nightdesk
{
/// Which editor opens a file: the setting, else $VISUAL or $EDITOR, else what the desktop prefers for such files, else
/// one of the usual editors. Decides only; what is there on this computer is told to it. No state: functions alone; EditorLauncher calls
/// them.
class EditorChoice
{
public:
    /// The desktop's editor for a kind of file.
    struct Service {
        QString exec; ///< its desktop file's Exec line
        bool inTerminal = false;
    };
    struct Surroundings {
        QString setting; ///< Settings ▸ Editor; empty: automatic
        QString visual; ///< $VISUAL
        QString editor; ///< $EDITOR
        QString terminal; ///< $TERMINAL
        std::function<bool(const QString &program)> isInstalled;
        QList<Service> services; ///< best first
    };

    /// Program and arguments; the error is translated: why nothing can be opened and what to do.
    using Command = std::expected<QStringList, QString>;
    static Command choose(const Surroundings &around, const SourcePlace &place);
    /// The same as far as a person said it: the setting, $VISUAL, $EDITOR. Empty: nobody did, so the services count.
    static std::optional<Command> wished(const Surroundings &around, const SourcePlace &place);
};
}
