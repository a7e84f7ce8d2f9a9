// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/traffic/trafficsummary.h"
#include "widgets/traffic/traffictable.h"

namespace Nightdesk
{
/// What the tables beside a netplot say. Pure; words are translated, names of requests are terms and stay as they are.
namespace TrafficFiguresOf
{
TrafficFigures requests(const TrafficSummary &summary); ///< those that were waited for longest first
TrafficFigures times(const TrafficSummary &summary); ///< and sums of all kinds
TrafficFigures classes(const TrafficSummary &summary);
TrafficFigures events(const TrafficSummary &summary); ///< and errors
TrafficFigures connections(const TrafficSummary &summary);
TrafficFigures largest(const TrafficSummary &summary);
TrafficFigures comparison(const TrafficSummary &summary);
QString
compared(const TrafficSummary &summary); ///< whose the two are, and their sums; empty: there is only one ///< request by request, the largest difference first
/// As HTML, the gravest first; what is not ours in it is escaped.
QString advice(const TrafficSummary &summary);
/// One line of what the range holds: "1.2 s to 3.4 s: 480 requests, 48 round trips, 92 % of the time waiting (derived)".
QString range(const TrafficSummary &summary);
}
}
