// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// Reads facility directories and profile files once, without memory or trust (FacilityWatcher has them). Blocks: call it off
/// the GUI thread. No state: functions alone.
class FacilityReader
{
public:
    /// What stands in @p directory, as it is in force at @p site (empty: no site's overrides). A missing or unreadable
    /// facility.toml is an error in Facility::errors; profiles are read all the same.
    static Facility read(const QString &directory, const QString &site, const QString &account = {});
    /// One file alone. @p facility gives sites and screens to check against; empty: names of screens are not checked.
    static ProfileResult readProfile(const QString &file, const Facility &facility, const QString &site, const QString &account = {});
};
}
