// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficfiguresof.h"

#include "sessions/common/displaytext.h"
#include "widgets/netplot/netplotwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QLocale>

#include <algorithm>
#include <numeric>

namespace Nightdesk::TrafficTables
{
using namespace Qt::StringLiterals;
using Cell = TrafficTableData::Cell;
using Column = TrafficTableData::Column;

namespace
{
Cell textCell(const QString &text)
{
    return {text, {}};
}

Cell numberCell(std::int64_t count)
{
    return {QLocale().toString(static_cast<qlonglong>(count)), static_cast<double>(count)};
}

Cell bytesCell(std::int64_t bytes)
{
    return {NetPlotWording::bytes(bytes), static_cast<double>(bytes)};
}

Cell timeCell(std::int64_t microseconds)
{
    return {microseconds == 0 ? i18nc("@item no time at all", "0 s") : Wording::duration(std::chrono::microseconds(microseconds)),
            static_cast<double>(microseconds)};
}

Cell percentCell(std::int64_t part, std::int64_t whole)
{
    const double percent = whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
    return {i18nc("@item a part of the whole in per cent", "%1 %", QLocale().toString(percent, 'f', 1)), percent};
}

QString requestHeader()
{
    return i18nc("@title:column", "Request");
}

Column bytesColumn()
{
    return {i18nc("@title:column", "Bytes"), i18nc("@info:tooltip", "Bytes of the messages themselves")};
}

Column roundTripsColumn()
{
    return {i18nc("@title:column round trips", "Round Trips"),
            i18nc("@info:tooltip", "Round trips: how often the program waited for an answer before it continued")};
}

Column waitTimeColumn()
{
    return {i18nc("@title:column", "Waited (Estimated)"),
            i18nc("@info:tooltip", "Waited (estimated): server time seen at this workstation, plus one connection round trip (RTT) for each wait")};
}

Column countColumn()
{
    return {i18nc("@title:column", "Count"), i18nc("@info:tooltip", "Number of messages")};
}
}

TrafficTableData requests(const TrafficSummary &summary)
{
    TrafficTableData result;
    result.columns = {{requestHeader(), i18nc("@info:tooltip", "What the program sent to its X server")},
                      countColumn(),
                      roundTripsColumn(),
                      waitTimeColumn(),
                      bytesColumn(),
                      {i18nc("@title:column", "Bytes of Replies"), i18nc("@info:tooltip", "Bytes of the replies")},
                      {i18nc("@title:column", "Largest"), i18nc("@info:tooltip", "Bytes of the largest request")}};
    struct Entry {
        QString name;
        XMessageTotals totals;
    };
    QList<Entry> all;
    for (const auto &[name, one] : summary.tally.totalsByRequest) {
        all.append({NetPlotWording::messageName(XRecordKind::Request, name, 0), one});
    }
    for (const auto &[wireCode, one] : summary.tally.totalsOfUnnamedRequests) {
        all.append({NetPlotWording::messageName(XRecordKind::Request, {XName::unknownExtensionIndex, 0}, wireCode), one});
    }
    std::ranges::stable_sort(all, std::greater(), [](const Entry &entry) {
        return std::tuple(entry.totals.waitTime, entry.totals.roundTripCount, entry.totals.bytes);
    });
    for (const Entry &entry : std::as_const(all)) {
        const XMessageTotals &one = entry.totals;
        result.rows.append({textCell(entry.name),
                            numberCell(one.count),
                            numberCell(one.roundTripCount),
                            timeCell(one.waitTime),
                            bytesCell(one.bytes),
                            bytesCell(one.replyBytes),
                            bytesCell(one.largestMessageBytes)});
    }
    return result;
}

TrafficTableData times(const TrafficSummary &summary)
{
    const XTally &tally = summary.tally;
    const XTimeBreakdown &times = tally.times;
    TrafficTableData result;
    result.columns = {{i18nc("@title:column", "Figure"), i18nc("@info:tooltip", "What is counted")},
                      {i18nc("@title:column", "Value"), i18nc("@info:tooltip", "Sum over the range")},
                      {i18nc("@title:column", "Share of the Time"), i18nc("@info:tooltip", "Share of the whole range")}};
    const auto row = [&](const QString &what, const Cell &value, const Cell &part = {}) {
        result.rows.append({textCell(what), value, part});
    };
    row(i18nc("@item", "Time"), timeCell(times.totalTime), percentCell(times.totalTime, times.totalTime));
    row(i18nc("@item of a program's time", "Idle"), timeCell(times.idleTime), percentCell(times.idleTime, times.totalTime));
    row(i18nc("@item of a program’s time: what the program sent was on its way", "Blocked sending (estimated)"),
        timeCell(times.sendingTime),
        percentCell(times.sendingTime, times.totalTime));
    row(i18nc("@item of a program's time", "Blocked on replies (estimated)"), timeCell(times.waitingTime), percentCell(times.waitingTime, times.totalTime));
    row(i18nc("@item of a program's time: sending and waiting", "Network delay (estimated)"),
        timeCell(times.networkTime),
        percentCell(times.networkTime, times.totalTime));
    row(i18nc("@item", "Round trip of the connection (RTT)"), timeCell(summary.index->roundTripUsec()));
    row(i18nc("@item", "Round trips"), numberCell(tally.roundTripCount));
    row(i18nc("@item", "Round trips in the busiest second"), numberCell(tally.roundTripsInBusiestSecond));
    row(i18nc("@item", "Requests"), numberCell(tally.requests));
    row(i18nc("@item", "Requests with a reply"), numberCell(tally.requestsWithReply));
    row(i18nc("@item", "Replies"), numberCell(tally.replies));
    row(i18nc("@item", "Events"), numberCell(tally.events));
    row(i18nc("@item", "Errors"), numberCell(tally.errors));
    row(i18nc("@item", "Bytes from the program"), bytesCell(tally.bytesUp));
    row(i18nc("@item", "Bytes to the program"), bytesCell(tally.bytesDown));
    row(i18nc("@item what a program sent in one go", "Bursts"), numberCell(tally.burstCount));
    row(i18nc("@item what a program sent in one go", "Bursts of less than 256 bytes"), numberCell(tally.smallBurstCount));
    row(i18nc("@item", "Retransmits of the connection meanwhile"), tally.retransmits < 0 ? textCell(i18nc("@item", "unknown")) : numberCell(tally.retransmits));
    return result;
}

TrafficTableData byteClasses(const TrafficSummary &summary)
{
    TrafficTableData result;
    result.columns = {{i18nc("@title:column what bytes are for", "Class"), i18nc("@info:tooltip", "Purpose of the bytes")},
                      {bytesColumn().header, i18nc("@info:tooltip", "Bytes of requests and of their replies")},
                      {i18nc("@title:column", "Share of the Bytes"), i18nc("@info:tooltip", "Share of all bytes in this table")}};
    std::int64_t whole = 0;
    for (const std::int64_t bytes : summary.tally.bytesByClass) {
        whole += bytes;
    }
    std::vector<std::size_t> order(summary.tally.bytesByClass.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) {
        return summary.tally.bytesByClass[i];
    });
    for (const std::size_t i : order) {
        const std::int64_t bytes = summary.tally.bytesByClass[i];
        result.rows.append({textCell(NetPlotWording::kind(static_cast<NetPlotMessageKind>(i))), bytesCell(bytes), percentCell(bytes, whole)});
    }
    return result;
}

TrafficTableData events(const TrafficSummary &summary)
{
    TrafficTableData result;
    result.columns = {{i18nc("@title:column an X event or error", "Message"), i18nc("@info:tooltip", "What the server sent without a request")},
                      {i18nc("@title:column event or error", "Kind"), i18nc("@info:tooltip", "Event or error")},
                      countColumn(),
                      bytesColumn()};
    for (const auto &[name, one] : summary.tally.totalsByError) {
        result.rows.append({textCell(NetPlotWording::messageName(XRecordKind::Error, name, 0)),
                            textCell(i18nc("@item an X message", "error")),
                            numberCell(one.count),
                            bytesCell(one.bytes)});
    }
    for (const auto &[name, one] : summary.tally.totalsByEvent) {
        result.rows.append({textCell(NetPlotWording::messageName(XRecordKind::Event, name, 0)),
                            textCell(i18nc("@item an X message", "event")),
                            numberCell(one.count),
                            bytesCell(one.bytes)});
    }
    std::ranges::stable_sort(result.rows, std::greater(), [](const TrafficTableData::Row &row) {
        return row[2].number.value_or(0);
    });
    return result;
}

TrafficTableData connections(const TrafficSummary &summary)
{
    TrafficTableData result;
    result.columns = {{i18nc("@title:column an X connection's number", "Connection"),
                       i18nc("@info:tooltip", "X connections of the program, in the order in which they were opened")},
                      {i18nc("@title:column when it was opened", "Opened At"), i18nc("@info:tooltip", "Opened at: seconds since the program’s start")},
                      {i18nc("@title:column when it was closed", "Closed At"), i18nc("@info:tooltip", "Closed at: seconds since the program’s start")},
                      {i18nc("@title:column", "Requests"), i18nc("@info:tooltip", "Number of requests")},
                      roundTripsColumn(),
                      waitTimeColumn(),
                      {i18nc("@title:column bytes", "From the Program"), i18nc("@info:tooltip", "From the program, in bytes")},
                      {i18nc("@title:column bytes", "To the Program"), i18nc("@info:tooltip", "To the program, in bytes")},
                      {i18nc("@title:column", "Remarks"), i18nc("@info:tooltip", "Why the connection could not be decoded")}};
    const auto moment = [](std::int64_t at) {
        return Cell{i18nc("@item a time in seconds", "%1 s", NetPlotWording::seconds(at, 1000)), static_cast<double>(at)};
    };
    for (const TrafficSummary::Connection &one : summary.connections) {
        // The decoder's message remains in English, so that users can report it.
        const QString remark = one.connection.problem.empty()
            ? one.connection.isBigEndian ? i18nc("@item of an X connection: its byte order", "big-endian") : QString()
            : i18nc("@item of an X connection; %1: why, in English", "not decoded to its end: %1", displayText(QByteArrayView(one.connection.problem), 200));
        result.rows.append({numberCell(one.connection.number),
                            moment(one.connection.openedAt),
                            one.connection.closedAt ? moment(*one.connection.closedAt) : textCell(i18nc("@item of an X connection", "open")),
                            numberCell(one.requests),
                            numberCell(one.roundTrips),
                            timeCell(one.waitUsec),
                            bytesCell(one.bytesUp),
                            bytesCell(one.bytesDown),
                            textCell(remark)});
    }
    return result;
}

TrafficTableData largestRequests(const TrafficSummary &summary)
{
    TrafficTableData result;
    result.columns = {{requestHeader(), i18nc("@info:tooltip", "The largest requests of the range")},
                      bytesColumn(),
                      {i18nc("@title:column a time", "At"), i18nc("@info:tooltip", "At: seconds since the program’s start")},
                      {i18nc("@title:column an X connection's number", "Connection"), i18nc("@info:tooltip", "Connection: its number")}};
    for (const XRecord &record : summary.tally.largestRequests) {
        result.rows.append({textCell(QString::fromStdString(XNames::label(record))),
                            bytesCell(record.size),
                            Cell{i18nc("@item a time in seconds", "%1 s", NetPlotWording::seconds(record.at, 1000)), static_cast<double>(record.at)},
                            numberCell(record.connection)});
    }
    return result;
}

TrafficTableData comparison(const TrafficSummary &summary)
{
    TrafficTableData result;
    const auto column = [](const QString &header) -> Column {
        return {header,
                i18nc("@info:tooltip %1: a column of a table", "%1: here is the range of this trace, there the whole trace that it is compared with", header)};
    };
    result.columns = {column(requestHeader()),
                      column(i18nc("@title:column of two traces, this one", "Count Here")),
                      column(i18nc("@title:column of two traces, the other one", "Count There")),
                      column(i18nc("@title:column of two traces, this one", "Round Trips Here")),
                      column(i18nc("@title:column of two traces, the other one", "Round Trips There")),
                      column(i18nc("@title:column of two traces, this one", "Waited Here (Estimated)")),
                      column(i18nc("@title:column of two traces, the other one", "Waited There (Estimated)")),
                      column(i18nc("@title:column of two traces, this one", "Bytes Here")),
                      column(i18nc("@title:column of two traces, the other one", "Bytes There"))};
    for (const XRequestDifference &one : summary.differences) {
        const XMessageTotals &a = one.firstTotals;
        const XMessageTotals &b = one.secondTotals;
        result.rows.append({textCell(NetPlotWording::messageName(XRecordKind::Request, one.requestName, one.wireCode)),
                            numberCell(a.count),
                            numberCell(b.count),
                            numberCell(a.roundTripCount),
                            numberCell(b.roundTripCount),
                            timeCell(a.waitTime),
                            timeCell(b.waitTime),
                            bytesCell(a.bytes + a.replyBytes),
                            bytesCell(b.bytes + b.replyBytes)});
    }
    return result;
}

QString comparedTraces(const TrafficSummary &summary)
{
    if (!summary.comparedTitle || !summary.comparedTally) {
        return {};
    }
    const auto sums = [](const XTally &tally) {
        return i18nc("@info sums of a trace, %1: requests, %2: round trips, %3: bytes",
                     "%1 requests, %2 round trips, %3",
                     QLocale().toString(static_cast<qlonglong>(tally.requests)),
                     QLocale().toString(static_cast<qlonglong>(tally.roundTripCount)),
                     NetPlotWording::bytes(tally.bytesUp + tally.bytesDown));
    };
    return i18nc("@info two traces that are compared, %1, %3: whose each is, %2, %4: its sums",
                 "Here: %1: %2. There: %3: %4.",
                 NetPlotWording::title(summary.index->trace().title),
                 sums(summary.tally),
                 NetPlotWording::title(*summary.comparedTitle),
                 sums(*summary.comparedTally));
}

QString adviceHtml(const TrafficSummary &summary)
{
    QString html = u"<qt>"_s;
    if (!summary.headline.isEmpty()) {
        html += u"<p><b>%1</b></p>"_s.arg(summary.headline.toHtmlEscaped());
    }
    for (const XFinding &finding : summary.findings) {
        const QString weight = finding.severity == XFinding::Severity::Grave ? i18nc("@info how much a finding matters: minutes are lost", "Costs minutes:")
            : finding.severity == XFinding::Severity::Warning                ? i18nc("@info how much a finding matters: observers notice it", "Noticeable:")
                                                                             : i18nc("@info how much a finding matters: little", "Note:");
        html += u"<p><b>%1</b> %2"_s.arg(weight.toHtmlEscaped(), finding.diagnosis.toHtmlEscaped());
        if (!finding.evidence.isEmpty()) {
            html += u"<br/><i>%1</i>"_s.arg(finding.evidence.toHtmlEscaped());
        }
        if (!finding.whatToDo.isEmpty()) {
            html += u"<br/>→ %1"_s.arg(finding.whatToDo.toHtmlEscaped());
        }
        html += u"</p>"_s;
    }
    if (summary.findings.isEmpty()) {
        html += u"<p>%1</p>"_s.arg(i18nc("@info of X traffic", "Nothing in this range needs to be changed.").toHtmlEscaped());
    }
    return html + u"</qt>"_s;
}

QString rangeText(const TrafficSummary &summary)
{
    const XTally &tally = summary.tally;
    const std::int64_t total = std::max<std::int64_t>(tally.times.totalTime, 1);
    return i18nc("@info %1, %2: from and to in seconds, %3: requests, %4: round trips, %5: bytes, %6: per cent",
                 "%1 s to %2 s: %3 requests, %4 round trips, %5; waiting %6 % of the time (estimated)",
                 NetPlotWording::seconds(summary.fromUsec, 100'000),
                 NetPlotWording::seconds(summary.toUsec, 100'000),
                 QLocale().toString(static_cast<qlonglong>(tally.requests)),
                 QLocale().toString(static_cast<qlonglong>(tally.roundTripCount)),
                 NetPlotWording::bytes(tally.bytesUp + tally.bytesDown),
                 QString::number(tally.times.waitingTime * 100 / total));
}
}
