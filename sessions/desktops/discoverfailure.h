// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/hop/discovery.h"

namespace Nightdesk
{
/// Why a desktop that has to be found first is not there, and why a search found none. Pure.
namespace DiscoverFailure
{
Failure notFound(const DiscoveredDesktop &wanted, const DiscoverOutcome &outcome, const LinkSpec &link);
Failure notLookedFor(const QString &link);
Failure linkIsSilent(const LinkSpec &link);
/// A search that nobody watches would log in there, and is asked for something.
Failure asksSomething(const QString &host);
/// What was wrong with the command itself: "It ended with exit code 127: sh: vncserver: not found"; empty: nothing.
QString commandTrouble(const DiscoverOutcome &outcome);
}
}
