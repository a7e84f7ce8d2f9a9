// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Where this desk keeps what it knows.
namespace DeskPaths
{
/// As set by the user or the administrator, else the one that the administrator installed; empty: none.
QString facilityDirectory();
/// What the user agreed to.
QString trustFile();
/// Last good forms of profiles; a cache.
QString memoryDirectory();
/// With what this user's consoles connected last, so that the next one begins with it: in XDG_STATE_HOME.
QString returnsFile();
/// Where the logs of this user's consoles are: in XDG_STATE_HOME.
QString logDirectory();
/// Figures of the last nights: in XDG_STATE_HOME.
QString figuresDirectory();
/// What the running consoles have connected: in XDG_STATE_HOME too.
QString stateDirectory();
}
}
