// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QString>

#include <expected>
#include <memory>

namespace Nightdesk
{
/// The identity of this console: the desk's name, created once and stored, and the console's own name, whose file is locked while the console runs.
/// A kill -9 or a power failure releases the lock too, so that the next console can tell that this one has ended. The functions read and write
/// small files: not on the GUI thread. Shared by all that need the desk's name, such as ProgramMarks.
class ConsoleIdentity
{
public:
    /// @p directory: for the user's own state; created if missing. The error is the reason, translated.
    static std::expected<std::shared_ptr<const ConsoleIdentity>, QString> claim(const QString &directory);
    ~ConsoleIdentity();

    /// Identifies this machine among those that share a home directory, each of which is a desk of its own: hexadecimal digits.
    static QString machineId();
    QString deskName() const; ///< identifies this user on this machine; the same for all consoles
    QString consoleName() const; ///< identifies this running console
    /// Whether the console of this name runs. Removes the file of one that has ended.
    bool isConsoleRunning(const QString &console) const;

private:
    ConsoleIdentity() = default;
    QString consoleLockFilePath(const QString &console) const; ///< the file that the console of this name keeps locked while it runs

    QString m_stateDirectory;
    QString m_deskName;
    QString m_consoleName;
    UniqueFd m_lockFile;
};
}
