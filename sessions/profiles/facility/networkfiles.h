// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Files on a share, which other computers change without notifying this one: inotify reports only local changes. Blocks as long as the share does:
/// for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class NetworkShareFiles
{
public:
    /// Whether @p path, or the nearest existing directory above it, is on a file system that other computers write to (NFS, SMB, AFS, FUSE and
    /// similar; statfs(2)).
    static bool isOnNetworkShare(const QString &path);
    /// Whether @p paths differ from those of the last call, or a path refers to another file now, or a file was written
    /// since that call.
    bool haveFilesChanged(const QStringList &paths);

private:
    QByteArray m_lastFileStamps;
};
}
