// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"

namespace Nightdesk
{
/// The user's settings of how views of desktops behave.
ViewPrefs currentViewPrefs();
}
