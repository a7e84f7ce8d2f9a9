// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xadvice.h"
#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xpredictiongrid.h"

#include <QString>

namespace Nightdesk
{
/// The text output of `nightdesk xtrace` for a terminal. Pure, except for the language.
namespace XTraceText
{
/// Findings about the trace, for the connection over which it was recorded.
QList<XFinding> advice(const XTrace &trace, const XTally &tally);
/// Report on the whole trace and its start: times, requests, events, bytes, connections, advice.
QString summary(const XTrace &trace);
/// Why the trace's start cannot be predicted; empty: it can.
QString noPredictionReason(const XTrace &trace);
/// How long the start of the program would take over other connections: a table of predictions, or why there is none.
QString predictionGrid(const XTrace &trace);
/// Compares two traces, request by request; @p nameA, @p nameB: their file names.
QString comparison(const QString &nameA, const XTrace &a, const QString &nameB, const XTrace &b);
}
}
