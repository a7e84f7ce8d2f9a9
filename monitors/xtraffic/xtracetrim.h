// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

namespace Nightdesk::XTraceTrim
{
/// At most @p maxRecords messages of @p trace: up to three quarters from its beginning, the rest from its end; the omitted part between
/// becomes the trace's gap.
XTrace trimmed(const XTrace &trace, std::size_t maxRecords);
}
