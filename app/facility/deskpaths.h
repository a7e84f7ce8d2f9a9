// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Files and directories that this desk uses.
namespace DeskPaths
{
/// The directory set by the user or the administrator, else the one that the administrator installed; empty: none.
QString facilityDirectory();
/// The file with the user's approvals.
QString trustFile();
/// The last valid versions of profiles; a cache.
QString memoryDirectory();
/// Logins and servers that worked last for this user, to be tried first next time: in XDG_STATE_HOME.
QString returnsFile();
/// The logs of this user's consoles: in XDG_STATE_HOME.
QString logDirectory();
/// The figures of the last nights: in XDG_STATE_HOME.
QString figuresDirectory();
/// What running consoles have connected: in XDG_STATE_HOME.
QString stateDirectory();
}
}
