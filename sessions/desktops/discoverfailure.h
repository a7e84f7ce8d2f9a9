// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/hop/discovery.h"

namespace Nightdesk
{
/// Failures of finding a desktop for a session, and of a search in a dialog. Pure.
namespace DiscoverFailure
{
Failure notFound(const DesktopSelector &wanted, const DiscoverOutcome &outcome, const LinkSpec &link);
Failure linkCannotSearch(const QString &link);
Failure linkNotResponding(const LinkSpec &link);
/// An unattended search would log in at @p host, but the host asks for a password or a confirmation.
Failure hostAsksQuestion(const QString &host);
/// What went wrong with the command itself: "It ended with exit code 127: sh: vncserver: not found"; empty: nothing.
QString commandProblem(const DiscoverOutcome &outcome);
}
}
