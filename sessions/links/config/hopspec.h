// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The link to the last of @p hops ("[user@]host[:port]" or "ssh://...", outermost first), which passes through the hops before it. Key files and the
/// additional known_hosts are those of @p inner; compression is off, since the inner session compresses. Algorithms that @p inner adds are not used:
/// they are for its old host alone, and a gateway is exposed to everybody.
LinkSpec hopSpec(const LinkSpec &inner, const QStringList &hops);
}
