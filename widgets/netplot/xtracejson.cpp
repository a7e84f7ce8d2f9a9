// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/xtracejson.h"

#include "monitors/xtraffic/xcompression.h"
#include "widgets/netplot/netplotwording.h"
#include "widgets/netplot/xtracetext.h"

#include <QJsonArray>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QJsonValue numberValue(std::int64_t value)
{
    return static_cast<qint64>(value);
}

QJsonObject totalsObject(const XMessageTotals &totals)
{
    return {{u"count"_s, numberValue(totals.count)},
            {u"bytes"_s, numberValue(totals.bytes)},
            {u"replyBytes"_s, numberValue(totals.replyBytes)},
            {u"roundTrips"_s, numberValue(totals.roundTripCount)},
            {u"waitedMicroseconds"_s, numberValue(totals.waitTime)},
            {u"largest"_s, numberValue(totals.largestMessageBytes)}};
}

QJsonObject totalsByName(XRecordKind kind, const std::map<XName, XMessageTotals> &all)
{
    QJsonObject object;
    for (const auto &[name, each] : all) {
        object.insert(NetPlotWording::messageName(kind, name), totalsObject(each));
    }
    return object;
}

QJsonObject tallyObject(const XTally &tally)
{
    QJsonObject requests = totalsByName(XRecordKind::Request, tally.totalsByRequest);
    for (const auto &[wireCode, each] : tally.totalsOfUnnamedRequests) {
        requests.insert(NetPlotWording::messageName(XRecordKind::Request, {XName::unknownExtensionIndex, static_cast<std::uint8_t>(wireCode)}, wireCode),
                        totalsObject(each));
    }
    static constexpr const char *classes[] = {"images", "glyphs", "coreFonts", "properties", "drawing", "other"};
    QJsonObject byClass;
    for (std::size_t i = 0; i < tally.bytesByClass.size(); ++i) {
        byClass.insert(QLatin1StringView(classes[i]), numberValue(tally.bytesByClass[i]));
    }
    QJsonObject object{{u"fromMicroseconds"_s, numberValue(tally.rangeBegin)},
                       {u"toMicroseconds"_s, numberValue(tally.rangeEnd)},
                       {u"requests"_s, numberValue(tally.requests)},
                       {u"withReply"_s, numberValue(tally.requestsWithReply)},
                       {u"roundTrips"_s, numberValue(tally.roundTripCount)},
                       {u"busiestSecond"_s, numberValue(tally.roundTripsInBusiestSecond)},
                       {u"replies"_s, numberValue(tally.replies)},
                       {u"events"_s, numberValue(tally.events)},
                       {u"errors"_s, numberValue(tally.errors)},
                       {u"bytesUp"_s, numberValue(tally.bytesUp)},
                       {u"bytesDown"_s, numberValue(tally.bytesDown)},
                       {u"bursts"_s, numberValue(tally.burstCount)},
                       {u"smallPackets"_s, numberValue(tally.smallBurstCount)},
                       {u"idleMicroseconds"_s, numberValue(tally.times.idleTime)},
                       {u"sendingMicroseconds"_s, numberValue(tally.times.sendingTime)},
                       {u"waitingMicrosecondsDerived"_s, numberValue(tally.times.waitingTime)},
                       {u"networkDelayMicroseconds"_s, numberValue(tally.times.networkTime)},
                       {u"bytesByClass"_s, byClass},
                       {u"byRequest"_s, requests},
                       {u"byEvent"_s, totalsByName(XRecordKind::Event, tally.totalsByEvent)},
                       {u"byError"_s, totalsByName(XRecordKind::Error, tally.totalsByError)}};
    if (tally.retransmits >= 0) {
        object.insert(u"retransmits"_s, numberValue(tally.retransmits));
    }
    return object;
}

/// Adds whether the connection was compressed, and its bytes; unknown values are left out.
void addCompression(QJsonObject &object, const XTrace &trace)
{
    if (trace.isCompressed) {
        object.insert(u"compressed"_s, *trace.isCompressed);
    }
    if (const auto bytes = XWireBytes::of(trace)) {
        object.insert(u"bytesBeforeCompression"_s, numberValue(bytes->bytesBeforeCompression));
        object.insert(u"bytesOnWire"_s, numberValue(bytes->bytesAfterCompression));
    }
}

QJsonObject predictionGridObject(const XCost &cost)
{
    const XPredictionGrid grid = XPredictionGrid::of(cost);
    QJsonArray rows;
    for (std::size_t row = 0; row < grid.roundTrips.size(); ++row) {
        for (std::size_t column = 0; column < grid.bytesPerSecond.size(); ++column) {
            QJsonObject cell{{u"roundTripMicroseconds"_s, numberValue(grid.roundTrips[row].count())},
                             {u"oneWayMicroseconds"_s, numberValue(XPredictionGrid::oneWayTime(grid.roundTrips[row]).count())},
                             {u"startMicroseconds"_s, numberValue(grid.times[row][column].count())}};
            if (grid.bytesPerSecond[column] > 0) {
                cell.insert(u"bytesPerSecond"_s, grid.bytesPerSecond[column]); // left out if there is no limit
            }
            rows.append(cell);
        }
    }
    return {{u"predictedStarts"_s, rows}};
}

QString severityName(XFinding::Severity severity)
{
    switch (severity) {
    case XFinding::Severity::Note:
        return u"note"_s;
    case XFinding::Severity::Warning:
        return u"warning"_s;
    case XFinding::Severity::Grave:
        break;
    }
    return u"grave"_s;
}
}

QJsonObject XTraceJson::summary(const XTrace &trace, bool withPredictionGrid)
{
    const XLinkFigures link = XForecast::linkFiguresOf(trace);
    const XTally whole = XTally::of(trace, 0, trace.endTime + 1);
    QJsonObject object{{u"program"_s, QString::fromStdString(trace.title.program)},
                       {u"host"_s, QString::fromStdString(trace.title.host)},
                       {u"endMicroseconds"_s, numberValue(trace.endTime)},
                       {u"roundTripMicroseconds"_s, numberValue(link.roundTrip.count())},
                       {u"whole"_s, tallyObject(whole)}};
    if (link.bytesPerSecond > 0) {
        object.insert(u"bytesPerSecond"_s, link.bytesPerSecond); // left out if there is no limit
    }
    addCompression(object, trace);
    if (const auto end = XForecast::startupEndMicroseconds(trace)) {
        const XCost cost = XForecast::startCost(trace, link);
        object.insert(u"start"_s, tallyObject(XTally::of(trace, 0, *end + 1)));
        object.insert(u"startMicroseconds"_s, numberValue(*end));
        object.insert(u"startCost"_s,
                      QJsonObject{{u"roundTrips"_s, numberValue(cost.roundTripCount)},
                                  {u"bytesUp"_s, numberValue(cost.bytesUp)},
                                  {u"bytesDown"_s, numberValue(cost.bytesDown)},
                                  {u"localMicroseconds"_s, numberValue(cost.nonNetworkTime)}});
        if (withPredictionGrid) {
            object.insert(u"grid"_s, predictionGridObject(cost));
        }
    } else if (withPredictionGrid) {
        object.insert(u"grid"_s, QJsonObject{{u"predictedStarts"_s, QJsonArray()}, {u"reason"_s, XTraceText::noPredictionReason(trace)}});
    }
    QJsonArray connections;
    for (const XConnection &connection : trace.connections) {
        connections.append(QJsonObject{{u"number"_s, connection.number},
                                       {u"bigEndian"_s, connection.isBigEndian},
                                       {u"problem"_s, QString::fromStdString(connection.problem)}});
    }
    object.insert(u"connections"_s, connections);
    QJsonArray findings;
    const QList<XFinding> advice = XTraceText::advice(trace, whole);
    for (const XFinding &finding : advice) {
        findings.append(QJsonObject{{u"severity"_s, severityName(finding.severity)},
                                    {u"what"_s, finding.diagnosis},
                                    {u"evidence"_s, finding.evidence},
                                    {u"whatToDo"_s, finding.whatToDo}});
    }
    object.insert(u"findings"_s, findings);
    return object;
}

QJsonObject XTraceJson::comparison(const XTrace &a, const XTrace &b)
{
    const XTally tallyA = XTally::of(a, 0, a.endTime + 1);
    const XTally tallyB = XTally::of(b, 0, b.endTime + 1);
    QJsonArray differences;
    for (const XRequestDifference &difference : XCompare::differences(tallyA, tallyB)) {
        differences.append(QJsonObject{{u"request"_s, NetPlotWording::messageName(XRecordKind::Request, difference.requestName, difference.wireCode)},
                                       {u"a"_s, totalsObject(difference.firstTotals)},
                                       {u"b"_s, totalsObject(difference.secondTotals)}});
    }
    QJsonObject objectA = tallyObject(tallyA);
    QJsonObject objectB = tallyObject(tallyB);
    addCompression(objectA, a);
    addCompression(objectB, b);
    return {{u"a"_s, objectA}, {u"b"_s, objectB}, {u"differences"_s, differences}};
}
}
