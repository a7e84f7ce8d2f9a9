// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>
#include <QString>

#include <expected>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// The file in which a console records what it has connected, and the files of consoles that ended unexpectedly. Each console has a unique name
/// (machine, process, start time), and holds a lock file of that name until its process ends. The home directory may be shared: files of other
/// machines are ignored. All files are in one directory that only the user can access. Blocks on the file system; use from one thread. Errors are
/// translated and say why, not where. Owned by NightRecordWorker.
class NightRecordFile
{
public:
    /// @p machine: the name of this machine, as in ConsoleIdentity.
    NightRecordFile(const QString &directory, const QString &machine);
    ~NightRecordFile();
    NightRecordFile(const NightRecordFile &) = delete;
    NightRecordFile &operator=(const NightRecordFile &) = delete;

    /// Creates the directory and locks this console's name. Must be called before the other functions; further calls do nothing.
    std::expected<void, QString> open();
    /// Writes atomically, even if the power fails. The contents are on the disk when the function returns.
    std::expected<void, QString> write(const QByteArray &contents);
    /// Removes the contents: there is nothing to resume.
    std::expected<void, QString> clear();

    /// The file of a console that no longer runs. While this object exists, its lock prevents other consoles from using the file.
    struct OrphanedFile {
        QByteArray name;
        std::expected<QByteArray, QString> contents; ///< the error says why they cannot be read
        UniqueFd lock;
    };
    /// All files that no console has locked, newest first.
    std::vector<OrphanedFile> findOrphanedFiles(qsizetype maxSize);
    /// Path of the file with the contents.
    QString pathOfOrphanedFile(const OrphanedFile &orphanedFile) const;
    void remove(OrphanedFile orphanedFile);
    /// Renames the file to "FILE.unreadable", "FILE.unreadable-2", ...; returns the new path.
    std::expected<QString, QString> moveUnreadableAside(OrphanedFile orphanedFile);

private:
    UniqueFd lock(const QByteArray &name, bool isNew) const;
    std::expected<void, QString> syncDirectory() const;

    const QString m_directoryPath;
    const QString m_machineName;
    UniqueFd m_directoryFd;
    UniqueFd m_fileLock;
    QByteArray m_fileName;
};
}
