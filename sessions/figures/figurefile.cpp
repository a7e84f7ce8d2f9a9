// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurefile.h"

#include "sessions/common/privatefile.h"
#include "sessions/figures/figurelog.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString nameOf(const QDate &night)
{
    return u"figures-"_s + night.toString(Qt::ISODate);
}

/// The text of errno, with advice.
QString systemError()
{
    return i18nc("@info an error; %1 is the system's, as No space left on device", "%1. Check the disk space and the home directory.", qt_error_string(errno));
}

std::expected<void, QString> writeAll(int file, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(file, bytes.data(), static_cast<std::size_t>(bytes.size()));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return std::unexpected(systemError());
        }
        bytes = bytes.sliced(written);
    }
    return {};
}

std::expected<QByteArray, QString> readAll(int file, qint64 size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    qint64 done = 0;
    while (done < size) {
        const ssize_t got = ::pread(file, bytes.data() + done, static_cast<std::size_t>(size - done), done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::unexpected(systemError());
        }
        if (got == 0) {
            break; // another process truncated the file meanwhile
        }
        done += got;
    }
    bytes.truncate(done);
    return bytes;
}
}

FigureFile::FigureFile(const QString &directory)
    : m_figureDirectory(directory)
{
}

std::expected<std::vector<FigureSeries>, QString> FigureFile::open(const QDate &night)
{
    m_file.reset();
    m_validFileSize = 0;
    const QString path = m_figureDirectory + u'/' + nameOf(night);
    if (const auto made = PrivateFile::prepareDirectory(path); !made) {
        return std::unexpected(made.error());
    }
    const QByteArray name = QFile::encodeName(path);
    UniqueFd file(::open(name.constData(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    struct stat openedFileStatus{};
    struct stat pathStatus{};
    if (!file.isValid() || ::fstat(file.get(), &openedFileStatus) != 0) {
        return std::unexpected(systemError());
    }
    if (!S_ISREG(openedFileStatus.st_mode) || openedFileStatus.st_uid != ::geteuid()) {
        return std::unexpected(i18nc("@info an error; %1 is a path", "%1 is not a file of this account. Move it away.", path));
    }
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        return std::unexpected(errno == EWOULDBLOCK ? i18nc("@info an error", "Another console of this account is writing the same night. Close one of them.")
                                                    : systemError());
    }
    // Another console may have replaced the file before this one locked it.
    if (::fstat(file.get(), &openedFileStatus) != 0 || ::lstat(name.constData(), &pathStatus) != 0) {
        return std::unexpected(systemError());
    }
    if (openedFileStatus.st_ino != pathStatus.st_ino) { // another console replaced the file
        return open(night);
    }
    FigureLog::Contents contents;
    if (openedFileStatus.st_size > 0 && openedFileStatus.st_size <= FigureLog::maxSize) {
        const auto bytes = readAll(file.get(), openedFileStatus.st_size);
        if (!bytes) {
            return std::unexpected(bytes.error());
        }
        contents = FigureLog::read(*bytes);
    }
    if (openedFileStatus.st_size > 0 && contents.validBytes == 0) {
        if (const auto aside = PrivateFile::setAside(path); !aside) {
            return std::unexpected(aside.error());
        }
        return open(night);
    }
    if (contents.isOlderFormatVersion) {
        if (const auto written = PrivateFile::write(path, FigureLog::fileContents(contents.series)); !written) {
            return std::unexpected(written.error());
        }
        return open(night);
    }
    if (openedFileStatus.st_size == 0) {
        if (const auto written = writeAll(file.get(), FigureLog::fileHeader()); !written) {
            (void)::ftruncate(file.get(), 0);
            return std::unexpected(written.error());
        }
        contents.validBytes = FigureLog::fileHeader().size();
    } else if (contents.validBytes < openedFileStatus.st_size && ::ftruncate(file.get(), contents.validBytes) != 0) {
        return std::unexpected(systemError());
    }
    m_file = std::move(file);
    m_validFileSize = contents.validBytes;
    removeFilesOfOldNights(night);
    return std::move(contents.series);
}

std::expected<void, QString> FigureFile::append(const QByteArray &records)
{
    if (m_validFileSize + records.size() > FigureLog::maxSize) {
        return std::unexpected(i18nc("@info an error", "The file has reached its limit of 64 MiB. The next night begins another."));
    }
    if (const auto written = writeAll(m_file.get(), records); !written) {
        (void)::ftruncate(m_file.get(), m_validFileSize); // otherwise a partial record would remain in the middle of the file
        return written;
    }
    m_validFileSize += records.size();
    return {};
}

void FigureFile::removeFilesOfOldNights(const QDate &night) const
{
    const QDir directory(m_figureDirectory);
    for (const QString &name : directory.entryList({u"figures-*"_s}, QDir::Files | QDir::NoSymLinks)) {
        const QDate date = QDate::fromString(name.sliced(qsizetype(sizeof("figures-") - 1)), Qt::ISODate);
        if (date.isValid() && date.daysTo(night) >= keptNights) {
            QFile::remove(directory.filePath(name));
        }
    }
}
}
