// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/connectionlevel.h"
#include "widgets/wording/wording.h"

namespace Nightdesk::ConnectionWording
{
/// "OK", "Degraded", "Fault"
QString word(ConnectionLevel::Level level);
/// Why, short enough for a toolbar: "slower than usual"; empty: it is OK. @p state: as the connection is.
QString reason(const ConnectionLevel::Verdict &verdict, LinkState state);
/// All of it: what is usual, and what to expect. Plain text.
QString tip(const ConnectionLevel::Verdict &verdict, const RoundTripLevel &roundTrip, LinkState state);
}
