// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/networkfiles.h"

#include "sessions/base/uniquefd.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace Nightdesk
{
namespace
{
/// Magic numbers from linux/magic.h and the sources of the file systems.
constexpr std::array<quint32, 10> shares{
    0x00006969, // NFS
    0xFF534D42, // CIFS
    0xFE534D42, // SMB 2
    0x0000517B, // SMB
    0x65735546, // FUSE: sshfs and similar
    0x5346414F, // AFS
    0x6B414653, // AFS, driver of the Linux kernel
    0x00C36400, // Ceph
    0x01021997, // 9P
    0x0BD00BD0, // Lustre
};

/// Describes the state of the file on its server: open() makes an NFS client ask the server, stat() does not.
QByteArray fileStampOf(const QString &path)
{
    const UniqueFd fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat status{};
    if (!fd.isValid() || ::fstat(fd.get(), &status) != 0) {
        return "-";
    }
    const std::array<quint64, 6> parts{status.st_dev,
                                       status.st_ino,
                                       static_cast<quint64>(status.st_size),
                                       static_cast<quint64>(status.st_mtim.tv_sec),
                                       static_cast<quint64>(status.st_mtim.tv_nsec),
                                       static_cast<quint64>(status.st_ctim.tv_nsec)};
    return QByteArray(reinterpret_cast<const char *>(parts.data()), sizeof(parts));
}
}

bool NetworkShareFiles::isOnNetworkShare(const QString &path)
{
    QFileInfo there(path);
    while (!there.exists() && !there.isRoot()) {
        there.setFile(there.absolutePath());
    }
    struct statfs status{};
    return ::statfs(QFile::encodeName(there.filePath()).constData(), &status) == 0 && std::ranges::contains(shares, static_cast<quint32>(status.f_type));
}

bool NetworkShareFiles::haveFilesChanged(const QStringList &paths)
{
    QByteArray stamps;
    for (const QString &path : paths) {
        stamps += QFile::encodeName(path) + '=' + fileStampOf(path) + '|';
    }
    return std::exchange(m_lastFileStamps, stamps) != stamps;
}
}
