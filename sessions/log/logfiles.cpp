// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/log/logfiles.h"

#include "sessions/common/privatefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
std::unexpected<std::error_code> systemError(int number = errno)
{
    return std::unexpected(std::error_code(number, std::system_category()));
}
}

LogFiles::LogFiles(const QString &directory, const LogLimits &limits)
    : m_directoryPath(directory)
    , m_sizeLimits(limits)
    , m_nightName(u"night"_s)
{
}

void LogFiles::setNightName(const QString &nightName)
{
    if (m_nightName != nightName) {
        m_nightName = nightName;
        m_currentFileFd.reset();
    }
}

QString LogFiles::currentFilePath() const
{
    return m_currentFileFd.isValid() ? m_directoryPath + u'/' + m_currentFileName : QString();
}

std::expected<void, std::error_code> LogFiles::openNextFile()
{
    m_currentFileFd.reset();
    m_directoryFd.reset();
    if (!PrivateFile::prepareDirectory(m_directoryPath + u"/any"_s)) {
        return systemError(EACCES);
    }
    m_directoryFd = UniqueFd(::open(QFile::encodeName(m_directoryPath).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!m_directoryFd.isValid()) {
        return systemError();
    }
    for (int number = 1; number < 10000; ++number) {
        const QString ending = number == 1 ? QString() : u"-%1"_s.arg(number);
        const QString name = u"nightdesk-%1-%2%3.log"_s.arg(m_nightName, QString::number(::getpid()), ending);
        UniqueFd file(
            ::openat(m_directoryFd.get(), QFile::encodeName(name).constData(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (file.isValid()) {
            // on a file system without locks, only the file's age protects it from being deleted by another console
            ::flock(file.get(), LOCK_EX | LOCK_NB);
            m_currentFileFd = std::move(file);
            m_currentFileName = name;
            m_currentFileSize = 0;
            return {};
        }
        if (errno != EEXIST) {
            return systemError();
        }
    }
    return systemError(EEXIST);
}

std::expected<void, std::error_code> LogFiles::append(QByteArrayView lines)
{
    if (m_currentFileFd.isValid() && m_currentFileSize > 0 && m_currentFileSize + lines.size() > m_sizeLimits.maxFileSize.count) {
        m_currentFileFd.reset();
    }
    if (m_currentFileFd.isValid()) {
        // The file may have been deleted by somebody; lines written to it would be lost.
        struct stat status{};
        if (::fstat(m_currentFileFd.get(), &status) != 0 || status.st_nlink == 0) {
            m_currentFileFd.reset();
        }
    }
    if (!m_currentFileFd.isValid()) {
        if (const auto opened = openNextFile(); !opened) {
            return opened;
        }
        removeOldFiles(lines.size());
    }
    qsizetype written = 0;
    while (written < lines.size()) {
        const ssize_t count = ::write(m_currentFileFd.get(), lines.data() + written, static_cast<std::size_t>(lines.size() - written));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            const int number = count == 0 ? EIO : errno;
            // An incomplete line must not remain, because it could be misread.
            if (::ftruncate(m_currentFileFd.get(), m_currentFileSize) != 0) {
                m_currentFileFd.reset();
            }
            return systemError(number);
        }
        written += count;
    }
    m_currentFileSize += lines.size();
    return {};
}

void LogFiles::removeOldFiles(qint64 bytesToReserve)
{
    QFileInfoList files = QDir(m_directoryPath).entryInfoList({u"nightdesk-*.log"_s}, QDir::Files | QDir::NoSymLinks, QDir::Time | QDir::Reversed);
    // The size of all files, in which the current file counts with the size that it may reach.
    qint64 total = std::max<qint64>(bytesToReserve, m_sizeLimits.maxFileSize.count);
    for (const QFileInfo &file : std::as_const(files)) {
        total += file.fileName() == m_currentFileName ? 0 : file.size();
    }
    for (const QFileInfo &file : std::as_const(files)) {
        if (total <= m_sizeLimits.maxTotalSize.count) {
            break;
        }
        if (file.fileName() == m_currentFileName) {
            continue;
        }
        const QByteArray name = QFile::encodeName(file.fileName());
        const UniqueFd old(::openat(m_directoryFd.get(), name.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (old.isValid() && ::flock(old.get(), LOCK_EX | LOCK_NB) == 0 && ::unlinkat(m_directoryFd.get(), name.constData(), 0) == 0) {
            total -= file.size();
        }
    }
}
}
