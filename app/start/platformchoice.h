// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// What the environment says about the window system.
struct PlatformFacts {
    QByteArray wanted; ///< QT_QPA_PLATFORM
    QByteArray waylandDisplay;
    QByteArray sessionType; ///< XDG_SESSION_TYPE
    QByteArray display;
    bool isDisplayThere = false; ///< an X server listens there
    bool operator==(const PlatformFacts &) const = default;
};

/// Which of Qt's platforms to run on. In a Wayland session it is X, by XWayland: no Wayland program can place windows on
/// screens, and X programs of the summit need an X server in any case.
struct PlatformChoice {
    enum class Notice {
        None,
        XWayland, ///< what XWayland cannot do
        WaylandByWish, ///< what Wayland cannot do, as somebody wants it
        NoXWayland ///< the same, as there is nothing else
    };
    QByteArray platform; ///< for QT_QPA_PLATFORM; empty: as it is
    Notice notice = Notice::None;
    bool operator==(const PlatformChoice &) const = default;

    /// Pure.
    static PlatformChoice of(const PlatformFacts &facts);
    /// Looks at the environment and at the X server's socket; returns at once.
    static PlatformFacts facts();
    /// Before the application object is made.
    static PlatformChoice apply();
    /// Translated; empty: nothing.
    static QString words(Notice notice);
    /// For what is said once; empty: said at each start.
    static QString key(Notice notice);
};
}
