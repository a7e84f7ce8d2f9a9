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
/// What the environment says about the window system, and what is requested of it. A value: PlatformChoice gathers it once at the start.
struct PlatformFacts {
    QByteArray requested = {}; ///< QT_QPA_PLATFORM
    QByteArray waylandDisplay = {};
    QByteArray sessionType = {}; ///< XDG_SESSION_TYPE
    QByteArray display = {};
    bool isDisplayThere = false; ///< an X server listens there
    NeededPrograms programs = NeededPrograms::Unknown;
    bool hasPlugin = false; ///< Qt has its platform for Wayland
    std::optional<QByteArrayList> interfaces = {}; ///< of the compositor; empty: it did not answer
    bool operator==(const PlatformFacts &) const = default;

    bool isWayland() const; ///< the session is
};

/// Which of Qt's platforms to run on. In a Wayland session it is Wayland for desktops alone, where the compositor can do what a viewer
/// needs. Else it is X, by XWayland: X programs need an X server, and no Wayland program can place windows. A value: held by main() before
/// the application is created.
struct PlatformChoice {
    enum class Notice {
        None,
        Native, ///< on Wayland
        ForPrograms, ///< on XWayland for X programs
        ForUnknown, ///< on XWayland since it is not known whether there are any
        NoPlugin, ///< on XWayland since Qt has no platform for Wayland
        NoAnswer, ///< on XWayland since the compositor did not answer
        NoProtocol, ///< on XWayland since the compositor lacks something
        WaylandByRequest, ///< on Wayland, as QT_QPA_PLATFORM requests it
        NoXWayland ///< the same, as there is nothing else
    };
    QByteArray platform = {}; ///< for QT_QPA_PLATFORM; empty: as it is
    Notice notice = Notice::None;
    QString missing = {}; ///< NoProtocol: what, translated
    bool operator==(const PlatformChoice &) const = default;

    /// Pure.
    static PlatformChoice of(const PlatformFacts &facts);
    /// Looks at the environment and at the X server's socket; returns at once.
    static PlatformFacts facts();
    /// Before the application object is made, beside a QCoreApplication. @p programs is asked in a Wayland session alone. The compositor
    /// has a second to answer.
    static PlatformChoice apply(const std::function<NeededPrograms()> &programs);
    /// Why, in a sentence, and what is not available. Translated; empty: nothing.
    QString words() const;
    /// For what is said once; empty: said at each start.
    QString key() const;
    QByteArray logged() const; ///< for the log
};
}
