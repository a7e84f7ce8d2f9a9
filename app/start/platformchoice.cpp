// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/platformchoice.h"

#include "sessions/base/uniquefd.h"

#include <KLocalizedString>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr auto platformVariable = "QT_QPA_PLATFORM";

bool listens(const QByteArray &path, bool isAbstract)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = isAbstract ? QByteArray('\0' + path) : path;
    if (name.size() >= static_cast<qsizetype>(sizeof(address.sun_path))) {
        return false;
    }
    std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<std::size_t>(name.size()) + (isAbstract ? 0 : 1));
    return fd.isValid() && (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), length) == 0 || errno == EAGAIN);
}

/// [HOST]:NUMBER[.SCREEN]; one on another host is believed: to ask would take time.
bool isThere(const QByteArray &display)
{
    const qsizetype colon = display.lastIndexOf(':');
    if (colon < 0) {
        return false;
    }
    const QByteArray host = display.left(colon);
    if (!host.isEmpty() && host != "unix") {
        return true;
    }
    const QByteArray number = display.mid(colon + 1).split('.').constFirst();
    bool isNumber = false;
    number.toUInt(&isNumber);
    const QByteArray path = "/tmp/.X11-unix/X" + number;
    return isNumber && (listens(path, false) || listens(path, true));
}
}

PlatformChoice PlatformChoice::of(const PlatformFacts &facts)
{
    if (!facts.wanted.isEmpty()) {
        return {{}, facts.wanted.startsWith("wayland") ? Notice::WaylandByWish : Notice::None};
    }
    if (facts.waylandDisplay.isEmpty() && facts.sessionType != "wayland") {
        return {};
    }
    if (!facts.display.isEmpty() && facts.isDisplayThere) {
        return {"xcb", Notice::XWayland};
    }
    return {{}, Notice::NoXWayland};
}

PlatformFacts PlatformChoice::facts()
{
    PlatformFacts facts{qgetenv(platformVariable), qgetenv("WAYLAND_DISPLAY"), qgetenv("XDG_SESSION_TYPE"), qgetenv("DISPLAY"), false};
    facts.isDisplayThere = isThere(facts.display);
    return facts;
}

PlatformChoice PlatformChoice::apply()
{
    const PlatformChoice choice = of(facts());
    if (!choice.platform.isEmpty()) {
        qputenv(platformVariable, choice.platform);
    }
    return choice;
}

QString PlatformChoice::words(Notice notice)
{
    switch (notice) {
    case Notice::None:
        return {};
    case Notice::XWayland:
        return i18nc("@info",
                     "Nightdesk runs on XWayland. Not available: 8-bit visuals (PseudoColor programs) and keys that the desktop environment reserves, such as "
                     "Alt+Tab. Images may be soft on scaled screens. For full support, log in to an X11 session.");
    case Notice::WaylandByWish:
        return i18nc("@info keep QT_QPA_PLATFORM",
                     "Nightdesk runs on Wayland because QT_QPA_PLATFORM is set. Not available: windows placed on screens, X programs, and keys that the "
                     "desktop environment reserves. Unset QT_QPA_PLATFORM to run on XWayland.");
    case Notice::NoXWayland:
        return i18nc("@info",
                     "This Wayland session has no XWayland. Not available: windows placed on screens, X programs, and keys that the desktop environment "
                     "reserves. Install XWayland, or log in to an X11 session.");
    }
    return {};
}

QString PlatformChoice::key(Notice notice)
{
    switch (notice) {
    case Notice::XWayland:
        return u"xwayland"_s;
    case Notice::WaylandByWish:
        return u"wayland"_s;
    case Notice::None:
    case Notice::NoXWayland:
        break;
    }
    return {};
}
}
