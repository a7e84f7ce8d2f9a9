// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/// The facility of showcommandtest, which compares the numbers of its lines.
namespace Nightdesk::Test
{
inline QByteArray showFacility()
{
    return R"(format = 1
name = "Summit Observatory"
known-hosts = "known_hosts"
accounts = ["obs1", "obs2"]
[variables]
domain = "summit.example"
gateway = "gateway.{domain}"
[default.link]
jump = ["{gateway}"]
[link.status]
host = "status.{domain}"
[[desktop]]
id = "weather"
link = "status"
display = ":9"
input = "view-only"
[group.telescope1]
link.tcs.host = "tcs1.{domain}"
[[group.telescope1.desktop]]
id = "tcs"
title = "Telescope for {instrument}"
link = "tcs"
port = 5901
[site.hilo]
screens = ["left", "right"]
variables.gateway = "hilo.{domain}"
desktop.weather.screen = "right"
[site.waimea]
screens = ["centre"]
default.link.jump = []
)";
}

inline QByteArray showProfile()
{
    return R"(format = 1
id = "lris"
name = "LRIS"
include = ["telescope1"]
[link.summit]
host = "lris.{domain}"
user = "{account}"
port = 2222
[[window]]
id = "ds9"
link = "summit"
command = ["ds9", "-title", "a \"b\" {instrument}"]
needs = { fonts = ["fixed"] }
[site.hilo]
window.ds9.geometry = "800x600+0+0"
link.tcs.port = 24
)";
}
}
