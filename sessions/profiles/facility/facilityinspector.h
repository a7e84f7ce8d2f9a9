// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitydocument.h"

namespace Nightdesk
{
/// Looks at what facility.toml gives to profiles, as if there were a profile for each of its groups at each site: so that
/// its errors are told with it, once, also those that no profile meets. Pure.
namespace FacilityInspector
{
QList<FacilityMistakes::Finding> inspect(const FacilityDocument &facility);
}
}
