// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/xtracetext.h"

#include "monitors/xadvice/xprogramhistories.h"
#include "monitors/xtraffic/xcompression.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/texttable.h"
#include "widgets/netplot/netplotwording.h"

#include <KLocalizedString>

#include <QLocale>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype longestProblem = 300;

QString numberText(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

/// An empty text for 0, so that other numbers of a table are found faster.
QString emptyIfZero(std::int64_t count)
{
    return count != 0 ? numberText(count) : QString();
}

QString secondsText(std::int64_t microseconds)
{
    return i18nc("@info:shell a time in seconds", "%1 s", QLocale().toString(static_cast<double>(microseconds) / 1e6, 'f', 3));
}

QString secondsOrEmpty(std::int64_t microseconds)
{
    return microseconds != 0 ? secondsText(microseconds) : QString();
}

QString limitedText(const std::string &text, qsizetype most = 80)
{
    return displayText(QByteArrayView(text), most);
}

QString bytePurposeName(std::size_t index)
{
    switch (static_cast<XByteClass>(index)) {
    case XByteClass::Images:
        return i18nc("@info:shell what bytes of an X connection are for", "Images");
    case XByteClass::Glyphs:
        return i18nc("@info:shell what bytes of an X connection are for", "Text by RENDER");
    case XByteClass::CoreFonts:
        return i18nc("@info:shell what bytes of an X connection are for", "Core fonts");
    case XByteClass::Properties:
        return i18nc("@info:shell what bytes of an X connection are for", "Properties");
    case XByteClass::Drawing:
        return i18nc("@info:shell what bytes of an X connection are for", "Drawing");
    case XByteClass::Other:
        break;
    }
    return i18nc("@info:shell what bytes of an X connection are for", "Other");
}

QString section(const QString &title, const QString &text)
{
    return text.isEmpty() ? QString() : u'\n' + title + u'\n' + text;
}

struct NamedTotals {
    QString name;
    XMessageTotals totals;
};

QList<NamedTotals> requestsOf(const XTally &tally)
{
    QList<NamedTotals> result;
    for (const auto &[name, count] : tally.totalsByRequest) {
        result.append({NetPlotWording::messageName(XRecordKind::Request, name), count});
    }
    for (const auto &[wireCode, count] : tally.totalsOfUnnamedRequests) {
        result.append(
            {NetPlotWording::messageName(XRecordKind::Request, {XName::unknownExtensionIndex, static_cast<std::uint8_t>(wireCode)}, wireCode), count});
    }
    std::ranges::stable_sort(result, [](const NamedTotals &a, const NamedTotals &b) {
        return std::tuple(a.totals.waitTime, a.totals.roundTripCount, a.totals.bytes + a.totals.replyBytes, a.totals.count)
            > std::tuple(b.totals.waitTime, b.totals.roundTripCount, b.totals.bytes + b.totals.replyBytes, b.totals.count);
    });
    return result;
}

QString requestTable(const XTally &tally)
{
    TextTable table({i18nc("@title:column", "Request"),
                     i18nc("@title:column", "Count"),
                     i18nc("@title:column", "Round Trips"),
                     i18nc("@title:column", "Waited (Estimated)"),
                     i18nc("@title:column", "Bytes"),
                     i18nc("@title:column", "Reply Bytes"),
                     i18nc("@title:column", "Largest")});
    for (const NamedTotals &row : requestsOf(tally)) {
        table.add({row.name,
                   numberText(row.totals.count),
                   emptyIfZero(row.totals.roundTripCount),
                   secondsOrEmpty(row.totals.waitTime),
                   numberText(row.totals.bytes),
                   emptyIfZero(row.totals.replyBytes),
                   numberText(row.totals.largestMessageBytes)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString countsTable(const QString &head, XRecordKind kind, const std::map<XName, XMessageTotals> &counts)
{
    QList<NamedTotals> rows;
    for (const auto &[name, count] : counts) {
        rows.append({NetPlotWording::messageName(kind, name), count});
    }
    std::ranges::stable_sort(rows, std::greater(), [](const NamedTotals &row) {
        return row.totals.count;
    });
    TextTable table({head, i18nc("@title:column", "Count"), i18nc("@title:column", "Bytes")});
    for (const NamedTotals &row : std::as_const(rows)) {
        table.add({row.name, numberText(row.totals.count), numberText(row.totals.bytes)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString byteClassTable(const XTally &tally)
{
    TextTable table({i18nc("@title:column what bytes are for", "Bytes For"), i18nc("@title:column", "Bytes"), i18nc("@title:column", "Share")});
    const std::int64_t all = std::max<std::int64_t>(1, std::accumulate(tally.bytesByClass.begin(), tally.bytesByClass.end(), std::int64_t(0)));
    for (std::size_t i = 0; i < tally.bytesByClass.size(); ++i) {
        if (const std::int64_t bytes = tally.bytesByClass[i]; bytes > 0) {
            table.add({bytePurposeName(i), numberText(bytes), i18nc("@info:shell per cent", "%1 %", numberText((bytes * 100 + all / 2) / all))});
        }
    }
    return table.isEmpty() ? QString() : table.text();
}

QString connectionTable(const XTrace &trace)
{
    const bool isWorthIt = trace.connections.size() > 1 || std::ranges::any_of(trace.connections, [](const XConnection &connection) {
                               return !connection.problem.empty();
                           });
    if (!isWorthIt) {
        return {};
    }
    TextTable table({i18nc("@title:column of an X connection", "Connection"),
                     i18nc("@title:column", "Opened"),
                     i18nc("@title:column", "Requests"),
                     i18nc("@title:column", "Round Trips"),
                     i18nc("@title:column", "Waited (Estimated)"),
                     i18nc("@title:column", "Events"),
                     i18nc("@title:column", "Errors"),
                     i18nc("@title:column", "Bytes Up"),
                     i18nc("@title:column", "Bytes Down")});
    QString problems;
    for (const XConnection &connection : trace.connections) {
        const XTally tally = XTally::of(trace, 0, trace.endTime + 1, connection.number);
        table.add({numberText(connection.number),
                   secondsText(connection.openedAt),
                   numberText(tally.requests),
                   emptyIfZero(tally.roundTripCount),
                   secondsOrEmpty(tally.times.waitingTime),
                   emptyIfZero(tally.events),
                   emptyIfZero(tally.errors),
                   numberText(tally.bytesUp),
                   numberText(tally.bytesDown)});
        if (!connection.problem.empty()) {
            problems += u"  "_s
                + i18nc("@info:shell %2: why, in English",
                        "Connection %1 could not be decoded to its end: %2. Its data was forwarded all the same.",
                        numberText(connection.number),
                        limitedText(connection.problem, longestProblem))
                + u'\n';
        }
    }
    return table.text() + problems;
}

QString largestMessagesTable(const XTally &tally)
{
    TextTable table({i18nc("@title:column", "Largest Requests"), i18nc("@title:column", "Bytes"), i18nc("@title:column when", "At")});
    for (const XRecord &record : tally.largestRequests) {
        table.add({QString::fromStdString(XNames::label(record)), numberText(record.size), secondsText(record.at)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString labeledLine(const QString &name, const QString &text)
{
    constexpr int width = 14;
    return u"  "_s + name.leftJustified(width) + text + u'\n';
}

/// Text with the figures of a part of a trace.
QString tallyText(const XTally &tally)
{
    QString text = labeledLine(i18nc("@info:shell head of a line", "Time"),
                               i18nc("@info:shell times; estimated, not measured directly",
                                     "%1: idle %2, sending %3, waiting %4 (estimated); network delay %5",
                                     secondsText(tally.times.totalTime),
                                     secondsText(tally.times.idleTime),
                                     secondsText(tally.times.sendingTime),
                                     secondsText(tally.times.waitingTime),
                                     secondsText(tally.times.networkTime)));
    text += labeledLine(i18nc("@info:shell head of a line, round trips", "Round trips"),
                        i18nc("@info:shell counts",
                              "%1 that the program waited for; at most %2 in one second",
                              numberText(tally.roundTripCount),
                              numberText(tally.roundTripsInBusiestSecond)));
    text += labeledLine(i18nc("@info:shell head of a line", "Messages"),
                        i18nc("@info:shell counts",
                              "%1 requests, %2 of them with a reply; %3 replies, %4 events, %5 errors",
                              numberText(tally.requests),
                              numberText(tally.requestsWithReply),
                              numberText(tally.replies),
                              numberText(tally.events),
                              numberText(tally.errors)));
    text += labeledLine(i18nc("@info:shell head of a line", "Bytes"),
                        i18nc("@info:shell counts",
                              "%1 from the program, %2 to it; %3 of %4 bursts were smaller than 256 bytes",
                              numberText(tally.bytesUp),
                              numberText(tally.bytesDown),
                              numberText(tally.smallBurstCount),
                              numberText(tally.burstCount)));
    if (tally.retransmits >= 0) {
        text += labeledLine(i18nc("@info:shell head of a line", "Retransmits"), numberText(tally.retransmits));
    }
    return text;
}

/// Whether the connection was compressed, and the effect on its bytes; empty: not known.
QString compressionText(const XTrace &trace)
{
    if (!trace.isCompressed) {
        return {};
    }
    QString text = *trace.isCompressed ? i18nc("@info:shell compression of a connection", "on") : i18nc("@info:shell compression of a connection", "off");
    if (const auto bytes = XWireBytes::of(trace); bytes && bytes->bytesBeforeCompression > 0) {
        text = i18nc("@info:shell %1: on or off, %2 and %3: bytes, %4: a number such as 3.1",
                     "%1; %2 bytes before compression, %3 on the wire (%4 : 1)",
                     text,
                     numberText(bytes->bytesBeforeCompression),
                     numberText(bytes->bytesAfterCompression),
                     QLocale().toString(bytes->compressionRatio(), 'f', 1));
    }
    return labeledLine(i18nc("@info:shell head of a line", "Compression"), text);
}

/// How compression changed each figure: a table with two values per row.
QString compressionChanges(const XTrace &a, const XTally &tallyA, const XTrace &b, const XTally &tallyB)
{
    if (!XCompare::differInCompression(a, b)) {
        return {};
    }
    const bool isFirst = *a.isCompressed;
    const XTrace &off = isFirst ? b : a;
    const XTrace &on = isFirst ? a : b;
    const XTally &plain = isFirst ? tallyB : tallyA;
    const XTally &compressed = isFirst ? tallyA : tallyB;
    TextTable table({i18nc("@title:column", "Figure"),
                     i18nc("@title:column figures of a trace without compression", "Compression Off"),
                     i18nc("@title:column figures of a trace with compression", "Compression On")});
    const auto wireOff = XWireBytes::of(off);
    const auto wireOn = XWireBytes::of(on);
    if (wireOff && wireOn) {
        table.add(
            {i18nc("@info:shell head of a row", "Bytes on the wire"), numberText(wireOff->bytesAfterCompression), numberText(wireOn->bytesAfterCompression)});
        if (off.emulatedBytesPerSecond > 0 && on.emulatedBytesPerSecond > 0) {
            table.add({i18nc("@info:shell head of a row, a time: bytes on the wire divided by the rate", "Those at the line’s rate"),
                       secondsText(XForecast::linkFiguresOf(off).transferTime(wireOff->bytesAfterCompression)),
                       secondsText(XForecast::linkFiguresOf(on).transferTime(wireOn->bytesAfterCompression))});
        }
    }
    table.add({i18nc("@info:shell head of a row, a time", "Whole trace"), secondsText(plain.times.totalTime), secondsText(compressed.times.totalTime)});
    table.add({i18nc("@info:shell head of a row, a time", "Sending"), secondsText(plain.times.sendingTime), secondsText(compressed.times.sendingTime)});
    table.add(
        {i18nc("@info:shell head of a row, a time", "Waiting (estimated)"), secondsText(plain.times.waitingTime), secondsText(compressed.times.waitingTime)});
    table.add({i18nc("@info:shell head of a row, a time", "Network delay"), secondsText(plain.times.networkTime), secondsText(compressed.times.networkTime)});
    const auto each = [](const XTally &tally) {
        return tally.roundTripCount > 0 ? secondsText(tally.times.waitingTime / tally.roundTripCount) : QString();
    };
    table.add({i18nc("@info:shell head of a row, a time", "Each round trip"), each(plain), each(compressed)});
    return section(i18nc("@info:shell head of a table", "What compression changed:"), table.text());
}

QString findingText(const XFinding &finding)
{
    QString text = u"  * "_s + finding.diagnosis + u'\n';
    for (const QString &more : {finding.evidence, finding.whatToDo}) {
        if (!more.isEmpty()) {
            text += u"    "_s + more + u'\n';
        }
    }
    return text;
}

QString rateText(double bytesPerSecond)
{
    return bytesPerSecond <= 0 ? i18nc("@title:column of rates", "no limit")
                               : i18nc("@title:column a rate", "%1 Mbit/s", QLocale().toString(bytesPerSecond * 8 / 1e6, 'g', 4));
}

QString millisecondsText(std::chrono::microseconds time)
{
    return i18nc("@info:shell a time in milliseconds", "%1 ms", QLocale().toString(static_cast<double>(time.count()) / 1e3, 'g', 6));
}
}

QList<XFinding> XTraceText::advice(const XTrace &trace, const XTally &tally)
{
    const XLinkFigures link = XForecast::linkFiguresOf(trace);
    QList<XFinding> findings = XAdvice::findings(trace, tally, link);
    if (link != XLinkFigures() && XForecast::startupEndMicroseconds(trace)) {
        const auto judgement = XTopologyAdvice::of(XForecast::startCost(trace, link),
                                                   XForecast::interactions(trace, link),
                                                   link,
                                                   XKnownPrograms::all().vncAppFigures(trace.title));
        findings += XAdvice::findings(limitedText(trace.title.program), judgement);
    }
    return findings;
}

QString XTraceText::summary(const XTrace &trace)
{
    const XLinkFigures link = XForecast::linkFiguresOf(trace);
    const XTally whole = XTally::of(trace, 0, trace.endTime + 1);
    const QString program = limitedText(trace.title.program);
    if (trace.connections.empty()) {
        return i18nc("@info:shell", "%1 made no X connection.", program) + u'\n';
    }
    QString text = i18ncp("@info:shell %2: a program, %3: a time, %4: a connection",
                          "%2: %3, %1 X connection, over %4",
                          "%2: %3, %1 X connections, over %4",
                          static_cast<int>(trace.connections.size()),
                          program,
                          secondsText(trace.endTime),
                          link != XLinkFigures() ? XAdvice::linkText(link)
                                                 : i18nc("@info:shell instead of a connection’s round-trip time and rate", "an unknown connection"))
        + u'\n';
    if (const auto end = XForecast::startupEndMicroseconds(trace)) {
        text += section(i18nc("@info:shell", "Startup, until the last window that appeared without input (%1):", secondsText(*end)),
                        tallyText(XTally::of(trace, 0, *end + 1)));
    } else {
        text += u'\n' + i18nc("@info:shell", "The startup was not recorded completely: no window appeared, or the traffic did not pause for three seconds.")
            + u'\n';
    }
    text += section(i18nc("@info:shell", "Whole trace:"), tallyText(whole) + compressionText(trace));
    if (trace.gapBeganAt) {
        text += i18nc("@info:shell two times",
                      "  Too much traffic to record: no data from %1 to %2.",
                      secondsText(*trace.gapBeganAt),
                      secondsText(trace.gapEndedAt))
            + u'\n';
    }
    const auto add = [&text](const QString &table) {
        text += table.isEmpty() ? QString() : u'\n' + table;
    };
    add(requestTable(whole));
    add(countsTable(i18nc("@title:column", "Event"), XRecordKind::Event, whole.totalsByEvent));
    add(countsTable(i18nc("@title:column", "Error"), XRecordKind::Error, whole.totalsByError));
    add(byteClassTable(whole));
    add(connectionTable(trace));
    add(largestMessagesTable(whole));
    QString advice;
    const QList<XFinding> findings = XTraceText::advice(trace, whole);
    for (const XFinding &finding : findings) {
        advice += findingText(finding);
    }
    return text + section(i18nc("@info:shell", "Findings:"), advice);
}

QString XTraceText::noPredictionReason(const XTrace &trace)
{
    return XForecast::startupEndMicroseconds(trace) ? QString() : i18nc("@info:shell", "No prediction: the startup was not recorded completely.");
}

QString XTraceText::predictionGrid(const XTrace &trace)
{
    if (const QString why = noPredictionReason(trace); !why.isEmpty()) {
        return why + u'\n';
    }
    const XCost cost = XForecast::startCost(trace, XForecast::linkFiguresOf(trace));
    const XPredictionGrid grid = XPredictionGrid::of(cost);
    QStringList heads{i18nc("@title:column there and back", "Round Trip"), i18nc("@title:column of a delay", "(One Way)")};
    for (const double rate : grid.bytesPerSecond) {
        heads.append(rateText(rate));
    }
    TextTable table(heads);
    for (std::size_t row = 0; row < grid.roundTrips.size(); ++row) {
        QStringList cells{millisecondsText(grid.roundTrips[row]), u'(' + millisecondsText(XPredictionGrid::oneWayTime(grid.roundTrips[row])) + u')'};
        for (const std::chrono::microseconds time : grid.times[row]) {
            cells.append(XAdvice::durationText(time));
        }
        table.add(cells);
    }
    return i18nc("@info:shell effective round trips are those that the program waits for",
                 "Predicted startup over other connections (%1 effective round trips, %2 bytes from the program, %3 in the program itself):",
                 numberText(cost.roundTripCount),
                 numberText(cost.bytesUp),
                 secondsText(cost.nonNetworkTime))
        + u'\n' + table.text();
}

QString XTraceText::comparison(const QString &nameA, const XTrace &a, const QString &nameB, const XTrace &b)
{
    const XTally tallyA = XTally::of(a, 0, a.endTime + 1);
    const XTally tallyB = XTally::of(b, 0, b.endTime + 1);
    const auto head = [](const QString &letter, const QString &name, const XTrace &trace, const XTally &tally) {
        return section(i18nc("@info:shell %1: A or B, %2: a file, %3: a program, %4: a host",
                             "%1: %2 (%3 at %4)",
                             letter,
                             displayText(QStringView(name)),
                             limitedText(trace.title.program),
                             limitedText(trace.title.host)),
                       tallyText(tally) + compressionText(trace));
    };
    TextTable table({i18nc("@title:column", "Request"),
                     i18nc("@title:column of the first trace", "Count A"),
                     i18nc("@title:column of the second trace", "Count B"),
                     i18nc("@title:column of the first trace", "Round Trips A"),
                     i18nc("@title:column of the second trace", "Round Trips B"),
                     i18nc("@title:column of the first trace; estimated", "Waited A (Estimated)"),
                     i18nc("@title:column of the second trace; estimated", "Waited B (Estimated)"),
                     i18nc("@title:column of the first trace", "Bytes A"),
                     i18nc("@title:column of the second trace", "Bytes B")});
    for (const XRequestDifference &difference : XCompare::differences(tallyA, tallyB)) {
        table.add({NetPlotWording::messageName(XRecordKind::Request, difference.requestName, difference.wireCode),
                   emptyIfZero(difference.firstTotals.count),
                   emptyIfZero(difference.secondTotals.count),
                   emptyIfZero(difference.firstTotals.roundTripCount),
                   emptyIfZero(difference.secondTotals.roundTripCount),
                   secondsOrEmpty(difference.firstTotals.waitTime),
                   secondsOrEmpty(difference.secondTotals.waitTime),
                   emptyIfZero(difference.firstTotals.bytes + difference.firstTotals.replyBytes),
                   emptyIfZero(difference.secondTotals.bytes + difference.secondTotals.replyBytes)});
    }
    return head(u"A"_s, nameA, a, tallyA).trimmed() + u'\n' + head(u"B"_s, nameB, b, tallyB) + compressionChanges(a, tallyA, b, tallyB)
        + (table.isEmpty() ? QString() : u'\n' + table.text());
}
}
