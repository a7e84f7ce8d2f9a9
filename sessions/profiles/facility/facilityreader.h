// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// Reads facility directories once, without remembered versions or trust (FacilityWatcher adds them). Blocks: do not call it in the
/// GUI thread.
namespace Nightdesk::FacilityReader
{
/// Contents of @p directory with the values that apply at @p site (empty: no site overrides). A missing or unreadable facility.toml is an error
/// in Facility::errors; profiles are still read.
Facility read(const QString &directory, const QString &site, const QString &account = {});
}
