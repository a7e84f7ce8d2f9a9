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
    trace.forEach(trace.lowerBound(summary.fromUsec), trace.lowerBound(summary.toUsec), [&](const XRecord &record) {
        TrafficSummary::Connection &one = all[record.connection];
        one.requests += record.kind == XRecordKind::Request;
        (record.has(XRecord::FromProgram) ? one.bytesUp : one.bytesDown) += record.size;
    });
    for (const XWait &wait : XWaits::of(trace, summary.fromUsec, summary.toUsec, summary.index->roundTripUsec())) {
        TrafficSummary::Connection &one = all[wait.connection];
        one.roundTrips += !wait.isConnectionSetup;
        one.waitUsec += wait.endedAt - wait.beganAt;
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

TrafficSummary TrafficSummary::of(const TrafficSummaryRequest &request)
{
    TrafficSummary result;
    const XTrace &trace = request.trace;
    result.requestNumber = request.requestNumber;
    result.index = request.index ? request.index : std::make_shared<const NetPlotIndex>(trace, request.connection);
    result.isOnlyPartOfTrace = request.rangeUsec.has_value();
    const std::int64_t last = trace.size() > 0 ? trace.at(trace.size() - 1).at : 0;
    result.fromUsec = request.rangeUsec ? request.rangeUsec->first : 0;
    result.toUsec = request.rangeUsec ? request.rangeUsec->second : std::max(trace.endTime, last) + 1;
    result.tally = XTally::of(trace, result.fromUsec, result.toUsec, request.connection);
    result.connections = connectionsOf(result);

    const XLinkFigures taken = XForecast::linkFiguresOf(trace);
    const XLinkFigures now = request.assessedLink.value_or(taken);
    std::optional<XCost> start;
    if (result.index->startupEndUsec()) {
        start = XForecast::startCost(trace, taken);
    }
    result.topologyAdvice = XTopologyAdvice::of(start, result.index->interactions(), now, request.vncAppFigures);
    const QString program = displayText(QByteArrayView(trace.title.program), 60); // from a file, so it may be anything
    if (start || !result.index->interactions().empty()) {
        result.headline = XAdvice::summary(program, result.topologyAdvice);
        if (!result.isOnlyPartOfTrace) {
            result.findings = XAdvice::findings(program, result.topologyAdvice);
        }
    }
    result.findings += XAdvice::findings(trace, result.tally, now);
    std::ranges::stable_sort(result.findings, std::greater(), &XFinding::severity);
    if (request.comparedTrace) {
        const std::int64_t end = request.comparedTrace->size() > 0 ? request.comparedTrace->at(request.comparedTrace->size() - 1).at : 0;
        result.comparedTitle = request.comparedTrace->title;
        result.comparedTally = XTally::of(*request.comparedTrace, 0, std::max(request.comparedTrace->endTime, end) + 1);
        result.differences = XCompare::differences(result.tally, *result.comparedTally);
    }
    return result;
}
}
