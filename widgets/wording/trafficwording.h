// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/profiles/profile.h"

#include <QString>

namespace Nightdesk
{
/// Texts about X traffic on cards and in messages. Plain text. Pure.
namespace TrafficWording
{
/// "X: 48 round trips/s, 92 % of the time waiting (estimated) · 12 repaints"; empty: no X traffic of the program passes here, or none has been seen
/// yet.
QString trafficRate(const XTrafficFigures &figures, std::int64_t exposes);
/// The remaining time in words: "About 25 s left", "About 6 min left".
QString timeLeft(std::chrono::seconds time);
/// What the figures of trafficRate() mean, and how long the program's start took.
QString tip(const XTrafficFigures &figures);
/// Warns of a start that will take minutes, and says what would help; empty: the start is fast enough.
QString slowStart(const XTrafficFigures &figures, const std::optional<Topology> &quicker);
/// Like slowStart(), but with the program's name, for a message.
QString slowStartOf(const QString &label, const XTrafficFigures &figures, const std::optional<Topology> &quicker);
QString showAsLabel(Topology topology); ///< label of a button that changes the display mode
}
}
