// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"

namespace Nightdesk
{
/// What a profile's window is to be at the summit when it gets a display of its own. The owner's name is still to be filled in. Pure.
AppOrder appOrder(const WindowSpec &spec, const QString &profileId, const QString &site);
}
