// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xadvice.h"
#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xtopologyadvice.h"
#include "widgets/netplot/netplotindex.h"

#include <QMetaType>

#include <memory>

namespace Nightdesk
{
/// A request for a summary of a trace.
struct TrafficSummaryRequest {
    XTrace trace;
    /// the range to summarize, in microseconds since XTrace::begin; empty: the whole trace
    std::optional<std::pair<std::int64_t, std::int64_t>> rangeUsec;
    std::optional<std::uint16_t> connection; ///< summarizes only this X connection; empty: all connections
    std::optional<XLinkFigures> assessedLink; ///< the link for which the trace is assessed; empty: the link over which it was recorded
    VncAppFigures vncAppFigures; ///< what is known about running the program as vnc-app
    std::optional<XTrace> comparedTrace; ///< a second trace to compare with
    std::shared_ptr<const NetPlotIndex> index; ///< an index of the same trace and connection; null: it will be created
    quint64 requestNumber = 0; ///< identifies the request; copied to the summary
};

/// A trace summarized for a range, as plot and tables show it. A value; making one is slow for a long trace (0.3 s for a million messages). Made by
/// TrafficSummarizer, held by TrafficView.
struct TrafficSummary {
    struct Connection {
        XConnection connection;
        std::int64_t requests = 0;
        std::int64_t roundTrips = 0;
        std::int64_t waitUsec = 0; ///< estimated time that the program waited
        std::int64_t bytesUp = 0;
        std::int64_t bytesDown = 0;
    };
    quint64 requestNumber = 0; ///< copied from TrafficSummaryRequest
    std::chrono::steady_clock::duration computingTime{}; ///< the time for making the summary; set by TrafficSummarizer
    std::shared_ptr<const NetPlotIndex> index;
    std::int64_t fromUsec = 0; ///< begin of the range, in microseconds of the trace
    std::int64_t toUsec = 0;
    bool isOnlyPartOfTrace = false;
    XTally tally;
    std::vector<Connection> connections; ///< the X connections that have messages in the range
    XTopologyAdvice topologyAdvice;
    QList<XFinding> findings; ///< findings about the trace, the most important first
    QString headline; ///< plain text, translated
    std::optional<XTraceTitle> comparedTitle;
    std::optional<XTally> comparedTally; ///< totals of the whole other trace
    std::vector<XRequestDifference> differences;

    /// Makes the summary of a trace. Pure except for the language of the texts. May be called in any thread.
    static TrafficSummary of(const TrafficSummaryRequest &request);
};
}
Q_DECLARE_METATYPE(Nightdesk::TrafficSummary)
