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
/// File systems that are network shares: their types as statfs() reports them, from linux/magic.h and the sources of the file systems.
constexpr std::array<quint32, 10> shares{
    0x00006969, // type of NFS
    0xFF534D42, // type of CIFS
    0xFE534D42, // type of SMB 2
    0x0000517B, // type of SMB 1 (the old driver smbfs)
    0x65735546, // type of all FUSE file systems, such as sshfs
    0x5346414F, // type of AFS with the driver of OpenAFS
    0x6B414653, // type of AFS with the driver of the Linux kernel
    0x00C36400, // type of Ceph
    0x01021997, // type of 9P
    0x0BD00BD0, // type of Lustre
};

/// Describes the state of the file on its server: open() makes an NFS client ask the server, stat() does not.
QByteArray fileStateBytes(const QString &path)
{
    const UniqueFd fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat fileStatus{};
    if (!fd.isValid() || ::fstat(fd.get(), &fileStatus) != 0) {
        return "-";
    }
    const std::array<quint64, 6> parts{fileStatus.st_dev,
                                       fileStatus.st_ino,
                                       static_cast<quint64>(fileStatus.st_size),
                                       static_cast<quint64>(fileStatus.st_mtim.tv_sec),
                                       static_cast<quint64>(fileStatus.st_mtim.tv_nsec),
                                       static_cast<quint64>(fileStatus.st_ctim.tv_nsec)};
    return QByteArray(reinterpret_cast<const char *>(parts.data()), sizeof(parts));
}
}

bool NetworkShareFiles::isOnNetworkShare(const QString &path)
{
    QFileInfo there(path);
    while (!there.exists() && !there.isRoot()) {
        there.setFile(there.absolutePath());
    }
    struct statfs fileSystem{};
    return ::statfs(QFile::encodeName(there.filePath()).constData(), &fileSystem) == 0
        && std::ranges::contains(shares, static_cast<quint32>(fileSystem.f_type));
}

bool NetworkShareFiles::haveFilesChanged(const QStringList &paths)
{
    QByteArray stamps;
    for (const QString &path : paths) {
        stamps += QFile::encodeName(path) + '=' + fileStateBytes(path) + '|';
    }
    return std::exchange(m_lastFileStamps, stamps) != stamps;
}
}
