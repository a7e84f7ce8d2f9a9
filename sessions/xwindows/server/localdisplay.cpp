// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/localdisplay.h"

#include <QRegularExpression>

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
std::expected<LocalDisplay, LocalDisplay::Problem> LocalDisplay::parse(const QString &display)
{
    if (display.isEmpty()) {
        return std::unexpected(Problem::NotSet);
    }
    if (display == waylandName) {
        return std::unexpected(Problem::Wayland);
    }
    static const QRegularExpression pattern(uR"(\A([^:]*):([0-9]{1,5})(?:\.([0-9]{1,3}))?\z)"_s);
    const QRegularExpressionMatch match = pattern.match(display);
    if (!match.hasMatch()) {
        return std::unexpected(display.contains(u"::"_s) ? Problem::NotLocal : Problem::NotUnderstood);
    }
    const QString host = match.captured(1);
    if (!host.isEmpty() && host != u"unix"_s && host != u"unix/"_s) {
        return std::unexpected(Problem::NotLocal);
    }
    return LocalDisplay{.number = match.captured(2).toInt(), .screen = match.captured(3).toInt()};
}

QString LocalDisplay::socketPath() const
{
    return u"/tmp/.X11-unix/X%1"_s.arg(number);
}

std::expected<UniqueFd, int> LocalDisplay::connectSocket() const
{
    const QByteArray path = socketPath().toLatin1();
    int error = 0;
    for (const bool abstract : {false, true}) {
        UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!fd.isValid()) {
            return std::unexpected(errno);
        }
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path + (abstract ? 1 : 0), path.constData(), static_cast<std::size_t>(path.size()));
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<std::size_t>(path.size()) + 1);
        if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), length) == 0) {
            return fd;
        }
        if (errno == EAGAIN || error == 0) {
            error = errno;
        }
        if (error == EAGAIN) {
            break;
        }
    }
    return std::unexpected(error);
}
}
