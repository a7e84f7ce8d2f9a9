// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerdirectory.h"

#include "sessions/common/privatefile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype largestList = 4 * 1024 * 1024;
constexpr auto usersFile = "broker.json"_L1;
constexpr auto usersLock = "broker.lock"_L1;
constexpr auto runLock = "run.lock"_L1;

QString fileIgnoredText(const QString &file, const QString &why)
{
    return i18nc("@info:shell %1: a file, %2: why", "%1 is not used: %2.", file, why);
}

QString cannotWriteText(const QString &file, const QString &why)
{
    return i18nc("@info:shell %1: a file, %2: why", "%1 cannot be written: %2.", file, why);
}

UniqueFd openLock(const QString &file, int flags)
{
    return UniqueFd(::open(QFile::encodeName(file).constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600));
}

pid_t readBrokerProcessId(int lockFileDescriptor)
{
    char text[32] = {};
    const ssize_t got = ::pread(lockFileDescriptor, text, sizeof text - 1, 0);
    return got > 0 ? static_cast<pid_t>(QByteArray(text).trimmed().toInt()) : 0;
}
}

BrokerDirectory::BrokerDirectory(const QString &path)
    : m_path(QDir(path).absolutePath())
{
}

QString BrokerDirectory::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk/broker"_s;
}

QString BrokerDirectory::path() const
{
    return m_path;
}

QString BrokerDirectory::file(const QString &name) const
{
    return m_path + u'/' + name;
}

std::expected<BrokerUsers, QString> BrokerDirectory::users() const
{
    const QString list = file(usersFile);
    const auto contents = PrivateFile::read(list, largestList, PrivateFile::Privacy::ReadableOnlyByUser);
    if (!contents) {
        return std::unexpected(fileIgnoredText(list, contents.error()));
    }
    if (!*contents) {
        return BrokerUsers();
    }
    auto users = BrokerUsers::parse(**contents);
    if (!users) {
        return std::unexpected(fileIgnoredText(list, users.error()));
    }
    return users;
}

std::expected<void, QString> BrokerDirectory::editUsers(const std::function<std::expected<void, QString>(BrokerUsers &)> &edit) const
{
    const QString lockFile = file(usersLock);
    if (const auto prepared = PrivateFile::prepareDirectory(lockFile); !prepared) {
        return std::unexpected(cannotWriteText(m_path, prepared.error()));
    }
    const UniqueFd lock = openLock(lockFile, O_CREAT);
    if (!lock.isValid()) {
        return std::unexpected(cannotWriteText(lockFile, qt_error_string(errno)));
    }
    while (::flock(lock.get(), LOCK_EX) != 0) { // other processes hold the lock only while they write a file
        if (errno != EINTR) {
            return std::unexpected(cannotWriteText(lockFile, qt_error_string(errno)));
        }
    }
    auto list = users();
    if (!list) {
        return std::unexpected(list.error());
    }
    if (const auto edited = edit(*list); !edited) {
        return edited;
    }
    return write(usersFile, list->text());
}

std::expected<void, QString> BrokerDirectory::write(const QString &name, const QByteArray &contents) const
{
    if (const auto written = PrivateFile::write(file(name), contents); !written) {
        return std::unexpected(cannotWriteText(file(name), written.error()));
    }
    return {};
}

std::expected<UniqueFd, QString> BrokerDirectory::lockForRun() const
{
    const QString lockFile = file(runLock);
    if (const auto prepared = PrivateFile::prepareDirectory(lockFile); !prepared) {
        return std::unexpected(cannotWriteText(m_path, prepared.error()));
    }
    UniqueFd lock = openLock(lockFile, O_CREAT);
    if (!lock.isValid()) {
        return std::unexpected(cannotWriteText(lockFile, qt_error_string(errno)));
    }
    bool isOurs = false;
    for (int i = 0; i < 20 && !isOurs; ++i) { // retried, because add-desk holds the lock for a moment
        isOurs = ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 || (::usleep(10'000), false);
    }
    if (!isOurs) {
        return std::unexpected(i18nc("@info:shell %1: a directory, %2: a process number",
                                     "A message broker is already running with %1: process %2.",
                                     m_path,
                                     QString::number(readBrokerProcessId(lock.get()))));
    }
    const QByteArray process = QByteArray::number(::getpid()) + '\n';
    if (::ftruncate(lock.get(), 0) != 0 || ::pwrite(lock.get(), process.constData(), static_cast<size_t>(process.size()), 0) != process.size()) {
        return std::unexpected(cannotWriteText(lockFile, qt_error_string(errno)));
    }
    return lock;
}

std::optional<pid_t> BrokerDirectory::runningBrokerProcess() const
{
    const UniqueFd lock = openLock(file(runLock), 0);
    if (!lock.isValid() || ::flock(lock.get(), LOCK_SH | LOCK_NB) == 0) {
        return {}; // if the file is not locked, the process has ended, whatever number the file contains
    }
    const pid_t process = readBrokerProcessId(lock.get());
    return process > 0 ? std::optional(process) : std::nullopt;
}
}
