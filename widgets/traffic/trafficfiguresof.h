// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/traffic/trafficsummary.h"
#include "widgets/traffic/traffictablemodel.h"

namespace Nightdesk
{
/// The contents of the tables next to a netplot. Pure; texts are translated, except names of X requests, which are technical terms.
namespace TrafficTables
{
/// the kinds of requests, sorted by the time waited for them, longest first
TrafficTableData requests(const TrafficSummary &summary);
TrafficTableData times(const TrafficSummary &summary); ///< the shares of idle, sending and waiting time, and totals of all kinds
TrafficTableData byteClasses(const TrafficSummary &summary);
TrafficTableData events(const TrafficSummary &summary); ///< X events and errors
TrafficTableData connections(const TrafficSummary &summary);
TrafficTableData largestRequests(const TrafficSummary &summary);
/// compares two traces request by request, the largest difference first
TrafficTableData comparison(const TrafficSummary &summary);
/// Which two traces are compared, and their totals; empty: there is only one trace.
QString comparedTraces(const TrafficSummary &summary);
/// As HTML, the most important advice first; text from the trace is escaped.
QString adviceHtml(const TrafficSummary &summary);
/// The content of the range in one line: "1.2 s to 3.4 s: 480 requests, 48 round trips, 92 % of the time waiting (derived)".
QString rangeText(const TrafficSummary &summary);
}
}
