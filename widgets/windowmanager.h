// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// Whether somebody else stacks and moves our windows. Some desks run a bare X server. True where it cannot be asked.
/// Costs one answer of the X server, which Qt itself waits for at every turn. GUI thread.
bool hasWindowManager();
}
