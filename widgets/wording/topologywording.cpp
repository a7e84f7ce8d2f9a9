// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/topologywording.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString TopologyWording::name(Topology topology)
{
    switch (topology) {
    case Topology::X11:
        return i18nc("@action:inmenu way to show an X program; x11 is what profiles call it", "Windows of This Desk (x11)");
    case Topology::Vnc:
        return i18nc("@action:inmenu way to show a desktop; vnc is what profiles call it", "Desktop on Its Screen (vnc)");
    case Topology::VncApp:
        return i18nc("@action:inmenu way to show an X program; vnc-app is what profiles call it", "Display of Its Own (vnc-app)");
    case Topology::VncAtSummit:
        return i18nc("@action:inmenu way to show a display; vnc-at-summit is what profiles call it", "Viewer at the Summit (vnc-at-summit)");
    }
    return {};
}

QString TopologyWording::tip(Topology topology)
{
    switch (topology) {
    case Topology::X11:
        return i18nc(
            "@info:tooltip way to show an X program",
            "Each of its windows is one of this desk, sharp and with its own frame. Programs that ask the X server much, as ds9 does, take minutes over "
            "a long line. It ends with its link.");
    case Topology::Vnc:
        return i18nc("@info:tooltip way to show a desktop", "The fastest way at any distance, and it comes back by itself after its link was lost.");
    case Topology::VncApp:
        return i18nc("@info:tooltip way to show an X program",
                     "It runs as fast as at the summit whatever the distance, and goes on without the link: it is found again. All of its windows are inside "
                     "one, and what comes is a picture of them.");
    case Topology::VncAtSummit:
        return i18nc(
            "@info:tooltip way to show a display",
            "Server and viewer run at the summit, and the viewer's window comes here as an X program's: for comparing, or where the way here carries X "
            "only. Slower than a display of its own, and the viewer can read every key that is typed at this desk.");
    }
    return {};
}
}
