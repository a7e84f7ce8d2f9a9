// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/newfile.h"

#include <QFile>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Nightdesk::NewFile
{
UniqueFd create(const QString &path)
{
    return UniqueFd(::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

bool rename(const QString &from, const QString &to)
{
    const QByteArray old = QFile::encodeName(from);
    const QByteArray wanted = QFile::encodeName(to);
    if (::renameat2(AT_FDCWD, old.constData(), AT_FDCWD, wanted.constData(), RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    // Some file systems (NFS) do not support RENAME_NOREPLACE. A hard link does not replace a file either.
    if (::link(old.constData(), wanted.constData()) == 0) {
        ::unlink(old.constData());
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    // The file system does not support hard links either. Check that no file has the wanted name, then rename; another process may still create one
    // in between.
    struct stat there = {};
    if (::lstat(wanted.constData(), &there) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(old.constData(), wanted.constData()) == 0;
}
}
