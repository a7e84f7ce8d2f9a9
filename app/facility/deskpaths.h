// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Paths of the files and directories that Nightdesk uses at this desk.
namespace Nightdesk::DeskPaths
{
/// The facility directory that the user or the administrator set, else the one that the administrator installed; empty:
/// none.
QString facilityDirectory();
/// The file with the user's approvals.
QString trustFile();
/// The directory of the last valid versions of profiles; a cache.
QString lastValidDirectory();
/// The file that records which logins and servers worked for this user, so that these are tried first next time. In XDG_STATE_HOME.
QString connectionRecordFile();
/// The directory of the logs of this user's consoles, in XDG_STATE_HOME.
QString logDirectory();
/// The directory of the figures of the last nights, in XDG_STATE_HOME.
QString figuresDirectory();
/// The directory in XDG_STATE_HOME where each running console records what it has connected.
QString stateDirectory();
}
