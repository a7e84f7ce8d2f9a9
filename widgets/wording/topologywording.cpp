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
        return i18nc("@action:inmenu display mode of an X program; x11 is what profiles call it", "Windows of This Workstation (x11)");
    case Topology::Vnc:
        return i18nc("@action:inmenu display mode of a desktop; vnc is what profiles call it", "Desktop on Its Screen (vnc)");
    case Topology::VncApp:
        return i18nc("@action:inmenu display mode of an X program; vnc-app is what profiles call it", "Private X Server (vnc-app)");
    case Topology::VncAtSummit:
        return i18nc("@action:inmenu display mode of a display; vnc-at-summit is what profiles call it", "Viewer on the Remote Host (vnc-at-summit)");
    }
    return {};
}

QString TopologyWording::tip(Topology topology)
{
    switch (topology) {
    case Topology::X11:
        return i18nc("@info:tooltip display mode of an X program",
                     "Sharp windows, each with its own frame; ends with the connection; ds9 and similar programs start slowly over long distances");
    case Topology::Vnc:
        return i18nc("@info:tooltip display mode of a desktop", "Fastest at any distance; reconnects automatically after the connection was lost");
    case Topology::VncApp:
        return i18nc("@info:tooltip display mode of an X program",
                     "Fast at any distance; keeps running if the connection is lost; all its windows appear in one, as an image");
    case Topology::VncAtSummit:
        return i18nc("@info:tooltip display mode of a display",
                     "For comparison: the VNC viewer runs on the remote host; slower, and can read every key typed at this workstation");
    }
    return {};
}
}
