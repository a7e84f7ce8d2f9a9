// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/programcolors.h"
#include "sessions/profiles/profile.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QList>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Whether a display will work on the X server that shows it: the needs in the profile, compared with what is known of the
/// servers (Kibrick et al. 2004, section 6). A value. XServerMonitor and ProfileFitCheck make it.
struct XServerFit {
    enum class Verdict {
        Unknown, ///< the server is not known, or nothing can be checked; never a reason not to connect
        Fits,
        FitsAsVncApp, ///< the program does not fit this X server, but it fits a private one with visualOfPrivateServer
        DoesNotFit
    };
    enum class Cause {
        Visual, ///< the needed visual is missing; for a desktop: its visual is not the expected one
        DefaultVisual, ///< the needed visual exists, but is not the default that programs get without choosing
        BlackWhite, ///< the pixel values of black and white are not the same as on another screen
        BackingStore,
        Preload, ///< the server has no backing store, which a preloaded program needs
        Font,
        Confinement, ///< the server cannot confine an untrusted program
        Size ///< the size of a desktop's image is not the expected one
    };
    struct Finding {
        Cause cause = Cause::Visual;
        QString problem; ///< translated sentences that describe the problem
        QString remedy; ///< translated: what the user can do
        bool operator==(const Finding &) const = default;
    };
    Verdict verdict = Verdict::Unknown;
    QString visualOfPrivateServer; ///< set with FitsAsVncApp: the visual that the private X server will have, as written in profiles
    QList<Finding> findings; ///< problems and remarks; empty: none
    std::optional<ProgramColors> colors = {}; ///< colors of an X program's text on this X server; empty: not known

    bool operator==(const XServerFit &) const = default;

    /// The fit of an X program. @p localServer: the X server of this workstation. @p remoteServer: an X server of the program's host,
    /// which shows what is usual there. Null: not known. Pure.
    static XServerFit ofWindow(const WindowSpec &spec, const XServerFacts *localServer, const XServerFacts *remoteServer);
    /// The fit of a VNC desktop, whose X server is @p desktopServer. @p size: size of the desktop's image, which is more reliable than
    /// what the X server reports; empty if not known. Pure.
    static XServerFit ofDesktop(const DesktopSpec &spec, const XServerFacts *desktopServer, const QSize &size = {});
};
}
