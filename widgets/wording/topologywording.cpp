// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/topologywording.h"

#include "sessions/common/enumtable.h"

#include <KLazyLocalizedString>

namespace Nightdesk
{
QString TopologyWording::name(Topology topology)
{
    static const EnumTable<Topology::VncApp, KLazyLocalizedString> names{
        kli18nc("@action:inmenu display mode of an X program; x11 is what profiles call it", "Windows of This Workstation (x11)"),
        kli18nc("@action:inmenu display mode of a desktop; vnc is what profiles call it", "Desktop on Its Screen (vnc)"),
        kli18nc("@action:inmenu display mode of a display; vnc-at-summit is what profiles call it", "Viewer on the Remote Host (vnc-at-summit)"),
        kli18nc("@action:inmenu display mode of an X program; vnc-app is what profiles call it", "Private X Server (vnc-app)"),
    };
    return names[topology].toString();
}

QString TopologyWording::tip(Topology topology)
{
    static const EnumTable<Topology::VncApp, KLazyLocalizedString> tips{
        kli18nc("@info:tooltip display mode of an X program",
                "Sharp windows, each with its own frame; ends with the connection; ds9 and similar programs start slowly over long distances"),
        kli18nc("@info:tooltip display mode of a desktop", "Fastest at any distance; reconnects automatically after the connection was lost"),
        kli18nc("@info:tooltip display mode of a display",
                "For comparison: the VNC viewer runs on the remote host; slower, and can read every key typed at this workstation"),
        kli18nc("@info:tooltip display mode of an X program",
                "Fast at any distance; keeps running if the connection is lost; all its windows appear in one, as an image"),
    };
    return tips[topology].toString();
}
}
