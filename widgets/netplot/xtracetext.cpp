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

QString number(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

/// An empty text for 0, so that other numbers of a table are found faster.
QString emptyIfZero(std::int64_t count)
{
    return count != 0 ? number(count) : QString();
}

QString seconds(std::int64_t microseconds)
{
    return i18nc("@info:shell a time in seconds", "%1 s", QLocale().toString(static_cast<double>(microseconds) / 1e6, 'f', 3));
}

QString secondsUnlessZero(std::int64_t microseconds)
{
    return microseconds != 0 ? seconds(microseconds) : QString();
}

QString words(const std::string &text, qsizetype most = 80)
{
    return displayText(QByteArrayView(text), most);
}

QString className(std::size_t index)
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

struct NamedCount {
    QString name;
    XMessageTotals count;
};

QList<NamedCount> requestsOf(const XTally &tally)
{
    QList<NamedCount> result;
    for (const auto &[name, count] : tally.totalsByRequest) {
        result.append({NetPlotWording::label(XKind::Request, name), count});
    }
    for (const auto &[wireCode, count] : tally.unnamedTotals) {
        result.append({NetPlotWording::label(XKind::Request, {XName::unknownExtension, static_cast<std::uint8_t>(wireCode)}, wireCode), count});
    }
    std::ranges::stable_sort(result, [](const NamedCount &a, const NamedCount &b) {
        return std::tuple(a.count.waitTime, a.count.roundTripCount, a.count.bytes + a.count.replyBytes, a.count.count)
            > std::tuple(b.count.waitTime, b.count.roundTripCount, b.count.bytes + b.count.replyBytes, b.count.count);
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
    for (const NamedCount &row : requestsOf(tally)) {
        table.add({row.name,
                   number(row.count.count),
                   emptyIfZero(row.count.roundTripCount),
                   secondsUnlessZero(row.count.waitTime),
                   number(row.count.bytes),
                   emptyIfZero(row.count.replyBytes),
                   number(row.count.largest)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString plainTable(const QString &head, XKind kind, const std::map<XName, XMessageTotals> &counts)
{
    QList<NamedCount> rows;
    for (const auto &[name, count] : counts) {
        rows.append({NetPlotWording::label(kind, name), count});
    }
    std::ranges::stable_sort(rows, std::greater(), [](const NamedCount &row) {
        return row.count.count;
    });
    TextTable table({head, i18nc("@title:column", "Count"), i18nc("@title:column", "Bytes")});
    for (const NamedCount &row : std::as_const(rows)) {
        table.add({row.name, number(row.count.count), number(row.count.bytes)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString classTable(const XTally &tally)
{
    TextTable table({i18nc("@title:column what bytes are for", "Bytes For"), i18nc("@title:column", "Bytes"), i18nc("@title:column", "Share")});
    const std::int64_t all = std::max<std::int64_t>(1, std::accumulate(tally.bytesByClass.begin(), tally.bytesByClass.end(), std::int64_t(0)));
    for (std::size_t i = 0; i < tally.bytesByClass.size(); ++i) {
        if (const std::int64_t bytes = tally.bytesByClass[i]; bytes > 0) {
            table.add({className(i), number(bytes), i18nc("@info:shell per cent", "%1 %", number((bytes * 100 + all / 2) / all))});
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
        const XTally tally = XTally::of(trace, 0, trace.end + 1, connection.number);
        table.add({number(connection.number),
                   seconds(connection.openedAt),
                   number(tally.requests),
                   emptyIfZero(tally.roundTripCount),
                   secondsUnlessZero(tally.times.waiting),
                   emptyIfZero(tally.events),
                   emptyIfZero(tally.errors),
                   number(tally.bytesUp),
                   number(tally.bytesDown)});
        if (!connection.problem.empty()) {
            problems += u"  "_s
                + i18nc("@info:shell %2: why, in English",
                        "Connection %1 could not be decoded to its end: %2. Its data was forwarded all the same.",
                        number(connection.number),
                        words(connection.problem, longestProblem))
                + u'\n';
        }
    }
    return table.text() + problems;
}

QString largestTable(const XTally &tally)
{
    TextTable table({i18nc("@title:column", "Largest Requests"), i18nc("@title:column", "Bytes"), i18nc("@title:column when", "At")});
    for (const XRecord &record : tally.largest) {
        table.add({QString::fromStdString(XNames::label(record)), number(record.size), seconds(record.at)});
    }
    return table.isEmpty() ? QString() : table.text();
}

QString line(const QString &name, const QString &text)
{
    constexpr int width = 14;
    return u"  "_s + name.leftJustified(width) + text + u'\n';
}

/// Text with the figures of a part of a trace.
QString tallyText(const XTally &tally)
{
    QString text = line(i18nc("@info:shell head of a line", "Time"),
                        i18nc("@info:shell times; estimated, not measured directly",
                              "%1: idle %2, sending %3, waiting %4 (estimated); network delay %5",
                              seconds(tally.times.total),
                              seconds(tally.times.idleTime),
                              seconds(tally.times.sending),
                              seconds(tally.times.waiting),
                              seconds(tally.times.networkTime)));
    text += line(i18nc("@info:shell head of a line, round trips", "Round trips"),
                 i18nc("@info:shell counts",
                       "%1 that the program waited for; at most %2 in one second",
                       number(tally.roundTripCount),
                       number(tally.maxRoundTripsPerSecond)));
    text += line(i18nc("@info:shell head of a line", "Messages"),
                 i18nc("@info:shell counts",
                       "%1 requests, %2 of them with a reply; %3 replies, %4 events, %5 errors",
                       number(tally.requests),
                       number(tally.requestsWithReply),
                       number(tally.replies),
                       number(tally.events),
                       number(tally.errors)));
    text += line(i18nc("@info:shell head of a line", "Bytes"),
                 i18nc("@info:shell counts",
                       "%1 from the program, %2 to it; %3 of %4 bursts were smaller than 256 bytes",
                       number(tally.bytesUp),
                       number(tally.bytesDown),
                       number(tally.smallBurstCount),
                       number(tally.burstCount)));
    if (tally.retransmits >= 0) {
        text += line(i18nc("@info:shell head of a line", "Retransmits"), number(tally.retransmits));
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
    if (const auto bytes = XWireBytes::of(trace); bytes && bytes->before > 0) {
        text = i18nc("@info:shell %1: on or off, %2 and %3: bytes, %4: a number such as 3.1",
                     "%1; %2 bytes before compression, %3 on the wire (%4 : 1)",
                     text,
                     number(bytes->before),
                     number(bytes->after),
                     QLocale().toString(bytes->compressionRatio(), 'f', 1));
    }
    return line(i18nc("@info:shell head of a line", "Compression"), text);
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
        table.add({i18nc("@info:shell head of a row", "Bytes on the wire"), number(wireOff->after), number(wireOn->after)});
        if (off.emulatedBytesPerSecond > 0 && on.emulatedBytesPerSecond > 0) {
            table.add({i18nc("@info:shell head of a row, a time: bytes on the wire divided by the rate", "Those at the line’s rate"),
                       seconds(XForecast::link(off).transferTime(wireOff->after)),
                       seconds(XForecast::link(on).transferTime(wireOn->after))});
        }
    }
    table.add({i18nc("@info:shell head of a row, a time", "Whole trace"), seconds(plain.times.total), seconds(compressed.times.total)});
    table.add({i18nc("@info:shell head of a row, a time", "Sending"), seconds(plain.times.sending), seconds(compressed.times.sending)});
    table.add({i18nc("@info:shell head of a row, a time", "Waiting (estimated)"), seconds(plain.times.waiting), seconds(compressed.times.waiting)});
    table.add({i18nc("@info:shell head of a row, a time", "Network delay"), seconds(plain.times.networkTime), seconds(compressed.times.networkTime)});
    const auto each = [](const XTally &tally) {
        return tally.roundTripCount > 0 ? seconds(tally.times.waiting / tally.roundTripCount) : QString();
    };
    table.add({i18nc("@info:shell head of a row, a time", "Each round trip"), each(plain), each(compressed)});
    return section(i18nc("@info:shell head of a table", "What compression changed:"), table.text());
}

QString findingText(const XFinding &finding)
{
    QString text = u"  * "_s + finding.what + u'\n';
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

QString milliseconds(std::chrono::microseconds time)
{
    return i18nc("@info:shell a time in milliseconds", "%1 ms", QLocale().toString(static_cast<double>(time.count()) / 1e3, 'g', 6));
}
}

QList<XFinding> XTraceText::advice(const XTrace &trace, const XTally &tally)
{
    const XLinkFigures link = XForecast::link(trace);
    QList<XFinding> findings = XAdvice::findings(trace, tally, link);
    if (link != XLinkFigures() && XForecast::startupEndTime(trace)) {
        const auto judgement = XTopologyAdvice::of(XForecast::startCost(trace, link),
                                                   XForecast::interactions(trace, link),
                                                   link,
                                                   XKnownPrograms::all().vncAppFigures(trace.title));
        findings += XAdvice::findings(words(trace.title.program), judgement);
    }
    return findings;
}

QString XTraceText::summary(const XTrace &trace)
{
    const XLinkFigures link = XForecast::link(trace);
    const XTally whole = XTally::of(trace, 0, trace.end + 1);
    const QString program = words(trace.title.program);
    if (trace.connections.empty()) {
        return i18nc("@info:shell", "%1 made no X connection.", program) + u'\n';
    }
    QString text =
        i18ncp("@info:shell %2: a program, %3: a time, %4: a connection",
               "%2: %3, %1 X connection, over %4",
               "%2: %3, %1 X connections, over %4",
               static_cast<int>(trace.connections.size()),
               program,
               seconds(trace.end),
               link != XLinkFigures() ? XAdvice::link(link) : i18nc("@info:shell instead of a connection’s round-trip time and rate", "an unknown connection"))
        + u'\n';
    if (const auto end = XForecast::startupEndTime(trace)) {
        text += section(i18nc("@info:shell", "Startup, until the last window that appeared without input (%1):", seconds(*end)),
                        tallyText(XTally::of(trace, 0, *end + 1)));
    } else {
        text += u'\n' + i18nc("@info:shell", "The startup was not recorded completely: no window appeared, or the traffic did not pause for three seconds.")
            + u'\n';
    }
    text += section(i18nc("@info:shell", "Whole trace:"), tallyText(whole) + compressionText(trace));
    if (trace.gapBeganAt) {
        text += i18nc("@info:shell two times", "  Too much traffic to record: no data from %1 to %2.", seconds(*trace.gapBeganAt), seconds(trace.gapEndedAt))
            + u'\n';
    }
    const auto add = [&text](const QString &table) {
        text += table.isEmpty() ? QString() : u'\n' + table;
    };
    add(requestTable(whole));
    add(plainTable(i18nc("@title:column", "Event"), XKind::Event, whole.totalsByEvent));
    add(plainTable(i18nc("@title:column", "Error"), XKind::Error, whole.totalsByError));
    add(classTable(whole));
    add(connectionTable(trace));
    add(largestTable(whole));
    QString advice;
    const QList<XFinding> findings = XTraceText::advice(trace, whole);
    for (const XFinding &finding : findings) {
        advice += findingText(finding);
    }
    return text + section(i18nc("@info:shell", "Findings:"), advice);
}

QString XTraceText::whyNoGrid(const XTrace &trace)
{
    return XForecast::startupEndTime(trace) ? QString() : i18nc("@info:shell", "No prediction: the startup was not recorded completely.");
}

QString XTraceText::grid(const XTrace &trace)
{
    if (const QString why = whyNoGrid(trace); !why.isEmpty()) {
        return why + u'\n';
    }
    const XCost cost = XForecast::startCost(trace, XForecast::link(trace));
    const XPredictionGrid grid = XPredictionGrid::of(cost);
    QStringList heads{i18nc("@title:column there and back", "Round Trip"), i18nc("@title:column of a delay", "(One Way)")};
    for (const double rate : grid.bytesPerSecond) {
        heads.append(rateText(rate));
    }
    TextTable table(heads);
    for (std::size_t row = 0; row < grid.roundTrips.size(); ++row) {
        QStringList cells{milliseconds(grid.roundTrips[row]), u'(' + milliseconds(XPredictionGrid::oneWayTime(grid.roundTrips[row])) + u')'};
        for (const std::chrono::microseconds time : grid.times[row]) {
            cells.append(XAdvice::duration(time));
        }
        table.add(cells);
    }
    return i18nc("@info:shell effective round trips are those that the program waits for",
                 "Predicted startup over other connections (%1 effective round trips, %2 bytes from the program, %3 in the program itself):",
                 number(cost.roundTripCount),
                 number(cost.bytesUp),
                 seconds(cost.nonNetworkTime))
        + u'\n' + table.text();
}

QString XTraceText::comparison(const QString &nameA, const XTrace &a, const QString &nameB, const XTrace &b)
{
    const XTally tallyA = XTally::of(a, 0, a.end + 1);
    const XTally tallyB = XTally::of(b, 0, b.end + 1);
    const auto head = [](const QString &letter, const QString &name, const XTrace &trace, const XTally &tally) {
        return section(i18nc("@info:shell %1: A or B, %2: a file, %3: a program, %4: a host",
                             "%1: %2 (%3 at %4)",
                             letter,
                             displayText(QStringView(name)),
                             words(trace.title.program),
                             words(trace.title.host)),
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
    for (const XDifference &difference : XCompare::differences(tallyA, tallyB)) {
        table.add({NetPlotWording::label(XKind::Request, difference.name, difference.wireCode),
                   emptyIfZero(difference.a.count),
                   emptyIfZero(difference.b.count),
                   emptyIfZero(difference.a.roundTripCount),
                   emptyIfZero(difference.b.roundTripCount),
                   secondsUnlessZero(difference.a.waitTime),
                   secondsUnlessZero(difference.b.waitTime),
                   emptyIfZero(difference.a.bytes + difference.a.replyBytes),
                   emptyIfZero(difference.b.bytes + difference.b.replyBytes)});
    }
    return head(u"A"_s, nameA, a, tallyA).trimmed() + u'\n' + head(u"B"_s, nameB, b, tallyB) + compressionChanges(a, tallyA, b, tallyB)
        + (table.isEmpty() ? QString() : u'\n' + table.text());
}
}
