// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/platformchoice.h"

#include "app/start/waylandprobe.h"
#include "sessions/base/uniquefd.h"
#include "sessions/common/enumtable.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr auto platformVariable = "QT_QPA_PLATFORM";

bool isSocketListening(const QByteArray &path, bool isAbstract)
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

/// True: the X server of @p display, which has the form [HOST]:NUMBER[.SCREEN], exists. A server on another host is
/// assumed to exist, because a test would take time.
bool doesXServerExist(const QByteArray &display)
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
    return isNumber && (isSocketListening(path, false) || isSocketListening(path, true));
}

/// Names of the needed features that a compositor with these protocols lacks. The protocol xdg_wm_base includes
/// full-screen windows on each output.
QStringList missingWaylandFeatures(const QByteArrayList &waylandInterfaces)
{
    QStringList missingFeatures;
    if (!waylandInterfaces.contains("xdg_wm_base")) {
        missingFeatures.append(i18nc("@info in a list of what a Wayland compositor lacks", "windows that fill a screen"));
    }
    if (!waylandInterfaces.contains("zwp_keyboard_shortcuts_inhibit_manager_v1")) {
        missingFeatures.append(i18nc("@info in a list of what a Wayland compositor lacks", "its reserved keys"));
    }
    if (!waylandInterfaces.contains("wp_fractional_scale_manager_v1") || !waylandInterfaces.contains("wp_viewporter")) {
        missingFeatures.append(i18nc("@info in a list of what a Wayland compositor lacks", "fractional scale"));
    }
    return missingFeatures;
}
}

bool PlatformFacts::isWayland() const
{
    return !waylandDisplay.isEmpty() || sessionType == "wayland";
}

PlatformChoice PlatformChoice::choose(const PlatformFacts &facts)
{
    if (!facts.requestedPlatform.isEmpty()) {
        return {{}, facts.requestedPlatform.startsWith("wayland") ? Notice::WaylandByRequest : Notice::None};
    }
    if (!facts.isWayland()) {
        return {};
    }
    const QStringList missingFeatures = facts.waylandInterfaces ? missingWaylandFeatures(*facts.waylandInterfaces) : QStringList();
    const Notice why = facts.xProgramNeed == XProgramNeed::Some ? Notice::XWaylandForPrograms
        : facts.xProgramNeed == XProgramNeed::Unknown           ? Notice::XWaylandForUnknownNeed
        : !facts.hasWaylandPlugin                               ? Notice::NoWaylandPlugin
        : !facts.waylandInterfaces                              ? Notice::NoCompositorAnswer
        : !missingFeatures.isEmpty()                            ? Notice::NoWaylandProtocol
                                                                : Notice::NativeWayland;
    if (why == Notice::NativeWayland) {
        return {"wayland", why};
    }
    if (!facts.xDisplay.isEmpty() && facts.isXServerListening) {
        return {"xcb", why, why == Notice::NoWaylandProtocol ? missingFeatures.join(u", "_s) : QString()};
    }
    return {{}, Notice::WaylandWithoutXServer};
}

PlatformFacts PlatformChoice::facts()
{
    PlatformFacts facts{.requestedPlatform = qgetenv(platformVariable),
                        .waylandDisplay = qgetenv("WAYLAND_DISPLAY"),
                        .sessionType = qgetenv("XDG_SESSION_TYPE"),
                        .xDisplay = qgetenv("DISPLAY")};
    facts.isXServerListening = doesXServerExist(facts.xDisplay);
    facts.hasWaylandPlugin = std::ranges::any_of(QCoreApplication::libraryPaths(), [](const QString &path) {
        return !QDir(path + u"/platforms"_s).entryList({u"libqwayland*.so"_s}, QDir::Files).isEmpty();
    });
    return facts;
}

PlatformChoice PlatformChoice::apply(const std::function<XProgramNeed()> &programs)
{
    PlatformFacts known = facts();
    if (known.requestedPlatform.isEmpty() && known.isWayland()) {
        known.xProgramNeed = programs();
        if (known.xProgramNeed == XProgramNeed::None && known.hasWaylandPlugin) {
            known.waylandInterfaces = WaylandProbe::waylandInterfaces(1s);
        }
    }
    const PlatformChoice choice = choose(known);
    if (!choice.platform.isEmpty()) {
        qputenv(platformVariable, choice.platform);
    }
    return choice;
}

QString PlatformChoice::noticeText() const
{
    const QString lost = i18nc("@info on XWayland",
                               "Not available: 8-bit visuals (PseudoColor programs) and keys that the desktop environment reserves, such as Alt+Tab. "
                               "Images may be soft on scaled screens.");
    switch (notice) {
    case Notice::None:
    case Notice::XWaylandForUnknownNeed: // no message: most often there is no facility yet, and the first page says what to do
        return {};
    case Notice::NativeWayland:
        return i18nc("@info", "Nightdesk runs natively on Wayland because no instrument here has X programs.");
    case Notice::XWaylandForPrograms:
        return i18nc("@info", "Nightdesk runs on XWayland because instruments here have X programs.") + u' ' + lost;
    case Notice::NoWaylandPlugin:
        return i18nc("@info", "Nightdesk runs on XWayland because Qt’s platform for Wayland is not installed (Debian: qt6-wayland).") + u' ' + lost;
    case Notice::NoCompositorAnswer:
        return i18nc("@info", "Nightdesk runs on XWayland because the Wayland compositor did not respond.") + u' ' + lost;
    case Notice::NoWaylandProtocol:
        return i18nc("@info %1 is a list", "Nightdesk runs on XWayland because this desktop environment does not offer: %1.", missingFeatures) + u' ' + lost;
    case Notice::WaylandByRequest:
        return i18nc("@info keep QT_QPA_PLATFORM",
                     "Nightdesk runs on Wayland because QT_QPA_PLATFORM is set. Not available: windows placed on screens and X programs. Unset "
                     "QT_QPA_PLATFORM to let Nightdesk choose.");
    case Notice::WaylandWithoutXServer:
        return i18nc("@info",
                     "This Wayland session has no XWayland. Not available: windows placed on screens and X programs. Install XWayland, then log in again.");
    }
    return {};
}

QByteArray PlatformChoice::logText() const
{
    static constexpr EnumTable<Notice::WaylandWithoutXServer, const char *> texts("as Qt chooses",
                                                                                  "Wayland: no instrument here has X programs",
                                                                                  "XWayland: instruments here have X programs",
                                                                                  "XWayland: it is not known whether instruments here have X programs",
                                                                                  "XWayland: Qt has no platform for Wayland",
                                                                                  "XWayland: the compositor did not answer",
                                                                                  "XWayland: the compositor lacks a protocol",
                                                                                  "Wayland: QT_QPA_PLATFORM is set",
                                                                                  "Wayland: XWayland is missing");
    return texts[notice];
}

QString PlatformChoice::noticeKey() const
{
    static constexpr EnumWords<Notice::WaylandWithoutXServer> keys(""_L1,
                                                                   "wayland-native"_L1,
                                                                   "xwayland"_L1, // earlier versions stored this key, when this was the only notice
                                                                   ""_L1,
                                                                   "xwayland-plugin"_L1,
                                                                   "xwayland-answer"_L1,
                                                                   "xwayland-protocol"_L1,
                                                                   "wayland"_L1,
                                                                   ""_L1);
    return keys[notice];
}
}
