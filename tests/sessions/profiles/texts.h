// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/// Texts that several tests of profiles begin with.
namespace Nightdesk::Test
{
/// The sketch of the design, word for word, with what is reserved for a later version.
inline QByteArray sketchWithReserved()
{
    return R"(format = 1
id = "lris"
name = "LRIS"
description = "Low Resolution Imaging Spectrograph"

[link.summit]
host = "lris.summit.example"      # or an alias from the user's ssh config
user = "{account}"                # asked once per night
jump = ["gateway.example"]
compression = "auto"              # "off", "on", "auto" (section 6)

[[desktop]]                       # a shared VNC desktop
id = "control0"
title = "Control 0"
link = "summit"
display = ":1"                    # or port = 5901, socket = "...", discover = {...}
topology = "vnc"
screen = "left"
input = "baton"                   # "free", "baton", "view-only"
quality = "auto"                  # "lossless", "high", "balanced", "low"
expect = { visual = "TrueColor 24", size = "2560x1600" }   # a finding if tonight's server differs

[[window]]                        # an X program
id = "ds9"
title = "Image display"
link = "summit"
command = ["ds9", "-title", "{instrument}"]
topology = "x11"                  # or "vnc-app", "vnc-at-summit"
trusted = false                   # ssh -X; true is ssh -Y
screen = "right"
geometry = "1200x900+20+20"
start = "connect"                 # "preload" (started early, kept covered), "manual"
single-instance = false           # true: ask the host first, never start a second
restart = "ask"                   # after the link died with it: "ask", "auto", "never"
needs = { visual = ["PseudoColor 8", "TrueColor 24"], backing-store = true, fonts = ["fixed"] }

[site.santa-cruz]                 # what differs at one site
window.ds9.topology = "vnc-app"
desktop.control0.screen = "centre"
)";
}

/// The same without that, line by line: nothing is said of it.
inline QByteArray sketch()
{
    return sketchWithReserved().replace("input = \"baton\"", "input = \"free\" ").replace("expect = ", "# expect = ").replace("needs = ", "# needs = ");
}

inline QByteArray facilityToml()
{
    return R"(format = 1
name = "Summit Observatory"
timezone = "Pacific/Honolulu"
known-hosts = "known_hosts"

[link.shared]
host = "shared.summit.example"
user = "{account}"

[site.waimea]
name = "Waimea"
screens = ["left", "right"]

[site.santa-cruz]
name = "Santa Cruz"
screens = ["left", "centre", "right"]
link.shared.jump = ["gate.example"]
)";
}

/// Five lines of a good profile with the link "summit"; what a test adds begins in line 6.
inline QByteArray head()
{
    return "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"h.example\"\n";
}
}
