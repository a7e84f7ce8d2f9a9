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
/// The window system by the environment, and the needs of this run. A value: PlatformChoice gathers it once at the start.
struct PlatformFacts {
    QByteArray requested = {}; ///< value of QT_QPA_PLATFORM
    QByteArray waylandDisplay = {};
    QByteArray sessionType = {}; ///< value of XDG_SESSION_TYPE
    QByteArray display = {};
    bool isDisplayThere = false; ///< an X server listens at DISPLAY
    NeededPrograms programs = NeededPrograms::Unknown;
    bool hasPlugin = false; ///< Qt's platform plugin for Wayland is installed
    std::optional<QByteArrayList> interfaces = {}; ///< protocols of the compositor; empty: it did not answer
    bool operator==(const PlatformFacts &) const = default;

    bool isWayland() const; ///< true in a Wayland session
};

/// Which Qt platform to use. In a Wayland session, this is Wayland if only desktops are shown and the compositor has the needed protocols. Otherwise
/// it is X11, through XWayland: X programs need an X server, and Wayland programs cannot place windows. A value: used by main() before the
/// application is created.
struct PlatformChoice {
    enum class Notice {
        None,
        Native, ///< on Wayland
        ForPrograms, ///< on XWayland for X programs
        ForUnknown, ///< on XWayland since it is not known whether there are X programs; only the log says it
        NoPlugin, ///< on XWayland since Qt has no platform for Wayland
        NoAnswer, ///< on XWayland since the compositor did not answer
        NoProtocol, ///< on XWayland since the compositor lacks a protocol
        WaylandByRequest, ///< on Wayland, as QT_QPA_PLATFORM requests it
        NoXWayland ///< on Wayland, as no X server is available
    };
    QByteArray platform = {}; ///< value for QT_QPA_PLATFORM; empty: do not change it
    Notice notice = Notice::None;
    QString missing = {}; ///< for NoProtocol: the missing features, translated
    bool operator==(const PlatformChoice &) const = default;

    /// Pure.
    static PlatformChoice of(const PlatformFacts &facts);
    /// Reads the environment and tests the X server's socket; does not block.
    static PlatformFacts facts();
    /// Call before the GUI application object is created, while a QCoreApplication exists. @p programs is called only in a Wayland session. Waits up
    /// to 1 s for the compositor.
    static PlatformChoice apply(const std::function<NeededPrograms()> &programs);
    /// A sentence with the reason, and what is not available. Translated; empty: nothing to report.
    QString words() const;
    /// Key for a message that is shown once per user; empty: shown at each start.
    QString key() const;
    QByteArray logged() const; ///< text for the log
};
}
