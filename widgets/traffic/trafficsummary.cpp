// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficsummary.h"

#include "sessions/common/displaytext.h"

#include <algorithm>
#include <map>

namespace Nightdesk
{
namespace
{
std::vector<TrafficSummary::Connection> connectionsOf(const TrafficSummary &summary)
{
    const XTrace &trace = summary.index->trace();
    std::map<std::uint16_t, TrafficSummary::Connection> all;
    trace.forEach(trace.lowerBound(summary.from), trace.lowerBound(summary.to), [&](const XRecord &record) {
        TrafficSummary::Connection &one = all[record.connection];
        one.requests += record.kind == XKind::Request;
        (record.has(XRecord::Up) ? one.bytesUp : one.bytesDown) += record.size;
    });
    for (const XWait &wait : XWaits::of(trace, summary.from, summary.to, summary.index->roundTrip())) {
        TrafficSummary::Connection &one = all[wait.connection];
        one.roundTrips += !wait.isConnectionSetup;
        one.waitTime += wait.to - wait.from;
    }
    for (const XConnection &connection : trace.connections) {
        if (const auto found = all.find(connection.number); found != all.end()) {
            found->second.connection = connection;
        }
    }
    std::vector<TrafficSummary::Connection> result;
    for (auto &[number, one] : all) {
        one.connection.number = number;
        result.push_back(one);
    }
    return result;
}
}

TrafficSummary TrafficSummary::of(const TrafficSummaryRequest &question)
{
    TrafficSummary result;
    const XTrace &trace = question.trace;
    result.number = question.number;
    result.index = question.index ? question.index : std::make_shared<const NetPlotIndex>(trace, question.connection);
    result.isOnlyPartOfTrace = question.range.has_value();
    const std::int64_t last = trace.size() > 0 ? trace.at(trace.size() - 1).at : 0;
    result.from = question.range ? question.range->first : 0;
    result.to = question.range ? question.range->second : std::max(trace.end, last) + 1;
    result.tally = XTally::of(trace, result.from, result.to, question.connection);
    result.connections = connectionsOf(result);

    const XLinkFigures taken = XForecast::link(trace);
    const XLinkFigures now = question.assessedLink.value_or(taken);
    std::optional<XCost> start;
    if (result.index->startupEndTime()) {
        start = XForecast::startCost(trace, taken);
    }
    result.topologyAdvice = XTopologyAdvice::of(start, result.index->interactions(), now, question.vncAppFigures);
    const QString program = displayText(QByteArrayView(trace.title.program), 60); // from a file, so it may be anything
    if (start || !result.index->interactions().empty()) {
        result.headline = XAdvice::summary(program, result.topologyAdvice);
        if (!result.isOnlyPartOfTrace) {
            result.findings = XAdvice::findings(program, result.topologyAdvice);
        }
    }
    result.findings += XAdvice::findings(trace, result.tally, now);
    std::ranges::stable_sort(result.findings, std::greater(), &XFinding::severity);
    if (question.comparedTrace) {
        const std::int64_t end = question.comparedTrace->size() > 0 ? question.comparedTrace->at(question.comparedTrace->size() - 1).at : 0;
        result.comparedTitle = question.comparedTrace->title;
        result.comparedTally = XTally::of(*question.comparedTrace, 0, std::max(question.comparedTrace->end, end) + 1);
        result.differences = XCompare::differences(result.tally, *result.comparedTally);
    }
    return result;
}
}
