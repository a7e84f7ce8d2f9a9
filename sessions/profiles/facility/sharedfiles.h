// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Files on a share, which other computers change without a word to this one: inotify tells only of what is done here. Blocks for as
/// long as the share does: for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class SharedFiles
{
public:
    /// @p path, or the nearest directory above that is there, is on a file system that other computers write to (NFS, SMB, AFS, FUSE and
    /// the like; statfs(2)).
    static bool isShare(const QString &path);
    /// Whether @p paths are not those of the last call, or one of them is another file by now, or was written since.
    bool haveChanged(const QStringList &paths);

private:
    QByteArray m_stamps;
};
}
