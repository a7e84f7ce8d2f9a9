// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/profiles/profile.h"

#include <QString>

namespace Nightdesk
{
/// What cards and messages say of X traffic. Plain text. Pure.
namespace TrafficWording
{
/// "X: 48 round trips/s, waits 92 % (derived) · 12 repaints"; empty: nothing of it goes through X here, or it has said nothing yet.
QString live(const XTrafficFigures &figures, std::int64_t exposes);
/// "About 25 s left", "About 6 min left"
QString left(std::chrono::seconds time);
/// What the figures of live() mean, and what is known of its start.
QString tip(const XTrafficFigures &figures);
/// A start that is going to take minutes, and what would help; empty: it is not.
QString start(const XTrafficFigures &figures, const std::optional<Topology> &quicker);
/// The same for a message, with the program's name.
QString startOf(const QString &label, const XTrafficFigures &figures, const std::optional<Topology> &quicker);
QString showAs(Topology topology); ///< a button
}
}
