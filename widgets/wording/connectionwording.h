// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/connectionlevel.h"
#include "widgets/wording/wording.h"

namespace Nightdesk::ConnectionWording
{
/// The translated name of the level: "OK", "Degraded" or "Fault".
QString levelName(ConnectionLevel::Level level);
/// The reason for the level, short enough for a toolbar: "slower than usual"; empty: OK. @p state: the connection's current state.
QString reason(const ConnectionLevel::Verdict &verdict, LinkState state);
/// The full explanation: what is usual, and what to expect. Plain text.
QString tip(const ConnectionLevel::Verdict &verdict, const RoundTripLevel &roundTrip, LinkState state);
}
