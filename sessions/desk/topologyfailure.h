// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/profiles/profile.h"

#include <optional>

namespace Nightdesk
{
/// Why this version cannot show a display in the way its profile says; empty: it can. One facility serves desks of several
/// versions, so this is no mistake of the profile.
std::optional<Failure> topologyFailure(const WindowSpec &spec);
}
