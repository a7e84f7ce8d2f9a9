// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Who may change a file or directory.
struct PathPermissions {
    QString path; ///< may itself be a symbolic link; all directories above it are canonical
    quint32 owner = 0; ///< id of the user who owns the file; 0: root
    quint32 mode = 0; ///< permission bits of the file
    bool isDanglingLink = false; ///< a symbolic link to nothing: another user could create its target
    bool operator==(const PathPermissions &) const = default;
};

/// The facts that determine whether only the administrator controls the contents of a facility directory. A value: FacilityWatcherWorker gathers it
/// on its thread.
struct InstallationFacts {
    QString directory; ///< canonical path of the facility directory; empty: it does not exist
    QStringList systemDirectories; ///< canonical paths of directories in which administrators put configuration
    QList<PathPermissions> paths; ///< the directory, its files, symbolic links that lead to them, and everything above any of these

    /// Examines the file system; blocks. @p files: all files that are read of the facility; a missing file is represented by the directory that would
    /// contain it.
    static InstallationFacts gather(const QString &directory, const QStringList &files, const QStringList &systemDirectories);
    /// The system's configuration directories, without the user's own.
    static QStringList systemConfigurationDirectories();
};

/// The directory is in the system's configuration, and only root can change its contents: such a facility needs no approval. Being owned by root is
/// not enough, since the user may be root. Pure.
bool isInstalledByAdministrator(const InstallationFacts &facts);
}
