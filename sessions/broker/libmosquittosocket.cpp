// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/libmosquittosocket.h"

#include <QDir>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace Nightdesk
{
LibmosquittoSocket::~LibmosquittoSocket()
{
    if (!m_path.isEmpty()) {
        ::unlink(m_path.constData());
    }
    if (!m_socketDirectory.isEmpty()) {
        ::rmdir(m_socketDirectory.constData());
    }
}

std::unique_ptr<LibmosquittoSocket> LibmosquittoSocket::make()
{
    std::unique_ptr<LibmosquittoSocket> door(new LibmosquittoSocket);
    // The runtime directory is in memory and belongs to this account; the temporary directory always exists.
    const QByteArray runtime = qgetenv("XDG_RUNTIME_DIR");
    if ((runtime.startsWith('/') && door->listenInDirectory(runtime)) || door->listenInDirectory(QDir::tempPath().toLocal8Bit())
        || door->listenInDirectory("/tmp")) {
        return door;
    }
    return {};
}

bool LibmosquittoSocket::listenInDirectory(const QByteArray &parent)
{
    QByteArray directory = parent + "/nightdesk-XXXXXX";
    const QByteArray name = "/mqtt";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (static_cast<std::size_t>(directory.size() + name.size()) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!::mkdtemp(directory.data())) { // mkdtemp() creates the directory with mode 0700
        return false;
    }
    m_socketDirectory = directory;
    const QByteArray path = directory + name;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    m_listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (m_listener.isValid() && ::bind(m_listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0) {
        m_path = path;
        if (::listen(m_listener.get(), 1) == 0) {
            return true;
        }
    }
    const int error = errno;
    if (!m_path.isEmpty()) {
        ::unlink(std::exchange(m_path, {}).constData());
    }
    ::rmdir(std::exchange(m_socketDirectory, {}).constData());
    errno = error;
    return false;
}

const QByteArray &LibmosquittoSocket::path() const
{
    return m_path;
}

UniqueFd LibmosquittoSocket::accept()
{
    UniqueFd end(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    ucred peer{};
    socklen_t size = sizeof peer;
    if (end.isValid() && (::getsockopt(end.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid != ::getpid() || peer.uid != ::geteuid())) {
        end.reset();
    }
    return end;
}
}
