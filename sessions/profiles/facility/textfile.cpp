// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/textfile.h"

#include "sessions/base/uniquefd.h"
#include "sessions/profiles/toml/tomldocument.h"

#include <KLocalizedString>

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace Nightdesk
{
namespace
{
QString readFailureText(int error, const QString &file)
{
    struct stat linkStatus{};
    if (error == ENOENT && ::lstat(QFile::encodeName(file).constData(), &linkStatus) == 0 && S_ISLNK(linkStatus.st_mode)) {
        return i18nc("@info why a file cannot be read", "this is a symbolic link to a file that does not exist");
    }
    if (error == ENOENT || error == ENOTDIR) {
        return i18nc("@info why a file cannot be read", "the file does not exist");
    }
    if (error == EACCES || error == EPERM) {
        return i18nc("@info why a file cannot be read", "you do not have permission to read this file");
    }
    if (error == ELOOP) {
        return i18nc("@info why a file cannot be read", "this is a symbolic link that leads in a circle");
    }
    return i18nc("@info why a file cannot be read; %1: the system's words", "reading failed: %1", qt_error_string(error));
}
}

std::expected<QByteArray, QString> readTextFile(const QString &file)
{
    // Opening a pipe without O_NONBLOCK blocks until another process writes to it.
    const UniqueFd fd(::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd.isValid()) {
        return std::unexpected(readFailureText(errno, file));
    }
    struct stat status{};
    if (::fstat(fd.get(), &status) != 0) {
        return std::unexpected(readFailureText(errno, file));
    }
    if (S_ISDIR(status.st_mode)) {
        return std::unexpected(i18nc("@info why a file cannot be read", "this is a directory, not a file"));
    }
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected(i18nc("@info why a file cannot be read", "this is a pipe, a device or a socket, not a file"));
    }
    const QString tooLarge =
        i18nc("@info why a file cannot be read", "the file is too large: a profile can have at most %1 KiB", QString::number(TomlDocument::maxSize / 1024));
    if (status.st_size > TomlDocument::maxSize) {
        return std::unexpected(tooLarge);
    }
    QByteArray text;
    while (text.size() <= TomlDocument::maxSize) { // the file may grow while it is read
        char buffer[16384];
        const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::unexpected(readFailureText(errno, file));
        }
        if (got == 0) {
            return text;
        }
        text.append(buffer, got);
    }
    return std::unexpected(tooLarge);
}
}
