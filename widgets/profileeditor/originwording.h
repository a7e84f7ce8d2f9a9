// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/effectiveprofile.h"

namespace Nightdesk::OriginWording
{
/// Where a value comes from, for the editor of @p file: "Group telescope1, facility.toml:40". Translated.
QString origin(const EffectiveValue &value, const QString &file);
}
