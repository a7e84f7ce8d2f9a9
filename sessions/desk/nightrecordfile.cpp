// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/nightrecordfile.h"

#include "sessions/common/privatefile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
std::unexpected<QString> lastSystemError()
{
    return std::unexpected(qt_error_string(errno));
}

/// Start time of the process, in clock ticks since boot. Process ids are reused; a process id and its start time together are unique.
QByteArray processStartTime(const QByteArray &process)
{
    QFile stat(u"/proc/%1/stat"_s.arg(QString::fromLatin1(process)));
    if (!stat.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray line = stat.readAll();
    // The program's name is in parentheses and may contain any characters, so look for the last ")".
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    return fields.value(19);
}

bool isConsoleRunning(const QByteArray &name)
{
    const QList<QByteArray> parts = name.split('-'); // a name is console-MACHINE-PROCESS-START
    const QByteArray start = processStartTime(parts.value(2));
    return !start.isEmpty() && start == parts.value(3);
}

QByteArray nightRecordFileName(const QByteArray &baseName)
{
    return baseName + ".night";
}

QByteArray temporaryNightRecordFileName(const QByteArray &baseName)
{
    return baseName + ".night.new";
}

QByteArray lockFileName(const QByteArray &baseName)
{
    return baseName + ".lock";
}
}

NightRecordFile::NightRecordFile(const QString &directory, const QString &machine)
    : m_directoryPath(directory)
    , m_machineName(machine)
{
}

NightRecordFile::~NightRecordFile()
{
    if (m_fileLock.isValid()) {
        // Removes the lock file; the lock itself is held until the descriptor is closed.
        ::unlinkat(m_directoryFd.get(), lockFileName(m_fileName).constData(), 0);
    }
}

UniqueFd NightRecordFile::lock(const QByteArray &name, bool isNew) const
{
    const QByteArray file = lockFileName(name);
    const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isNew ? O_EXCL : 0);
    for (int i = 0; i < 10; ++i) {
        UniqueFd fd(::openat(m_directoryFd.get(), file.constData(), flags, 0600));
        if (!fd.isValid()) {
            return {};
        }
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
            // On a file system without locks, the next lines check whether the process of the console runs.
            const bool isUnknown = errno != EWOULDBLOCK && errno != EINTR;
            return isUnknown && (isNew || !isConsoleRunning(name)) ? std::move(fd) : UniqueFd();
        }
        // Another console may have removed the lock file between open and flock: then the lock is on a deleted file.
        struct stat lockedFileStatus{};
        struct stat namedFileStatus{};
        if (::fstat(fd.get(), &lockedFileStatus) == 0 && ::fstatat(m_directoryFd.get(), file.constData(), &namedFileStatus, AT_SYMLINK_NOFOLLOW) == 0
            && lockedFileStatus.st_ino == namedFileStatus.st_ino) {
            return fd;
        }
    }
    return {};
}

std::expected<void, QString> NightRecordFile::open()
{
    if (m_fileLock.isValid()) {
        return {};
    }
    if (const auto prepared = PrivateFile::prepareDirectory(m_directoryPath + u"/console"_s); !prepared) {
        return prepared;
    }
    // The directory must not be a symbolic link. All files are then opened relative to this descriptor.
    m_directoryFd.reset(::open(QFile::encodeName(m_directoryPath).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!m_directoryFd.isValid()) {
        return errno == ELOOP || errno == ENOTDIR
            ? std::unexpected(i18nc("@info why a file cannot be written; %1: a directory", "%1 is a symbolic link; expected a directory", m_directoryPath))
            : lastSystemError();
    }
    const QByteArray process = QByteArray::number(static_cast<qlonglong>(::getpid()));
    const QByteArray name = "console-" + m_machineName.toLatin1() + '-' + process + '-' + processStartTime(process);
    for (int i = 0; i < 100 && !m_fileLock.isValid(); ++i) {
        // A file of a console that ran before the last reboot may have the same process id and start time in its name. Then a number is appended.
        const QByteArray candidate = i == 0 ? name : name + '-' + QByteArray::number(i);
        m_fileLock = lock(candidate, true);
        if (!m_fileLock.isValid() && errno != EEXIST && errno != EWOULDBLOCK) { // EWOULDBLOCK: another console is checking the file
            return lastSystemError();
        }
        m_fileName = candidate;
    }
    if (!m_fileLock.isValid()) {
        return lastSystemError();
    }
    return {};
}

std::expected<void, QString> NightRecordFile::syncDirectory() const
{
    return ::fsync(m_directoryFd.get()) == 0 || errno == EINVAL ? std::expected<void, QString>() : lastSystemError();
}

std::expected<void, QString> NightRecordFile::write(const QByteArray &contents)
{
    if (const auto opened = open(); !opened) {
        return opened;
    }
    const QByteArray draft = temporaryNightRecordFileName(m_fileName);
    ::unlinkat(m_directoryFd.get(), draft.constData(), 0);
    if (const auto made = PrivateFile::create(m_directoryFd.get(), draft, contents); !made) {
        return std::unexpected(qt_error_string(made.error()));
    }
    if (::renameat(m_directoryFd.get(), draft.constData(), m_directoryFd.get(), nightRecordFileName(m_fileName).constData()) != 0) {
        const auto error = lastSystemError();
        ::unlinkat(m_directoryFd.get(), draft.constData(), 0);
        return error;
    }
    return syncDirectory();
}

std::expected<void, QString> NightRecordFile::clear()
{
    if (!m_fileLock.isValid()) {
        return {};
    }
    ::unlinkat(m_directoryFd.get(), temporaryNightRecordFileName(m_fileName).constData(), 0);
    if (::unlinkat(m_directoryFd.get(), nightRecordFileName(m_fileName).constData(), 0) != 0) {
        return errno == ENOENT ? std::expected<void, QString>() : lastSystemError();
    }
    return syncDirectory();
}

std::vector<NightRecordFile::OrphanedFile> NightRecordFile::findOrphanedFiles(qsizetype maxSize)
{
    std::vector<OrphanedFile> found;
    if (!m_fileLock.isValid()) {
        return found;
    }
    // Uses only files of this machine: if locks are local to each machine, this process cannot know whether a console
    // of another machine runs.
    const QRegularExpression ours(u"^(console-%1-[0-9]+-[0-9]+(?:-[0-9]+)?)\\.(?:night|night\\.new|lock)$"_s.arg(QRegularExpression::escape(m_machineName)));
    QStringList names;
    // Sorted by time. Includes symbolic links, which are then reported as not valid.
    const QStringList files = QDir(m_directoryPath).entryList(QDir::Files | QDir::System | QDir::Hidden, QDir::Time);
    for (const QString &file : files) {
        if (const auto match = ours.match(file); match.hasMatch() && !names.contains(match.captured(1))) {
            names.append(match.captured(1));
        }
    }
    names.removeAll(QString::fromLatin1(m_fileName));
    for (const QString &each : std::as_const(names)) {
        const QByteArray name = each.toLatin1();
        UniqueFd held = lock(name, false);
        if (!held.isValid()) {
            continue; // in use: the console that wrote this file is running, or another console is offering to resume its night
        }
        auto contents = PrivateFile::read(m_directoryPath + u'/' + QString::fromLatin1(nightRecordFileName(name)), maxSize);
        if (contents && !*contents) {
            remove({name, QByteArray(), std::move(held)}); // there is only a lock file: the console that left it had nothing connected
        } else if (contents) {
            found.push_back({name, **contents, std::move(held)});
        } else {
            found.push_back({name, std::unexpected(contents.error()), std::move(held)});
        }
    }
    return found;
}

QString NightRecordFile::pathOfOrphanedFile(const OrphanedFile &orphanedFile) const
{
    return m_directoryPath + u'/' + QString::fromLatin1(nightRecordFileName(orphanedFile.name));
}

void NightRecordFile::remove(OrphanedFile orphanedFile)
{
    ::unlinkat(m_directoryFd.get(), nightRecordFileName(orphanedFile.name).constData(), 0);
    ::unlinkat(m_directoryFd.get(), temporaryNightRecordFileName(orphanedFile.name).constData(), 0);
    ::unlinkat(m_directoryFd.get(), lockFileName(orphanedFile.name).constData(), 0);
    (void)syncDirectory();
}

std::expected<QString, QString> NightRecordFile::moveUnreadableAside(OrphanedFile orphanedFile)
{
    constexpr int most = 20; // limit, so that repeated damage does not fill the disk
    const qsizetype kept = QDir(m_directoryPath).entryList({u"console-*.unreadable*"_s}, QDir::Files | QDir::System).size();
    for (int i = 1; i <= most && kept < most; ++i) {
        const QByteArray aside = nightRecordFileName(orphanedFile.name) + ".unreadable" + (i == 1 ? QByteArray() : '-' + QByteArray::number(i));
        struct stat status{};
        if (::fstatat(m_directoryFd.get(), aside.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
            continue;
        }
        if (::renameat(m_directoryFd.get(), nightRecordFileName(orphanedFile.name).constData(), m_directoryFd.get(), aside.constData()) != 0) {
            return lastSystemError();
        }
        remove(std::move(orphanedFile));
        return m_directoryPath + u'/' + QString::fromLatin1(aside);
    }
    return std::unexpected(i18nc("@info why a file cannot be renamed", "too many such files already exist"));
}
}
