// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The link to the last of @p hops ("[user@]host[:port]" or "ssh://...", outermost first), which goes through those before
/// it. Key files and the further known_hosts are those of @p inner; compression is off, the inner session has its own.
/// What @p inner adds to the algorithms is for its old host alone: a gateway is what everybody can reach.
LinkSpec hopSpec(const LinkSpec &inner, const QStringList &hops);
}
