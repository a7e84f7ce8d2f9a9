// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"

namespace Nightdesk
{
/// How views of desktops behave, as the person set it (Settings).
ViewPrefs viewSettings();
}
