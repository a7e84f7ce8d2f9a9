// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class KAboutData;

namespace Nightdesk
{
/// What Help ▸ About says, and what the desktop knows this program by.
KAboutData aboutProgram();
}
