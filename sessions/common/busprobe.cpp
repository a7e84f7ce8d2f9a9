// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/busprobe.h"

#include "sessions/base/uniquefd.h"

#include <QDeadlineTimer>
#include <QList>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace Nightdesk::BusProbe
{
namespace
{
constexpr auto addressName = "DBUS_SESSION_BUS_ADDRESS";

/// The first Unix socket address in the list, in the form that connect() takes; length 0: none.
struct SocketAddress {
    sockaddr_un address{};
    socklen_t length = 0;
};

SocketAddress firstUnixSocketOf(const QByteArray &addresses)
{
    SocketAddress result;
    const QList<QByteArray> list = addresses.split(';');
    for (const QByteArray &address : list) {
        if (!address.startsWith("unix:")) {
            continue;
        }
        const QList<QByteArray> pairs = address.mid(5).split(',');
        for (const QByteArray &pair : pairs) {
            const bool isAbstract = pair.startsWith("abstract=");
            if (!isAbstract && !pair.startsWith("path=")) {
                continue;
            }
            QByteArray path = QByteArray::fromPercentEncoding(pair.mid(pair.indexOf('=') + 1));
            if (isAbstract) {
                path.prepend('\0');
            }
            if (path.isEmpty() || path.size() >= static_cast<qsizetype>(sizeof(result.address.sun_path))) {
                continue;
            }
            result.address.sun_family = AF_UNIX;
            std::memcpy(result.address.sun_path, path.constData(), static_cast<size_t>(path.size()));
            result.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<size_t>(path.size()) + (isAbstract ? 0 : 1));
            return result;
        }
    }
    return result;
}
}

QByteArray sessionAddress()
{
    if (const QByteArray set = qgetenv(addressName); !set.isEmpty()) {
        return set;
    }
    const QByteArray runtime = qgetenv("XDG_RUNTIME_DIR");
    const QByteArray path = runtime + "/bus";
    return !runtime.isEmpty() && ::access(path.constData(), F_OK) == 0 ? "unix:path=" + path.toPercentEncoding("/") : QByteArray();
}

BusState probe(const QByteArray &address, std::chrono::milliseconds limit)
{
    const SocketAddress socket = firstUnixSocketOf(address);
    if (socket.length == 0) {
        return BusState::Answers;
    }
    const QDeadlineTimer deadline(limit);
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd.isValid()) {
        return BusState::Answers; // a failure of socket() is local and says nothing about the bus
    }
    if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&socket.address), socket.length) != 0) {
        return errno == EAGAIN ? BusState::NotAnswering : BusState::Unreachable; // EAGAIN: the bus's queue of pending connections is full
    }
    // The first line of the D-Bus protocol; any answer shows that the bus is responding.
    const QByteArray hello = QByteArray(1, '\0') + "AUTH EXTERNAL " + QByteArray::number(::geteuid()).toHex() + "\r\n";
    if (const ssize_t sent = ::send(fd.get(), hello.constData(), static_cast<size_t>(hello.size()), MSG_NOSIGNAL); sent != hello.size()) {
        return sent < 0 && (errno == EPIPE || errno == ECONNRESET) ? BusState::Unreachable : BusState::NotAnswering;
    }
    for (;;) {
        pollfd waiting{fd.get(), POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(deadline.remainingTime()));
        if (ready > 0) {
            char byte = 0;
            return ::recv(fd.get(), &byte, 1, 0) == 1 ? BusState::Answers : BusState::Unreachable;
        }
        if (ready == 0 || errno != EINTR) {
            return BusState::NotAnswering;
        }
    }
}

bool disableSilentBus(std::chrono::milliseconds limit)
{
    if (probe(sessionAddress(), limit) != BusState::NotAnswering) {
        return false;
    }
    // Set in the environment, so that programs started from here do not wait for the bus either.
    qputenv(addressName, "disabled:");
    return true;
}
}
