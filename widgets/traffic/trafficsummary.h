// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xadvice.h"
#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xjudge.h"
#include "widgets/netplot/netplotindex.h"

#include <QMetaType>

#include <memory>

namespace Nightdesk
{
/// What is to be informed of a trace.
struct TrafficQuestion {
    XTrace trace;
    std::optional<std::pair<std::int64_t, std::int64_t>> range; ///< microseconds; empty: all of it
    std::optional<std::uint16_t> connection; ///< that one alone
    std::optional<XLinkFigures> now; ///< the link to judge it for; empty: the one that it was taken over
    XAppFigures app; ///< what is known of it as vnc-app
    std::optional<XTrace> other; ///< to compare it with
    std::shared_ptr<const NetPlotIndex> index; ///< of the same trace and connection; null: it is made
    quint64 number = 0; ///< comes back with the answer
};

/// A trace summed up for a range, as plot and tables show it. A value; making one takes long where the trace is (0.3 s for a million
/// messages). Made by TrafficSummer, held by TrafficView.
struct TrafficSummary {
    struct Connection {
        XConnection connection;
        std::int64_t requests = 0;
        std::int64_t roundTrips = 0;
        std::int64_t waited = 0; ///< microseconds, derived
        std::int64_t bytesUp = 0;
        std::int64_t bytesDown = 0;
    };
    quint64 number = 0; ///< of the question
    std::chrono::steady_clock::duration took{}; ///< to sum it up; the summer's to fill in
    std::shared_ptr<const NetPlotIndex> index;
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool isRange = false;
    XTally tally;
    std::vector<Connection> connections; ///< in the range
    XJudgement judgement;
    QList<XFinding> findings; ///< the gravest first
    QString headline; ///< plain text, translated
    std::optional<XTraceTitle> other;
    std::optional<XTally> otherTally; ///< of all of it
    std::vector<XDifference> differences;

    /// Pure but for the language; any thread.
    static TrafficSummary of(const TrafficQuestion &question);
};
}
Q_DECLARE_METATYPE(Nightdesk::TrafficSummary)
