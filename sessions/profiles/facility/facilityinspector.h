// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"

/// Checks what facility.toml provides to profiles, as if there were a profile for each of its groups at each site. So
/// errors of facility.toml are reported once and with that file, even if no profile is affected. Pure.
namespace Nightdesk::FacilityInspector
{
QList<FacilityErrors::Finding> checkFacility(const FacilityDocument &facility);
}
