// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

namespace Nightdesk::XTraceTrim
{
/// At most @p most messages of it: its beginning, as far as three quarters of them go, and its end; what is left out between them is
/// the trace's gap.
XTrace trimmed(const XTrace &trace, std::size_t most);
}
