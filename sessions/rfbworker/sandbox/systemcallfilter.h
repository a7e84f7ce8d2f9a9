// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk::Rfb::SystemCallFilter
{
/// Loads the seccomp filter into every thread of the process. It allows the calls that a running worker needs, fails with an error those that
/// libraries try but can do without, and kills the process for all others. Returns 0 or an errno.
int load();
}
