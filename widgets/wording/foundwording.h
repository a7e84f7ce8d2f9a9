// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/discovery.h"

#include <QStringList>

namespace Nightdesk
{
/// Texts about the desktops that a link found tonight. Plain text: most of it comes from another host. Pure.
namespace FoundWording
{
/// The address of a desktop in words: ":3", "port 5903" or "/run/vnc/3".
QString address(const DesktopAddress &address);
/// "Guider (:3)"; without a title only the address.
QString name(const FoundDesktop &desktop);
/// How many desktops were found, and how many of them are offered: one line.
QString summary(const std::optional<DiscoverOutcome> &outcome, bool isRunning, bool isLinkLive, qsizetype offered);
/// What went wrong, and which lines of output describe no desktop: one line each, the worst first; empty: no problem.
QStringList problems(const DiscoverOutcome &outcome);
/// True if a problem explains why no desktop was found, or may have hidden some desktops.
bool isProblemSerious(const DiscoverOutcome &outcome);
}
}
