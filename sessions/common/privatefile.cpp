// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/privatefile.h"

#include "sessions/base/uniquefd.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Nightdesk::PrivateFile
{
namespace
{
QString symbolicLinkError()
{
    return i18nc("@info why a file of Nightdesk is not used", "the file is a symbolic link; expected a regular file");
}

/// Why a file or directory with this status is not private to the user; empty: it is private.
QString whyNotPrivate(const struct stat &status)
{
    if (status.st_uid != ::geteuid()) {
        return i18nc("@info why a file of Nightdesk is not used", "the file belongs to another user");
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return i18nc("@info why a file of Nightdesk is not used", "other users may write to the file");
    }
    return {};
}

std::expected<void, QString> makeDirectory(const QByteArray &path)
{
    if (::mkdir(path.constData(), 0700) == 0 || errno == EEXIST) {
        return {};
    }
    const qsizetype slash = path.lastIndexOf('/');
    if (errno != ENOENT || slash <= 0) {
        return std::unexpected(qt_error_string(errno));
    }
    if (const auto above = makeDirectory(path.first(slash)); !above) {
        return above;
    }
    if (::mkdir(path.constData(), 0700) == 0 || errno == EEXIST) {
        return {};
    }
    return std::unexpected(qt_error_string(errno));
}
}

std::expected<std::optional<QByteArray>, QString> read(const QString &file, qsizetype maxSize, Privacy privacy)
{
    // O_NONBLOCK, because opening a pipe would otherwise wait for a writer.
    const UniqueFd fd(::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (!fd.isValid()) {
        if (errno == ENOENT || errno == ENOTDIR) {
            return std::nullopt;
        }
        return std::unexpected(errno == ELOOP ? symbolicLinkError() : qt_error_string(errno));
    }
    struct stat status{};
    if (::fstat(fd.get(), &status) != 0) {
        return std::unexpected(qt_error_string(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected(i18nc("@info why a file of Nightdesk is not used", "not a regular file"));
    }
    if (const QString why = whyNotPrivate(status); !why.isEmpty()) {
        return std::unexpected(why);
    }
    if (privacy == Privacy::ReadableOnlyByUser && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return std::unexpected(i18nc("@info why a file of Nightdesk is not used; keep the command untranslated; %1: a path",
                                     "other users may read the file; run “chmod 600 %1”, and replace the secret if others may have read it",
                                     file));
    }
    QByteArray contents;
    while (contents.size() <= maxSize) {
        char buffer[16384];
        const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::unexpected(qt_error_string(errno));
        }
        if (got == 0) {
            return contents;
        }
        contents.append(buffer, got);
    }
    return std::unexpected(i18nc("@info why a file of Nightdesk is not used", "the file is too large"));
}

std::expected<void, QString> prepareDirectory(const QString &file)
{
    const QByteArray directory = QFile::encodeName(QFileInfo(file).absolutePath());
    if (const auto made = makeDirectory(directory); !made) {
        return made;
    }
    struct stat status{};
    if (::stat(directory.constData(), &status) != 0) {
        return std::unexpected(qt_error_string(errno));
    }
    if (!S_ISDIR(status.st_mode)) {
        return std::unexpected(qt_error_string(ENOTDIR));
    }
    if (!whyNotPrivate(status).isEmpty()) {
        return std::unexpected(i18nc("@info why a file cannot be written; %1: a directory",
                                     "the directory %1 belongs to another user, or others may write to it",
                                     QFile::decodeName(directory)));
    }
    // Another program may have created the directory with read permission for all users.
    if ((status.st_mode & 077) != 0 && ::chmod(directory.constData(), 0700) != 0) {
        return std::unexpected(qt_error_string(errno));
    }
    return {};
}

std::expected<void, QString> write(const QString &file, const QByteArray &contents)
{
    if (const auto prepared = prepareDirectory(file); !prepared) {
        return prepared;
    }
    struct stat status{};
    if (::lstat(QFile::encodeName(file).constData(), &status) == 0) {
        // QSaveFile would write to the target of a symbolic link.
        if (S_ISLNK(status.st_mode)) {
            return std::unexpected(symbolicLinkError());
        }
        if (const QString why = whyNotPrivate(status); !why.isEmpty()) {
            return std::unexpected(why);
        }
    }
    QSaveFile save(file);
    save.setDirectWriteFallback(false);
    if (!save.open(QIODevice::WriteOnly) || !save.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) || save.write(contents) != contents.size()
        || !save.commit()) {
        return std::unexpected(save.errorString());
    }
    return {};
}

std::expected<void, int> create(int directory, const QByteArray &name, const QByteArray &contents)
{
    const UniqueFd fd(::openat(directory, name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd.isValid()) {
        return std::unexpected(errno);
    }
    int failed = ::fchmod(fd.get(), 0600) == 0 ? 0 : errno; // sets the mode independent of the umask
    for (qsizetype done = 0; failed == 0 && done < contents.size();) {
        const ssize_t written = ::write(fd.get(), contents.constData() + done, static_cast<size_t>(contents.size() - done));
        if (written > 0) {
            done += written;
        } else if (written == 0 || errno != EINTR) {
            failed = written == 0 ? ENOSPC : errno;
        }
    }
    if (failed == 0 && ::fsync(fd.get()) != 0) {
        failed = errno;
    }
    if (failed != 0) {
        ::unlinkat(directory, name.constData(), 0); // removes the incomplete file, which also frees space on a full disk
        return std::unexpected(failed);
    }
    return {};
}

std::expected<QString, QString> setAside(const QString &file)
{
    constexpr int most = 20; // limit, so that files that are damaged again each night do not fill the disk
    const QByteArray from = QFile::encodeName(file);
    for (int i = 1; i <= most; ++i) {
        const QString aside = i == 1 ? file + u".broken"_s : file + u".broken-%1"_s.arg(i);
        const QByteArray to = QFile::encodeName(aside);
        struct stat status{};
        if (::lstat(to.constData(), &status) == 0) {
            continue;
        }
        if (::rename(from.constData(), to.constData()) == 0) {
            return aside;
        }
        return std::unexpected(qt_error_string(errno));
    }
    return std::unexpected(i18nc("@info why a file cannot be renamed", "too many such files already exist"));
}
}
