// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk::Rfb::SystemCallFilter
{
/// Loads the seccomp filter into every thread of the process: a list of what a running worker needs, a list of what fails
/// with an error because libraries try it and can do without, and death for everything else. Returns 0 or an errno.
int load();
}
