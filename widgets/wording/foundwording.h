// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/discovery.h"

#include <QStringList>

namespace Nightdesk
{
/// What is said of the desktops that a link found tonight. Plain text: most of it is another machine's. Pure.
namespace FoundWording
{
/// ":3", "port 5903", "/run/vnc/3"
QString address(const DesktopAddress &address);
/// "Guider (:3)"; without a title the address alone.
QString name(const FoundDesktop &desktop);
/// How many were found, and how many of them are to be offered: one line.
QString summary(const std::optional<DiscoverOutcome> &outcome, bool isRunning, bool canRun, qsizetype offered);
/// What went wrong, and the lines that tell of no desktop: a line each, the worst first; empty: nothing.
QStringList trouble(const DiscoverOutcome &outcome);
/// Nothing was found because of something, or what was found may not be all.
bool isBad(const DiscoverOutcome &outcome);
}
}
