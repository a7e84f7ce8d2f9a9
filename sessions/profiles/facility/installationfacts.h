// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Who may change a file or directory.
struct PathFact {
    QString path; ///< of what it is itself, a link too; all above it is canonical
    quint32 owner = 0; ///< a user's number; 0: root
    quint32 mode = 0; ///< the permission bits
    bool isDanglingLink = false; ///< leads to nothing: whoever makes that decides what stands there
    bool operator==(const PathFact &) const = default;
};

/// All that tells whether the administrator, and nobody else, says what stands in a facility directory. A value: FacilityWatcherWorker
/// gathers it on its thread.
struct InstallationFacts {
    QString directory; ///< canonical; empty: it is not there
    QStringList systemDirectories; ///< canonical; where administrators put configuration
    QList<PathFact> paths; ///< the directory, its files, the links that lead to them, and everything above any of these

    /// Looks at the file system; blocks. @p files: all that is read of the facility; what is not there counts by the directory
    /// in which it would be.
    static InstallationFacts gather(const QString &directory, const QStringList &files, const QStringList &systemDirectories);
    /// Those of this system, without the user's own.
    static QStringList systemConfiguration();
};

/// The directory lies in the system's configuration, and root alone may change what stands there: such a facility is never
/// asked about. Being owned by root is not enough, since the person at the desk may be root. Pure.
bool isInstalledByAdministrator(const InstallationFacts &facts);
}
