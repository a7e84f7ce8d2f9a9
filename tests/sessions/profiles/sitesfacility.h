// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/sessions/profiles/facilitydirectory.h"

namespace Nightdesk::Test
{
/// A facility with two sites, a group and a default.
inline const QByteArray sitesFacilityText = R"(format = 1
name = "Summit Observatory"
[group.common]
[[group.common.window]]
id = "seeing"
link = "shared"
command = ["seeing"]
screen = "right"
geometry = "640x400-0-0" # in the corner
[site.waimea]
screens = ["left", "right"]
screen-sizes = { left = "2000x1000", right = "1000x1000" }
[site.hilo]
screens = ["left", "right"]
[link.shared]
host = "shared"
[default.window]
restart = "auto"
)";

/// A profile of it: one desktop; ds9, which is elsewhere at hilo; log, of which nothing is said.
inline const QByteArray sitesProfileText = R"(format = 1
id = "lris"
name = "LRIS" # Rotación 𝄞
include = ["common"]

[link.summit]
host = "lris"

[[desktop]]
id = "control"
link = "summit"
display = ":1"
screen = "right"

[[window]]
id = "ds9"
link = "summit"
command = ["ds9"]
screen = "left"
geometry = '400x300+20+20'   # where it is

[[window]]
id = "log"
link = "summit"
command = ["log"]

[site.hilo]
window.ds9.geometry = "200x100+0+0"
)";

/// Both, in a directory.
class SitesFacility : public FacilityDirectory
{
public:
    SitesFacility()
    {
        write(QStringLiteral("facility.toml"), sitesFacilityText);
        write(QStringLiteral("profiles/lris.toml"), sitesProfileText);
    }

    QString profile() const
    {
        return path() + QStringLiteral("/profiles/lris.toml");
    }
};
}
