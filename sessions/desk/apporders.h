// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"

namespace Nightdesk
{
/// Makes the request to start a profile's program in a private X server at the summit. The caller has to set the owner's name. Pure.
AppRequest appRequestOf(const WindowSpec &spec, const QString &profileId, const QString &site);
}
