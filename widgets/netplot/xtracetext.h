// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xadvice.h"
#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xgrid.h"

#include <QString>

namespace Nightdesk
{
/// What `nightdesk xtrace` tells of traces, as text for a terminal. Pure but for the language.
namespace XTraceText
{
/// What to make of it, over the line that it was run behind.
QList<XFinding> advice(const XTrace &trace, const XTally &tally);
/// The whole trace and its start: times, requests, events, bytes, connections, advice.
QString summary(const XTrace &trace);
/// Why nothing can be foretold of its start; empty: it can.
QString whyNoGrid(const XTrace &trace);
/// What a start like this one would take over other links, or why that is not known.
QString grid(const XTrace &trace);
/// Two traces, request by request; @p nameA, @p nameB: their files.
QString comparison(const QString &nameA, const XTrace &a, const QString &nameB, const XTrace &b);
}
}
