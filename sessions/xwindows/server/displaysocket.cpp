// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/displaysocket.h"

#include "sessions/xwindows/server/xproblem.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <X11/Xauth.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// First display number that is tried: above the numbers of X servers and of sshd's X11 forwarding.
constexpr int firstNumber = 200;
constexpr int lastNumber = 999;
constexpr auto socketDirectory = "/tmp/.X11-unix";

QByteArray lockPath(int number)
{
    return "/tmp/.X" + QByteArray::number(number) + "-lock";
}

QByteArray socketPath(int number)
{
    return LocalDisplay{.number = number, .screen = 0}.socketPath().toLatin1();
}

UniqueFd boundSocket(const QByteArray &path, bool isAbstract)
{
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (isAbstract ? 1 : 0), path.constData(), static_cast<std::size_t>(path.size()));
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<std::size_t>(path.size()) + 1);
    if (fd.isValid() && ::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), length) != 0) {
        fd.reset();
    }
    return fd;
}

/// Whether only root and this user can remove or rename a socket in @p directory: it is not a symbolic link, root or this user owns it, and other
/// users with write access can remove only their own files (sticky bit).
bool isSafeDirectory(const char *directory)
{
    struct stat status{};
    return ::lstat(directory, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_uid == 0 || status.st_uid == ::geteuid())
        && ((status.st_mode & S_ISVTX) != 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) == 0);
}

/// The process named in a lock file of this user; empty: not such a lock file.
std::optional<pid_t> lockOwner(int lock)
{
    struct stat status{};
    char text[16] = {};
    if (::fstat(lock, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::getuid() || ::read(lock, text, sizeof(text) - 1) != 11) {
        return {};
    }
    const int pid = QByteArray(text).trimmed().toInt();
    return pid > 0 ? std::optional<pid_t>(pid) : std::nullopt;
}

/// Removes the lock and socket left by a killed process of this user. The lock file is locked meanwhile, so that two processes never remove the
/// same one.
bool removeStaleLock(int number)
{
    const UniqueFd lock(::open(lockPath(number).constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    const auto owner = lock.isValid() ? lockOwner(lock.get()) : std::nullopt;
    if (!owner || ::kill(*owner, 0) == 0 || errno != ESRCH || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        return false;
    }
    struct stat lockStatus{};
    struct stat fileStatus{};
    if (::fstat(lock.get(), &lockStatus) != 0 || ::lstat(lockPath(number).constData(), &fileStatus) != 0 || lockStatus.st_ino != fileStatus.st_ino
        || lockStatus.st_dev != fileStatus.st_dev) {
        return false;
    }
    // The process may be in another container, where its number is different, so the socket is tried too.
    if (const auto connection = LocalDisplay{.number = number, .screen = 0}.connectSocket(); connection || connection.error() == EAGAIN) {
        return false;
    }
    if (::lstat(socketPath(number).constData(), &fileStatus) == 0 && S_ISSOCK(fileStatus.st_mode) && fileStatus.st_uid == ::getuid()) {
        ::unlink(socketPath(number).constData());
    }
    return ::unlink(lockPath(number).constData()) == 0;
}

/// Creates the lock file as X servers do: it never exists with incomplete content.
bool createLock(int number)
{
    QByteArray path = "/tmp/.nightdesk-lock-XXXXXX";
    const UniqueFd file(::mkostemp(path.data(), O_CLOEXEC));
    if (!file.isValid()) {
        return false;
    }
    const bool isMade = ::dprintf(file.get(), "%10d\n", static_cast<int>(::getpid())) == 11 && ::fchmod(file.get(), 0444) == 0
        && ::link(path.constData(), lockPath(number).constData()) == 0;
    ::unlink(path.constData());
    return isMade;
}

Failure creationFailure(int error)
{
    return XProblem::displayNotCreated(QString::fromLatin1(socketDirectory), error);
}
}

std::expected<std::unique_ptr<DisplaySocket>, Failure> DisplaySocket::open()
{
    std::unique_ptr<DisplaySocket> socket(new DisplaySocket);
    const auto cookie = CookieTable::makeCookie();
    if (!cookie) {
        return std::unexpected(creationFailure(EIO));
    }
    socket->m_cookie = *cookie;
    if (::mkdir(socketDirectory, 01777) == 0) {
        (void)::chmod(socketDirectory, 01777); // needed if there was no X server yet: the umask removed permission bits in mkdir()
    }
    if (!isSafeDirectory(socketDirectory)) {
        return std::unexpected(creationFailure(EPERM)); // another user could replace the socket
    }
    errno = 0;
    for (int number = firstNumber; number <= lastNumber && socket->m_displayNumber < 0; ++number) {
        if (!socket->claimNumber(number) && errno != EEXIST && errno != EADDRINUSE) {
            break; // an error that would occur with any other display number, too
        }
    }
    if (socket->m_displayNumber < 0) {
        return std::unexpected(creationFailure(errno == EEXIST ? EADDRINUSE : errno));
    }
    errno = 0;
    if (!socket->m_directory.isValid() || !socket->writeAuthority() || ::chmod(socketPath(socket->m_displayNumber).constData(), 0600) != 0
        || ::listen(socket->fd(), 64) != 0) {
        return std::unexpected(creationFailure(errno != 0 ? errno : EIO));
    }
    return socket;
}

DisplaySocket::~DisplaySocket()
{
    m_listenerFd.reset();
    if (m_hasSocket) {
        ::unlink(socketPath(m_displayNumber).constData());
    }
    if (m_displayNumber >= 0) {
        ::unlink(lockPath(m_displayNumber).constData());
    }
}

bool DisplaySocket::claimNumber(int number)
{
    if (!createLock(number)) {
        if (errno != EEXIST) {
            return false;
        }
        const bool isMade = removeStaleLock(number) && createLock(number);
        if (!isMade) {
            errno = EEXIST;
            return false;
        }
    }
    // Programs try the abstract name first, so no other process may have it. As nobody listens there, they continue with the socket file.
    UniqueFd abstract = boundSocket(socketPath(number), true);
    UniqueFd listener = abstract.isValid() ? boundSocket(socketPath(number), false) : UniqueFd();
    if (!listener.isValid()) {
        const int error = errno;
        ::unlink(lockPath(number).constData());
        errno = error;
        return false;
    }
    m_displayNumber = number;
    m_hasSocket = true;
    m_abstractSocketFd = std::move(abstract);
    m_listenerFd = std::move(listener);
    return true;
}

bool DisplaySocket::writeAuthority() const
{
    const UniqueFd fd(::open(QFile::encodeName(authorityFile()).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    std::FILE *file = fd.isValid() ? ::fdopen(::dup(fd.get()), "wb") : nullptr;
    if (!file) {
        return false;
    }
    char host[256] = {};
    (void)::gethostname(host, sizeof(host) - 1);
    std::string number = std::to_string(m_displayNumber);
    std::string protocol(xCookieProtocol);
    XCookie cookie = m_cookie;
    Xauth entry{};
    entry.number = number.data();
    entry.number_length = static_cast<unsigned short>(number.size());
    entry.name = protocol.data();
    entry.name_length = static_cast<unsigned short>(protocol.size());
    entry.data = reinterpret_cast<char *>(cookie.data());
    entry.data_length = static_cast<unsigned short>(cookie.size());
    // One entry for this host's name and one for any host: the name may change, and not every library supports "any".
    entry.family = FamilyLocal;
    entry.address = host;
    entry.address_length = static_cast<unsigned short>(std::strlen(host));
    bool isWritten = XauWriteAuth(file, &entry) != 0;
    entry.family = FamilyWild;
    entry.address_length = 0;
    isWritten = XauWriteAuth(file, &entry) != 0 && isWritten;
    return std::fclose(file) == 0 && isWritten;
}

/// The directory is in the user's runtime directory, which is removed with the login session even if Nightdesk is killed.
QString DisplaySocket::directoryTemplate()
{
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return (runtime.isEmpty() ? QDir::tempPath() : runtime) + u"/nightdesk-xtrace-XXXXXX"_s;
}

QString DisplaySocket::name() const
{
    return u":%1"_s.arg(m_displayNumber);
}

QString DisplaySocket::authorityFile() const
{
    return m_directory.filePath(u"authority"_s);
}

const XCookie &DisplaySocket::cookie() const
{
    return m_cookie;
}

int DisplaySocket::fd() const
{
    return m_listenerFd.get();
}

UniqueFd DisplaySocket::accept()
{
    return UniqueFd(::accept4(m_listenerFd.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}
}
