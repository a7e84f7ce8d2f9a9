// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// Applies the colors of the settings: dark (the default), light, the system's, or red on black. GUI thread.
void applyColors();
}
