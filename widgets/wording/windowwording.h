// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "sessions/xwindows/leftovers.h"
#include "sessions/xwindows/windowsession.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// What is said of X programs whose link is in trouble, and of what a broken link does to whom. Plain text. Pure.
namespace WindowWording
{
/// A display that is live but does not answer; empty: it does. @p withheld: presses that were not sent since.
QString silence(Session::Kind kind, Session::Answering answering, const std::optional<QDateTime> &keptUntil, std::int64_t withheld);
/// What is the matter with an X program, with its title, in a few words; empty: nothing.
QString trouble(const WindowSession &window);
/// Why an X program is closed that its link took along.
QString closedWithLink(RestartPolicy restart);
/// "ds9 (process 4711, since 01:20 UT) is left over on lris.summit ..."
QString leftover(const Leftovers::Offer &offer, const QString &host, const QDateTime &now);
/// Which displays of @p profile survive a link that breaks, and which X programs are trusted: a line each; empty without any.
QStringList outlook(const InstrumentProfile &profile);
/// What trusting an X program means.
QString trusted();
/// What one lacks that is not trusted.
QString untrusted();
/// What the viewer may that shows a display from the summit.
QString trustedViewer();
}
}
