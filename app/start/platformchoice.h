// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/start/neededprograms.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include <functional>
#include <optional>

namespace Nightdesk
{
/// The facts that decide the Qt platform: the environment's window system and the needs of this run. A value that
/// PlatformChoice gathers once at the start.
struct PlatformFacts {
    QByteArray requestedPlatform = {}; ///< value of the environment variable QT_QPA_PLATFORM
    QByteArray waylandDisplay = {};
    QByteArray sessionType = {}; ///< value of the environment variable XDG_SESSION_TYPE
    QByteArray xDisplay = {}; ///< value of the environment variable DISPLAY
    bool isXServerListening = false; ///< an X server listens at DISPLAY
    XProgramNeed xProgramNeed = XProgramNeed::Unknown;
    bool hasWaylandPlugin = false; ///< Qt's platform plugin for Wayland is installed
    /// Protocols that the Wayland compositor offers; empty: the compositor did not answer.
    std::optional<QByteArrayList> waylandInterfaces = {};
    bool operator==(const PlatformFacts &) const = default;

    bool isWayland() const; ///< true in a Wayland session
};

/// Which Qt platform to use. In a Wayland session, this is Wayland if only desktops are shown and the compositor has the needed protocols. Otherwise
/// it is X11, through XWayland: X programs need an X server, and Wayland programs cannot place windows. A value: used by main() before the
/// application is created.
struct PlatformChoice {
    enum class Notice {
        None,
        NativeWayland, ///< runs on Wayland
        XWaylandForPrograms, ///< runs on XWayland, because X programs are shown
        XWaylandForUnknownNeed, ///< runs on XWayland, because it is not known whether X programs will be shown; only logged
        NoWaylandPlugin, ///< runs on XWayland, because Qt's platform plugin for Wayland is not installed
        NoCompositorAnswer, ///< runs on XWayland, because the Wayland compositor did not answer
        NoWaylandProtocol, ///< runs on XWayland, because the Wayland compositor lacks a protocol
        WaylandByRequest, ///< runs on Wayland, because QT_QPA_PLATFORM requests it
        WaylandWithoutXServer ///< runs on Wayland, because no X server, such as XWayland, is available
    };
    QByteArray platform = {}; ///< value for QT_QPA_PLATFORM; empty: do not change it
    Notice notice = Notice::None;
    QString missingFeatures = {}; ///< if the notice is NoWaylandProtocol: the missing features, translated
    bool operator==(const PlatformChoice &) const = default;

    /// Chooses the platform from @p facts. Pure.
    static PlatformChoice choose(const PlatformFacts &facts);
    /// Reads the environment and tests the X server's socket; does not block.
    static PlatformFacts facts();
    /// Call before the GUI application object is created, while a QCoreApplication exists. @p programs is called only in a Wayland session. Waits up
    /// to 1 s for the compositor.
    static PlatformChoice apply(const std::function<XProgramNeed()> &programs);
    /// A sentence that says why this platform was chosen and what is not available. Translated; empty: nothing to
    /// report.
    QString noticeText() const;
    /// Key for a message that is shown once per user; empty: the message is shown at each start.
    QString noticeKey() const;
    QByteArray logText() const; ///< the choice as text for the log
};
}
