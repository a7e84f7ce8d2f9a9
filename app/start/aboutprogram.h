// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class KAboutData;

namespace Nightdesk
{
/// The data for Help ▸ About, and the names by which the desktop environment recognizes this program.
KAboutData aboutProgram();
}
