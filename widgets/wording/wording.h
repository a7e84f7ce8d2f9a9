// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplevel.h"
#include "sessions/common/units.h"
#include "sessions/display/sessionstate.h"
#include "sessions/links/facts/linkfacts.h"

#include <QColor>
#include <QString>

class QPalette;

namespace Nightdesk
{
/// Numbers and states in words and colors, the same in every widget. GUI thread.
namespace Wording
{
/// "12 ms", "1.42 s"
QString duration(std::chrono::microseconds time);
/// "3 s", "2 min 05 s"
QString age(std::chrono::milliseconds time);
/// "less than a minute", "12 min", "2 h 05 min"
QString hours(std::chrono::minutes time);
/// "1.2 MiB/s"; "–" when not known
QString rate(std::optional<Bytes> perSecond);
QString state(SessionState state);
QString state(LinkState state);
/// About a link that does not answer: for how long, and the state of the replacement connection.
QString silence(std::chrono::seconds silent, std::optional<LinkState> renewal);
/// "login 112 ms · channel 13 ms"
QString startSteps(const QList<StepTiming> &steps);
/// What happened and what to do, as a tool tip in which no text is read as markup; empty without a failure.
QString toolTip(const std::optional<Failure> &failure);

enum class StatusTone {
    Quiet,
    Busy,
    Good,
    Bad
};
StatusTone statusTone(SessionState state);
StatusTone statusTone(LinkState state);
StatusTone statusTone(RoundTripLevel::Level level);
/// "RTT 80 ms"; for a link that is slower than usual "RTT 220 ms: Degraded".
QString roundTrip(std::chrono::microseconds time, RoundTripLevel::Level level);
/// Says which RTT the connection usually has, and whether it is slower now. Empty if the usual RTT is not known yet.
QString roundTripReason(const RoundTripLevel &level);
/// The text color of a status, readable on the window background of the current color scheme.
QColor color(StatusTone statusTone);
}
}
