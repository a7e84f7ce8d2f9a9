// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// Compares a connected profile with the current version of the same profile. Pure.
namespace Nightdesk::ProfileChange
{
/// Ids of displays that were added or removed, or that are shown in another way or over another route. Names, descriptions and places in files are
/// ignored: they do not affect the connection.
QStringList differingDisplays(const InstrumentProfile &connected, const InstrumentProfile &now);
}
