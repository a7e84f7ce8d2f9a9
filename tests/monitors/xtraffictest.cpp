// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xcompare.h"
#include "monitors/xtraffic/xcompression.h"
#include "monitors/xtraffic/xpredictiongrid.h"
#include "monitors/xtraffic/xspans.h"
#include "monitors/xtraffic/xstartmonitor.h"
#include "monitors/xtraffic/xtopologyadvice.h"
#include "tests/support/testprogram.h"
#include "tests/support/xtracebuilder.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
constexpr std::uint8_t getGeometry = 14;
constexpr std::uint8_t internAtom = 16;
constexpr std::uint8_t expose = 12;
constexpr std::uint8_t mapWindow = 8;
constexpr std::uint8_t getInputFocus = 43;
constexpr std::uint8_t polyLine = 65;
constexpr std::uint8_t putImage = 72;
constexpr std::int64_t ms = 1000;
constexpr std::int64_t second = 1'000'000;

XLinkFigures line(std::chrono::milliseconds roundTrip, double bytesPerSecond = 0)
{
    return {.roundTrip = roundTrip, .bytesPerSecond = bytesPerSecond};
}

std::int64_t roundTripCount(const XTrace &trace, std::int64_t roundTrip)
{
    return XTally::of(trace, 0, trace.endTime + 1, {}, roundTrip).roundTripCount;
}

/// ds9's manner: asks, draws a little, asks. @p count round trips, @p own microseconds of its own for each.
XTraceBuilder questions(std::int64_t roundTrip, int count, std::int64_t own = 400)
{
    XTraceBuilder builder(roundTrip);
    builder.think(20 * ms).connect();
    for (int i = 0; i < count; ++i) {
        builder.think(own).say(polyLine).ask(i % 3 ? getGeometry : internAtom);
    }
    return builder;
}

/// And then it has its window.
XTraceBuilder chatty(std::int64_t roundTrip, int count, std::int64_t own = 400)
{
    return questions(roundTrip, count, own).say(mapWindow, 8, 1, XRecord::MapsWindow).event(expose);
}

/// What is left of a start of which @p soFar is the trace.
std::optional<std::chrono::microseconds> remainingTime(const XTrace &soFar, const XCost &expected, const XLinkFigures &link)
{
    const auto waits = XWaits::of(soFar, 0, soFar.endTime, XRoundTrips::fromSamplesOrFixed(soFar, link.roundTrip));
    XCost done{.roundTripCount = XSpans::countSequentialRoundTrips(waits)};
    soFar.forEach(0, soFar.size(), [&done](const XRecord &record) {
        (record.has(XRecord::FromProgram) ? done.bytesUp : done.bytesDown) += record.size;
    });
    done.nonNetworkTime = std::max<std::int64_t>(0, soFar.endTime - XSpans::transitTime(waits) - link.transferTime(done.bytesUp + done.bytesDown));
    return XForecast::remainingTime(done, expected, link);
}
}

/// What traces made by hand come to.
class XTrafficTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrips_data();
    void roundTrips();
    void theTimeOfARoundTrip();
    void roundTripsAreThoseOfTheMarks();
    void theLeastOfAMinute();
    void aPieceAtATimeIsTheSameAsAllAtOnce();
    void manyWithoutAnAnswerAreForgotten();
    void countsByName();
    void aRangeHasItsOwnSums();
    void times_data();
    void times();
    void severalConnections();
    void retransmits_data();
    void retransmits();
    void smallAndLarge();
    void theStartEnds_data();
    void theStartEnds();
    void forecasts_data();
    void forecasts();
    void interactions_data();
    void interactions();
    void whatIsLeft();
    void watching_data();
    void watching();
    void watchedTimeRunsDown();
    void aRestartIsWatchedAnew();
    void whatIsDroppedMeanwhileIsNotCountedTwice();
    void differencesTheLargestFirst();
    void whatCompressionSaved_data();
    void whatCompressionSaved();
    void tracesThatDifferInCompression();
    void aGrid();
    void judging_data();
    void judging();
};

void XTrafficTest::roundTrips_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<qint64>("roundTrip");
    QTest::addColumn<qint64>("expected");

    const auto row = [](const char *name, const XTrace &trace, std::int64_t roundTrip, qint64 expected) {
        QTest::newRow(name) << trace << qint64(roundTrip) << expected;
    };
    for (const std::int64_t roundTrip : {std::int64_t(0), 20 * ms, 300 * ms}) {
        const auto named = [roundTrip](const char *what) {
            return QStringLiteral("%1, %2 ms").arg(QLatin1StringView(what)).arg(roundTrip / ms).toUtf8();
        };
        row(named("one after another each count").constData(),
            XTraceBuilder(roundTrip).connect().ask(internAtom).ask(internAtom).ask(getGeometry).say(polyLine).build(),
            roundTrip,
            3);
        row(named("several asked in one go are one").constData(),
            XTraceBuilder(roundTrip).connect().ask(internAtom, 50, false).ask(internAtom, 60, false).ask(internAtom, 70).say(polyLine).build(),
            roundTrip,
            1);
        row(named("a wait that ends in silence counts").constData(),
            XTraceBuilder(roundTrip).connect().say(polyLine).ask(getInputFocus).build(60 * second),
            roundTrip,
            1);
        row(named("a connection's set-up is no request").constData(), XTraceBuilder(roundTrip).connect().say(polyLine).build(), roundTrip, 0);
        row(named("what is drawn without a question waits for nothing").constData(),
            XTraceBuilder(roundTrip).connect().say(polyLine, 16, 500).build(),
            roundTrip,
            0);
        row(named("events between do not matter").constData(),
            XTraceBuilder(roundTrip).connect().event(12).ask(getGeometry).event(12).ask(getGeometry).event(12).say(polyLine).build(),
            roundTrip,
            2);
        row(named("an error is an answer to what has one").constData(), XTraceBuilder(roundTrip).connect().say(polyLine).build(), roundTrip, 0);
    }
    row("who goes on talking while the answer is on its way did not wait",
        XTraceBuilder(100 * ms).connect().ask(getGeometry, 50, false).think(30 * ms).say(polyLine).think(40 * ms).say(polyLine).build(),
        100 * ms,
        0);
    row("four fifths of a round trip are enough: lines vary",
        XTraceBuilder(85 * ms).connect().ask(getGeometry).ask(getGeometry).say(polyLine).build(),
        100 * ms,
        2);
    for (const bool isAnswered : {true, false}) {
        XTraceBuilder builder = XTraceBuilder(100 * ms).connect();
        const XName unknown{.extensionIndex = XName::unknownExtensionIndex, .code = 2};
        builder.add({.at = second, .size = 12, .sequence = 1, .name = unknown, .flags = XRecord::FromProgram, .wireCode = 0xa402});
        builder.add(
            {.at = second + 50, .size = 32, .sequence = 1, .name = unknown, .kind = isAnswered ? XRecordKind::Reply : XRecordKind::Error, .wireCode = 0xa402});
        builder.add({.at = 2 * second, .size = 12, .sequence = 2, .name = unknown, .flags = XRecord::FromProgram, .wireCode = 0xa402});
        row(isAnswered ? "an answer proves that a request in no table has one" : "an error in one proves nothing", builder.build(), 100 * ms, isAnswered);
    }
    row("three fifths are not", XTraceBuilder(60 * ms).connect().ask(getGeometry).ask(getGeometry).say(polyLine).build(), 100 * ms, 0);
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().ask(getGeometry, 50, false).ask(getGeometry, 50, false);
        // The answer to the first could have reached it, the second's not yet: it waited for the first.
        builder.ask(getGeometry, 90 * ms, false).think(110 * ms).say(polyLine);
        row("who speaks before the last answer can be there waited for the one before", builder.build(), 100 * ms, 1);
    }
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().say(polyLine, 16, 1, XRecord::HasReply).think(300 * ms).error(11, 1).think(100 * ms).say(polyLine);
        row("an error answers a question", builder.build(), 100 * ms, 1);
    }
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().say(polyLine).think(300 * ms).error(11, 1).think(100 * ms).say(polyLine);
        row("an error of what has no answer is waited for by nobody", builder.build(), 100 * ms, 0);
    }
    {
        XTraceBuilder builder;
        builder.add({.at = 5, .size = 32, .sequence = 7, .connection = 0, .name = {}, .kind = XRecordKind::Reply, .flags = 0, .wireCode = 0});
        builder.think(10).say(polyLine);
        row("a reply that nobody asked for", builder.build(), 0, 0);
    }
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().ask(50).think(-100 * ms);
        for (int i = 1; i < 40; ++i) { // ListFontsWithInfo answers many times
            builder.add(
                {.at = builder.now() + i * ms, .size = 60, .sequence = 1, .connection = 0, .name = {}, .kind = XRecordKind::Reply, .flags = 0, .wireCode = 0});
        }
        builder.think(140 * ms).say(polyLine);
        row("a question with many replies is one round trip", builder.build(), 100 * ms, 1);
    }
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().ask(getGeometry).close();
        row("who closes after the answer has come waited for it", builder.build(), 100 * ms, 1);
    }
    {
        XTraceBuilder builder(100 * ms);
        builder.connect().ask(getGeometry, 50, false).think(10 * ms).close();
        row("who closes before it can be there did not", builder.build(), 100 * ms, 0);
    }
    {
        XTraceBuilder builder;
        builder.connect().ask(getGeometry);
        builder.trace().gapBeganAt = builder.now() + 10;
        builder.trace().gapEndedAt = builder.now() + second;
        builder.think(2 * second).ask(getGeometry).say(polyLine);
        row("before and after a gap", builder.build(), 0, 2);
    }
    row("an empty trace", XTrace(), 0, 0);
    row("a trace of nothing but marks", XTraceBuilder().mark(5, 6).build(), -1, 0);
}

void XTrafficTest::roundTrips()
{
    QFETCH(XTrace, trace);
    QFETCH(qint64, roundTrip);
    QTEST(qint64(roundTripCount(trace, roundTrip)), "expected");
}

void XTrafficTest::theTimeOfARoundTrip()
{
    XTraceBuilder builder(100 * ms);
    builder.connect().think(5 * ms);
    const std::int64_t asked = builder.now();
    builder.say(polyLine).ask(getGeometry, 3 * ms).say(polyLine);
    const auto waits = XWaits::of(builder.build(), 0, second, 100 * ms);
    QCOMPARE(waits.size(), std::size_t(2));
    QVERIFY(waits[0].isConnectionSetup);
    QCOMPARE(waits[1],
             (XWait{.beganAt = asked,
                    .answeredAt = asked + 3 * ms,
                    .endedAt = asked + 103 * ms,
                    .sequence = 2,
                    .connection = 0,
                    .name = XTraceBuilder::core(getGeometry),
                    .wireCode = getGeometry << 8,
                    .isConnectionSetup = false,
                    .isTruncated = false}));
    // A program that thinks afterwards did not wait for longer.
    const auto thoughtful = XWaits::of(XTraceBuilder(100 * ms).ask(getGeometry, 0).think(second).say(polyLine).build(), 0, 2 * second, 100 * ms);
    QCOMPARE(thoughtful.size(), std::size_t(1));
    QCOMPARE(thoughtful[0].endedAt, 100 * ms);
    // And one that speaks a little before the round trip is over waited until then.
    const auto early = XWaits::of(XTraceBuilder(90 * ms).ask(getGeometry, 0).say(polyLine).build(), 0, 2 * second, 100 * ms);
    QCOMPARE(early.size(), std::size_t(1));
    QCOMPARE(early[0].endedAt, 90 * ms);
    const auto cut = XWaits::of(XTraceBuilder(100 * ms).ask(getGeometry, 0).build(40 * ms), 0, 2 * second, 100 * ms);
    QCOMPARE(cut.size(), std::size_t(1));
    QVERIFY(cut[0].isTruncated);
    QCOMPARE(cut[0].endedAt, 40 * ms);
}

void XTrafficTest::roundTripsAreThoseOfTheMarks()
{
    XTraceBuilder builder(100 * ms);
    builder.mark(0, 100 * ms).mark(second, 900 * ms).mark(2 * second, 100 * ms).mark(100 * second, 20 * ms);
    const XTrace trace = builder.build(200 * second);
    const XRoundTrips linkSamples(trace);
    QCOMPARE(linkSamples.roundTripAt(-5), 100 * ms);
    QCOMPARE(linkSamples.roundTripAt(second + 1), 900 * ms);
    QCOMPARE(linkSamples.shortestRoundTripAround(second + 1), 100 * ms); // a queue, not the line
    QCOMPARE(linkSamples.shortestRoundTripAround(150 * second), 20 * ms);
    QCOMPARE(XRoundTrips(trace, 7).roundTripAt(second + 1), 7);
    QCOMPARE(XRoundTrips(XTrace()).roundTripAt(5), 0);
    QCOMPARE(XRoundTrips::fromSamplesOrFixed(trace, 3ms).roundTripAt(0), 100 * ms);
    QCOMPARE(XRoundTrips::fromSamplesOrFixed(XTrace(), 3ms).shortestRoundTripAround(0), 3 * ms);
    XTrace jump = trace;
    for (XLinkSample &mark : jump.linkSamples) {
        mark.pathRoundTrip = 1 * ms; // the first hop's
    }
    QCOMPARE(XRoundTrips(jump).shortestRoundTripAround(0), 100 * ms);
    jump.linkSamples = {{.at = 0, .roundTrip = -1, .pathRoundTrip = 2 * ms, .retransmits = -1, .wireBytesFromProgram = -1}};
    QCOMPARE(XRoundTrips(jump).roundTripAt(0), 2 * ms);
    QCOMPARE(XForecast::linkFiguresOf(trace).roundTrip, 100ms);
    QCOMPARE(XForecast::linkFiguresOf(XTrace()), XLinkFigures());
    XTrace narrow = trace;
    narrow.emulatedBytesPerSecond = 32000;
    QCOMPARE(XForecast::linkFiguresOf(narrow), (XLinkFigures{.roundTrip = 100ms, .bytesPerSecond = 32000}));
    narrow.linkSamples.clear();
    QCOMPARE(XForecast::linkFiguresOf(narrow), (XLinkFigures{.roundTrip = 0ms, .bytesPerSecond = 32000}));
    QCOMPARE(linkSamples.median(second, 200 * second), 100 * ms);
    QCOMPARE(linkSamples.median(3 * second, 99 * second), std::nullopt);
    QCOMPARE(linkSamples.medianOfNewest(1), 20 * ms);
    QCOMPARE(XRoundTrips(XTrace()).medianOfNewest(5), std::nullopt);
    // A ping now and then is enough to know that the first hop is not the whole way.
    for (std::int64_t i = 0; i < 5; ++i) {
        jump.linkSamples.push_back(
            {.at = (i + 1) * second, .roundTrip = i == 2 ? 100 * ms : -1, .pathRoundTrip = 2 * ms, .retransmits = -1, .wireBytesFromProgram = -1});
    }
    QCOMPARE(XForecast::linkFiguresOf(jump).roundTrip, 100ms);
    QCOMPARE(XRoundTrips(jump).medianOfNewest(5), 100 * ms);
}

void XTrafficTest::theLeastOfAMinute()
{
    XTraceBuilder builder;
    for (std::int64_t i = 0; i < 300; ++i) {
        builder.mark(i * 7 * second, (i * 7919) % 101 * ms);
    }
    const XTrace trace = builder.build();
    const XRoundTrips linkSamples(trace);
    for (const XLinkSample &each : trace.linkSamples) {
        std::int64_t least = each.roundTrip;
        for (const XLinkSample &other : trace.linkSamples) {
            least = std::abs(other.at - each.at) <= 30 * second ? std::min(least, other.roundTrip) : least;
        }
        QCOMPARE(linkSamples.shortestRoundTripAround(each.at), least);
    }
    // A file may say whatever it likes.
    XTrace hostile;
    for (std::int64_t i = 1'000'000; i > 0; --i) {
        hostile.linkSamples.push_back({.at = 0, .roundTrip = i});
    }
    QCOMPARE(XRoundTrips(hostile).shortestRoundTripAround(0), 1);
}

void XTrafficTest::aPieceAtATimeIsTheSameAsAllAtOnce()
{
    const XTrace trace = chatty(20 * ms, 200).build();
    const XRoundTrips roundTrips(trace, 20 * ms);
    XWaitFinder finder;
    std::vector<XWait> pieces;
    trace.forEach(0, trace.size(), [&](const XRecord &record) {
        finder.add(record, roundTrips, pieces);
    });
    QCOMPARE(pieces.size(), std::size_t(201));
    finder.finish(trace.endTime, roundTrips, pieces);
    const bool isSame = pieces == XWaits::of(trace, 0, trace.endTime, roundTrips);
    QVERIFY(isSame);
}

void XTrafficTest::manyWithoutAnAnswerAreForgotten()
{
    XWaitFinder finder;
    const XRoundTrips none{XTrace()};
    std::vector<XWait> waits;
    XRecord record{.at = 0,
                   .size = 8,
                   .sequence = 0,
                   .connection = 0,
                   .name = {},
                   .kind = XRecordKind::Request,
                   .flags = XRecord::FromProgram | XRecord::HasReply,
                   .wireCode = 0};
    for (std::uint32_t i = 1; i <= 200'000; ++i) {
        record.sequence = i;
        finder.add(record, none, waits);
    }
    record.flags = 0;
    record.kind = XRecordKind::Reply;
    record.sequence = 5; // long forgotten
    finder.add(record, none, waits);
    record.sequence = 200'000;
    finder.add(record, none, waits);
    finder.finish(1, none, waits);
    QCOMPARE(waits.size(), std::size_t(1));
    QCOMPARE(waits[0].sequence, 200'000u);
}

void XTrafficTest::countsByName()
{
    XTraceBuilder builder(10 * ms);
    builder.connect().ask(internAtom, 0, true, 0, 20).ask(internAtom, 0, true, 0, 28).say(putImage, 5000).event(12).event(12).error(3, 3).say(polyLine);
    builder.add({.at = builder.now(),
                 .size = 12,
                 .sequence = 5,
                 .connection = 0,
                 .name = {.extensionIndex = XName::unknownExtensionIndex, .code = 2},
                 .kind = XRecordKind::Request,
                 .flags = XRecord::FromProgram,
                 .wireCode = 0xa402});
    const XTrace trace = builder.build();
    const XTally tally = XTally::of(trace, 0, trace.endTime + 1, {}, 10 * ms);
    QCOMPARE(tally.requests, 5);
    QCOMPARE(tally.requestsWithReply, 2);
    QCOMPARE(tally.replies, 2);
    QCOMPARE(tally.events, 2);
    QCOMPARE(tally.errors, 1);
    QCOMPARE(tally.roundTripCount, 2);
    QCOMPARE(tally.bytesUp, 48 + 20 + 28 + 5000 + 16 + 12);
    QCOMPARE(tally.bytesDown, 8000 + 2 * 32 + 2 * 32 + 32);
    const XMessageTotals atoms = tally.totalsByRequest.at(XTraceBuilder::core(internAtom));
    QCOMPARE(atoms, (XMessageTotals{.count = 2, .bytes = 48, .replyBytes = 64, .roundTripCount = 2, .waitTime = 20 * ms, .largestMessageBytes = 28}));
    QCOMPARE(tally.totalsByEvent.at(XTraceBuilder::core(12)).count, 2);
    QCOMPARE(tally.totalsByError.at(XTraceBuilder::core(3)).count, 1);
    QCOMPARE(tally.totalsOfUnnamedRequests.at(0xa402).bytes, 12);
    QCOMPARE(tally.bytesByClass[static_cast<std::size_t>(XByteClass::Images)], 5000);
    QCOMPARE(tally.bytesByClass[static_cast<std::size_t>(XByteClass::Drawing)], 16);
    QCOMPARE(tally.largestRequests.front().size, 5000u);
    QCOMPARE(tally.largestRequests.size(), std::size_t(5));
}

void XTrafficTest::aRangeHasItsOwnSums()
{
    const XTrace trace = chatty(20 * ms, 300).build();
    const XTally all = XTally::of(trace, 0, trace.endTime + 1, {}, 20 * ms);
    const std::int64_t middle = trace.endTime / 3;
    const XTally first = XTally::of(trace, 0, middle, {}, 20 * ms);
    const XTally rest = XTally::of(trace, middle, trace.endTime + 1, {}, 20 * ms);
    QCOMPARE(all.roundTripCount, 300);
    QCOMPARE(first.roundTripCount + rest.roundTripCount, all.roundTripCount);
    QCOMPARE(first.requests + rest.requests, all.requests);
    QCOMPARE(first.bytesUp + rest.bytesUp, all.bytesUp);
    QCOMPARE(first.times.waitingTime + rest.times.waitingTime, all.times.waitingTime);
    QCOMPARE(first.times.totalTime + rest.times.totalTime, all.times.totalTime);
    QVERIFY(first.roundTripCount > 90 && first.roundTripCount < 110);
    const XTally nothing = XTally::of(trace, middle, middle);
    QCOMPARE(nothing.requests, 0);
    QCOMPARE(nothing.times, XTimeBreakdown());
    const XTally backwards = XTally::of(trace, trace.endTime, 0);
    QCOMPARE(backwards.requests, 0);
    QCOMPARE(backwards.times, XTimeBreakdown());
    QCOMPARE(XTally::of(trace, -second, 0).requests, 0);
}

void XTrafficTest::times_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<qint64>("roundTrip");
    QTest::addColumn<qint64>("waiting");
    QTest::addColumn<qint64>("sending");

    QTest::newRow("a program that sleeps") << XTraceBuilder().connect().build(10 * second) << qint64(0) << qint64(50) << qint64(0);
    QTest::newRow("ten round trips")
        << XTraceBuilder(100 * ms).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).ask(14, 0).build(10
                                                                                                                                                       * second)
        << qint64(100 * ms) << qint64(second) << qint64(0);
    {
        XTraceBuilder builder;
        builder.think(second).say(polyLine).think(second);
        for (int i = 0; i < 40; ++i) { // 40 pieces of 50 kB, each 12.5 ms after the one before: 4 MB/s
            builder.say(putImage, 50'000).think(12'500);
        }
        QTest::newRow("a picture in pieces over a narrow line") << builder.build(10 * second) << qint64(0) << qint64(0) << qint64(39 * 12'500 + 12'500);
    }
    {
        XTraceBuilder builder;
        builder.think(second);
        for (int i = 0; i < 40; ++i) {
            builder.say(polyLine, 100).think(12'500);
        }
        QTest::newRow("little at a time is not held up by the line") << builder.build(10 * second) << qint64(0) << qint64(0) << qint64(0);
    }
    {
        XTraceBuilder builder;
        for (int i = 0; i < 5; ++i) {
            builder.think(second).say(putImage, 50'000);
        }
        QTest::newRow("a picture now and then") << builder.build(10 * second) << qint64(0) << qint64(0) << qint64(0);
    }
}

void XTrafficTest::times()
{
    QFETCH(XTrace, trace);
    QFETCH(qint64, roundTrip);
    QFETCH(qint64, waiting);
    QFETCH(qint64, sending);
    const XTimeBreakdown times = XTally::of(trace, 0, trace.endTime, {}, roundTrip).times;
    QCOMPARE(times.totalTime, trace.endTime);
    QCOMPARE(times.waitingTime, waiting);
    QCOMPARE(times.sendingTime, sending);
    QCOMPARE(times.networkTime, waiting + sending);
    QCOMPARE(times.idleTime, times.totalTime - times.networkTime);
}

void XTrafficTest::severalConnections()
{
    XTraceBuilder builder(100 * ms);
    builder.connect(0).connect(1);
    for (int i = 0; i < 10; ++i) {
        builder.ask(getGeometry, 0, true, 0).ask(getGeometry, 0, true, 1);
    }
    builder.say(polyLine, 16, 1, 0, 0).say(polyLine, 16, 1, XRecord::MapsWindow, 1);
    const XTrace trace = builder.build();
    const XTally both = XTally::of(trace, 0, trace.endTime + 1, {}, 100 * ms);
    QCOMPARE(both.roundTripCount, 20);
    QCOMPARE(both.times.waitingTime, 50 + 11 * 100 * ms); // each moment once
    QCOMPARE(both.roundTripsInBusiestSecond, 20);
    const XTally one = XTally::of(trace, 0, trace.endTime + 1, 1, 100 * ms);
    QCOMPARE(one.roundTripCount, 10);
    QCOMPARE(one.times.waitingTime, both.times.waitingTime);
    QCOMPARE(XTally::of(trace, 0, trace.endTime + 1, 9, 100 * ms).times, XTimeBreakdown());
    // Both waited at the same time: over another line, too, that is ten, and the set-up.
    QCOMPARE(XForecast::startCost(trace, line(100ms)).roundTripCount, 11);
    QCOMPARE(XProgramStartMonitor().evaluateStart(trace, trace.endTime, line(100ms)).roundTripCount, 11);
}

void XTrafficTest::retransmits_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("nobody looked") << XTraceBuilder().build(10 * second) << qint64(0) << qint64(-1);
    QTest::newRow("nobody knows") << XTraceBuilder().mark(second, 5).build(10 * second) << qint64(0) << qint64(-1);
    QTest::newRow("what was before does not count") << XTraceBuilder().mark(0, 5, 3).mark(2 * second, 5, 7).build(10 * second) << qint64(0) << qint64(4);
    QTest::newRow("none in the range") << XTraceBuilder().mark(0, 5, 3).mark(2 * second, 5, 7).build(10 * second) << qint64(3 * second) << qint64(0);
    QTest::newRow("a new link counts from 0") << XTraceBuilder().mark(0, 5, 30).mark(2 * second, 5, 2).build(10 * second) << qint64(0) << qint64(0);
}

void XTrafficTest::retransmits()
{
    QFETCH(XTrace, trace);
    QFETCH(qint64, from);
    QTEST(qint64(XTally::of(trace, from, trace.endTime).retransmits), "expected");
}

void XTrafficTest::smallAndLarge()
{
    XTraceBuilder builder;
    for (int i = 0; i < 30; ++i) {
        builder.say(polyLine, 20, 3).think(10 * ms); // three in one go are one packet
    }
    for (std::uint32_t i = 0; i < 15; ++i) {
        builder.say(putImage, 1000 + i).think(10 * ms);
    }
    const XTrace trace = builder.build();
    const XTally tally = XTally::of(trace, 0, trace.endTime + 1);
    QCOMPARE(tally.burstCount, 45);
    QCOMPARE(tally.smallBurstCount, 30);
    QCOMPARE(tally.largestRequests.size(), std::size_t(10));
    QCOMPARE(tally.largestRequests.front().size, 1014u);
    QCOMPARE(tally.largestRequests.back().size, 1005u);
}

void XTrafficTest::theStartEnds_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<qint64>("roundTrip");
    QTest::addColumn<qint64>("expected"); ///< < 0: not yet

    const auto mapping = [](XTraceBuilder builder) {
        return builder.say(mapWindow, 8, 1, XRecord::MapsWindow).event(expose);
    };
    XTraceBuilder one = chatty(0, 20);
    QTest::newRow("its window, and silence") << one.build(one.now() + 4 * second) << qint64(0) << qint64(one.now());
    QTest::newRow("it may go on still") << one.build(one.now() + second) << qint64(0) << qint64(-1);
    const XTraceBuilder inside = questions(0, 20).say(mapWindow, 8, 1, XRecord::MapsWindow);
    XTraceBuilder outside = XTraceBuilder(inside).think(4 * second).say(mapWindow, 8, 1, XRecord::MapsWindow).event(expose);
    QTest::newRow("what is mapped inside of what is not is no window yet") << outside.build(outside.now() + 4 * second) << qint64(0) << qint64(outside.now());
    QTest::newRow("one that does not want to know what to draw, after ten seconds") << inside.build(inside.now() + 10 * second) << qint64(0) << qint64(-1);
    QTest::newRow("one that does not want to know what to draw, after a minute")
        << inside.build(inside.now() + 60 * second) << qint64(0) << qint64(inside.now());
    QTest::newRow("nothing was mapped") << XTraceBuilder().connect().ask(14).say(polyLine).build(90 * second) << qint64(0) << qint64(-1);
    QTest::newRow("nothing at all") << XTrace() << qint64(0) << qint64(-1);
    XTraceBuilder two = mapping(chatty(0, 20).think(2 * second));
    QTest::newRow("a second window soon after") << two.build(two.now() + 4 * second) << qint64(0) << qint64(two.now());
    XTraceBuilder late = mapping(chatty(0, 20).think(30 * second));
    QTest::newRow("a window half a minute later is a person's doing") << late.build(late.now() + 4 * second) << qint64(0) << qint64(late.now() - 30 * second);
    const XTraceBuilder first = chatty(300 * ms, 20);
    XTraceBuilder popUp = XTraceBuilder(first).think(second).key();
    for (int i = 0; i < 20; ++i) {
        popUp.ask(getGeometry);
    }
    popUp = mapping(popUp);
    QTest::newRow("what a key opens two seconds after the window is no part of the start")
        << popUp.build(popUp.now() + 4 * second) << qint64(300 * ms) << qint64(first.now());
    XTraceBuilder impatient = mapping(XTraceBuilder(first).key().think(2 * second));
    QTest::newRow("a click does not end a start that goes on") << impatient.build(impatient.now() + 4 * second) << qint64(300 * ms) << qint64(impatient.now());
    XTraceBuilder slow = chatty(300 * ms, 20);
    for (int i = 0; i < 100; ++i) {
        slow.ask(getGeometry);
    }
    slow = mapping(slow);
    QTest::newRow("half a minute of questions between two windows is no quiet")
        << slow.build(slow.now() + 4 * second) << qint64(300 * ms) << qint64(slow.now());
    XTraceBuilder brief = chatty(0, 20);
    QTest::newRow("a program that ended at once") << brief.close().build() << qint64(0) << qint64(brief.now());
    XTraceBuilder told = chatty(0, 20);
    told.trace().startEndedAt = 12345;
    QTest::newRow("who watched its windows knows best") << told.build() << qint64(0) << qint64(12345);
}

void XTrafficTest::theStartEnds()
{
    QFETCH(XTrace, trace);
    QFETCH(qint64, roundTrip);
    QTEST(qint64(XForecast::startupEndMicroseconds(trace, {.roundTrip = std::chrono::microseconds(roundTrip)}).value_or(-1)), "expected");
}

void XTrafficTest::forecasts_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<qint64>("own");
    QTest::addColumn<int>("from"); ///< ms, the line that was seen
    QTest::addColumn<int>("to"); ///< ms, the line that is asked for
    QTest::newRow("xclock, from here to 100 ms") << 21 << qint64(2 * ms) << 0 << 100;
    QTest::newRow("ds9, from here to 300 ms") << 4902 << qint64(400) << 0 << 300;
    QTest::newRow("ds9, from 100 ms to 20 ms") << 4902 << qint64(400) << 100 << 20;
    QTest::newRow("ds9, from 300 ms to here") << 4902 << qint64(400) << 300 << 0;
    QTest::newRow("one that computes for long") << 30 << qint64(200 * ms) << 20 << 300;
}

void XTrafficTest::forecasts()
{
    QFETCH(int, count);
    QFETCH(qint64, own);
    QFETCH(int, from);
    QFETCH(int, to);
    XTraceBuilder seen = chatty(from * ms, count, own);
    XTraceBuilder truth = chatty(to * ms, count, own);
    const XCost cost = XForecast::startCost(seen.build(seen.now() + 5 * second), line(std::chrono::milliseconds(from)));
    QCOMPARE(cost.roundTripCount, count + 1); // and the set-up
    const auto foretold = cost.durationOver(line(std::chrono::milliseconds(to))).count();
    QVERIFY2(std::abs(foretold - truth.now()) <= truth.now() / 50 + 1000, qPrintable(QStringLiteral("%1 against %2").arg(foretold).arg(truth.now())));
    // A rate comes on top.
    QCOMPARE((cost.durationOver(line(0ms, static_cast<double>(cost.bytesUp + cost.bytesDown))) - cost.durationOver(line(0ms))).count(), second);
}

void XTrafficTest::interactions_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<int>("roundTrip"); ///< ms
    QTest::addColumn<QList<qint64>>("roundTripCount");

    const auto started = [](int roundTrip) {
        return chatty(roundTrip * ms, 3).think(10 * second);
    };
    for (const int roundTrip : {0, 100}) {
        const auto row = [&](const char *name, XTraceBuilder builder, const QList<qint64> &expected) {
            QTest::addRow("%s, %d ms", name, roundTrip) << builder.build(builder.now() + 20 * second) << roundTrip << expected;
        };
        row("nothing done", started(roundTrip), {});
        row("a key that is drawn", started(roundTrip).key().say(polyLine), {1});
        row("a click that asks twice", started(roundTrip).key().ask(14).ask(14).say(polyLine), {3});
        row("a key that does nothing", started(roundTrip).key(), {});
        row("the pointer moved", started(roundTrip).event(6).think(roundTrip * ms).say(polyLine), {});
        row("two clicks", started(roundTrip).key().ask(14).say(polyLine).think(5 * second).key().say(polyLine), {2, 1});
        row("an answer at the end after which nothing is drawn", started(roundTrip).key().say(polyLine).ask(14), {1});
        row("before the start is over", chatty(roundTrip * ms, 3).key().ask(14).say(mapWindow, 8, 1, XRecord::MapsWindow), {});
    }
}

void XTrafficTest::interactions()
{
    QFETCH(XTrace, trace);
    QFETCH(int, roundTrip);
    QFETCH(QList<qint64>, roundTripCount);
    const XLinkFigures link = line(std::chrono::milliseconds(roundTrip));
    const auto interactions = XForecast::interactions(trace, link);
    QList<qint64> found;
    for (const XInteraction &interaction : interactions) {
        found << interaction.cost.roundTripCount;
        QVERIFY(interaction.to >= interaction.from);
        QVERIFY2(std::abs(interaction.cost.durationOver(link).count() - (interaction.to - interaction.from)) <= 1000,
                 "over the same line it takes as long as it did");
    }
    QCOMPARE(found, roundTripCount);
    QCOMPARE(XForecast::medianInteraction(interactions, link).has_value(), !interactions.empty());
}

void XTrafficTest::whatIsLeft()
{
    const XCost whole = XForecast::startCost(chatty(0, 1000).build(), {});
    const XTrace half = chatty(100 * ms, 500).build();
    const auto left = remainingTime(half, whole, line(100ms));
    QVERIFY(left && *left > 49s && *left < 52s);
    QCOMPARE(remainingTime(chatty(100 * ms, 2000).build(), whole, line(100ms)), std::nullopt); // that is no start as it was
    const auto nothing = remainingTime(XTrace(), whole, line(100ms));
    QVERIFY(nothing && *nothing > 99s);
    QCOMPARE(remainingTime(XTrace(), XCost(), line(100ms)), std::optional(0us));
}

void XTrafficTest::watching_data()
{
    using State = XProgramStartMonitor::State;
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<int>("roundTrip"); ///< ms; 0: not known
    QTest::addColumn<qint64>("expected"); ///< round trips of an earlier start; < 0: none was seen
    QTest::addColumn<qint64>("now");
    QTest::addColumn<State>("state");

    const auto row = [](const char *name, const XTrace &trace, int roundTrip, qint64 expected, qint64 now, State state) {
        QTest::newRow(name) << trace << roundTrip << expected << now << state;
    };
    const auto until = [](std::int64_t roundTrip, std::int64_t time) {
        return questions(roundTrip, static_cast<int>((time - 100 * ms) / (roundTrip + 450)) - 1).build(time);
    };
    row("ds9 as before, after two seconds", until(100 * ms, 2 * second), 100, 4902, 2 * second, State::LongStart);
    row("ds9 as before, nothing of it is here yet", XTrace(), 100, 4902, 2 * second, State::Undecided);
    row("ds9 as before, ten seconds and nothing of it is here", XTrace(), 100, 4902, 10 * second, State::NoLongStart);
    row("ds9 for the first time, after two seconds", until(100 * ms, 2 * second), 100, -1, 2 * second, State::Undecided);
    row("ds9 for the first time, before ten seconds are over", until(100 * ms, 9 * second), 100, -1, 9 * second, State::LongStartOfUnknownLength);
    row("ds9 for the first time, next door", until(2 * ms, 9 * second), 2, -1, 9 * second, State::LongStartOfUnknownLength);
    row("ds9 for the first time, over a third of a second", until(300 * ms, 9 * second), 300, -1, 9 * second, State::LongStartOfUnknownLength);
    row("xclock as before", until(100 * ms, second), 100, 21, second, State::Undecided);
    row("one that asks more than it ever did", until(100 * ms, 9 * second), 100, 21, 9 * second, State::LongStartOfUnknownLength);
    row("xcalc for the first time: all asked after six seconds", until(100 * ms, 6100 * ms), 100, -1, 8 * second, State::NoLongStart);
    row("one that thinks for long", XTraceBuilder(100 * ms).connect().ask(14).ask(14).build(), 100, -1, 9 * second, State::NoLongStart);
    row("a line that is not known", until(100 * ms, 9 * second), 0, 4902, 9 * second, State::NoLongStart);
    XTraceBuilder ended = chatty(20 * ms, 20);
    row("one that has its windows", ended.build(ended.now() + 4 * second), 20, 4902, ended.now() + 4 * second, State::StartEnded);
    row(
        "one that was seen to have them",
        [] {
            XTraceBuilder builder = chatty(100 * ms, 10);
            builder.trace().startEndedAt = second;
            return builder.build();
        }(),
        100,
        4902,
        2 * second,
        State::StartEnded);
}

void XTrafficTest::watching()
{
    QFETCH(XTrace, trace);
    QFETCH(int, roundTrip);
    QFETCH(qint64, expected);
    QFETCH(qint64, now);
    XProgramStartMonitor watch(
        expected < 0 ? std::nullopt : std::optional(XCost{.roundTripCount = expected, .bytesUp = 100'000, .bytesDown = 0, .nonNetworkTime = 2 * second}));
    // Fed as it grows.
    XTrace soFar;
    XProgramStartMonitor::Verdict verdict;
    const XLinkFigures link = line(std::chrono::milliseconds(roundTrip));
    verdict = watch.evaluateStart(soFar, 0, link);
    verdict = watch.evaluateStart(trace, now, link);
    QTEST(verdict.state, "state");
    QCOMPARE(verdict.remainingTime.has_value(), verdict.state == XProgramStartMonitor::State::LongStart);
    QCOMPARE(verdict.takesMinutes(),
             verdict.state == XProgramStartMonitor::State::LongStart || verdict.state == XProgramStartMonitor::State::LongStartOfUnknownLength);
    QCOMPARE(verdict.elapsed.count(), now);
    const auto again = watch.evaluateStart(trace, now, link);
    const bool isSame = again == verdict;
    QVERIFY(isSame);
}

void XTrafficTest::watchedTimeRunsDown()
{
    const XCost whole = XForecast::startCost(chatty(0, 2000).build(), {});
    XProgramStartMonitor watch(whole);
    XTraceBuilder builder(100 * ms);
    builder.think(20 * ms).connect();
    std::optional<std::chrono::seconds> before;
    int rounds = 0;
    for (int i = 0; i < 2000; ++i) {
        builder.think(400).say(polyLine).ask(i % 3 ? getGeometry : internAtom);
        if (i % 100 == 50) {
            const auto verdict = watch.evaluateStart(builder.build(builder.now()), builder.now(), line(100ms));
            QCOMPARE(verdict.state, XProgramStartMonitor::State::LongStart);
            QVERIFY(verdict.roundTripCount >= i - 1);
            QVERIFY(!before || *verdict.remainingTime < *before);
            const std::chrono::milliseconds truth = (2000 - i) * 100ms;
            QVERIFY2(std::chrono::abs(*verdict.remainingTime - truth) < 3s, qPrintable(QString::number(verdict.remainingTime->count())));
            before = verdict.remainingTime;
            ++rounds;
        }
    }
    QCOMPARE(rounds, 20);
    builder.say(mapWindow, 8, 1, XRecord::MapsWindow).event(expose);
    const std::int64_t mapped = builder.now();
    QCOMPARE(watch.evaluateStart(builder.build(), mapped + 4 * second, line(100ms)).state, XProgramStartMonitor::State::StartEnded);
    QCOMPARE(watch.startEndedAt(), mapped);
}

void XTrafficTest::aRestartIsWatchedAnew()
{
    XProgramStartMonitor watch;
    XTraceBuilder ended = chatty(20 * ms, 20);
    QCOMPARE(watch.evaluateStart(ended.build(ended.now() + 4 * second), 0, line(20ms)).state, XProgramStartMonitor::State::Undecided);
    QCOMPARE(watch.evaluateStart(ended.build(ended.now() + 4 * second), ended.now() + 4 * second, line(20ms)).state, XProgramStartMonitor::State::StartEnded);
    XTraceBuilder again = chatty(20 * ms, 5);
    again.trace().begin += 1h;
    const auto verdict = watch.evaluateStart(again.build(), again.now(), line(20ms));
    QCOMPARE(verdict.state, XProgramStartMonitor::State::Undecided);
    QCOMPARE(verdict.roundTripCount, 6); // and the set-up
    QCOMPARE(watch.startEndedAt(), std::nullopt);
}

void XTrafficTest::whatIsDroppedMeanwhileIsNotCountedTwice()
{
    const XTrace whole = questions(100 * ms, 6000).build();
    QVERIFY(whole.chunks.size() > 4);
    XTrace soFar = whole;
    soFar.chunks.resize(3);
    XTrace later = whole;
    later.chunks.erase(later.chunks.begin() + 1);
    later.gapBeganAt = whole.chunks[0]->back().at;
    later.gapEndedAt = whole.chunks[1]->back().at;
    XProgramStartMonitor watch;
    const std::int64_t before = watch.evaluateStart(soFar, soFar.chunks.back()->back().at, line(100ms)).roundTripCount;
    const std::int64_t after = watch.evaluateStart(later, later.endTime, line(100ms)).roundTripCount;
    QVERIFY(before > 4000);
    QCOMPARE(after, XProgramStartMonitor().evaluateStart(whole, whole.endTime, line(100ms)).roundTripCount);
    // What was never seen is not made up.
    XProgramStartMonitor late;
    soFar.chunks.resize(1);
    late.evaluateStart(soFar, soFar.chunks.back()->back().at, line(100ms));
    const std::int64_t less = late.evaluateStart(later, later.endTime, line(100ms)).roundTripCount;
    QVERIFY(less < after && less > after / 2);
}

void XTrafficTest::differencesTheLargestFirst()
{
    XTraceBuilder a(100 * ms);
    a.connect().ask(getGeometry).ask(getGeometry).ask(getGeometry).ask(internAtom).say(putImage, 9000).say(polyLine, 16, 2);
    XTraceBuilder b(100 * ms);
    b.connect().ask(getGeometry).ask(internAtom).say(putImage, 1000).say(polyLine, 16, 2).say(mapWindow, 8);
    const XTally left = XTally::of(a.build(), 0, second * 10, {}, 100 * ms);
    const XTally right = XTally::of(b.build(), 0, second * 10, {}, 100 * ms);
    const auto differences = XCompare::differences(left, right);
    QList<int> order;
    for (const XRequestDifference &difference : differences) {
        order << difference.requestName.code;
    }
    QCOMPARE(order, (QList<int>{getGeometry, putImage, mapWindow, internAtom, polyLine}));
    QCOMPARE(differences[0].firstTotals.roundTripCount, 3);
    QCOMPARE(differences[0].secondTotals.roundTripCount, 1);
    QCOMPARE(differences[2].firstTotals.count, 0);
    QVERIFY(XCompare::differences(XTally(), XTally()).empty());
    QCOMPARE(XCompare::differences(left, XTally()).size(), std::size_t(4));
}

void XTrafficTest::whatCompressionSaved_data()
{
    QTest::addColumn<QList<QList<qint64>>>("linkSamples"); // on the wire in and out, before compression in and out
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("after");
    using Marks = QList<QList<qint64>>;
    QTest::newRow("from the first mark to the last") << Marks{{10, 5, 100, 50}, {15, 6, 150, 55}, {20, 7, 200, 60}} << qint64(110) << qint64(12);
    QTest::newRow("a mark without bytes is passed over") << Marks{{10, 5, 100, 50}, {-1, -1, -1, -1}, {20, 7, 200, 60}} << qint64(110) << qint64(12);
    QTest::newRow("another connection begins at zero") << Marks{{10, 5, 100, 50}, {20, 7, 200, 60}, {1, 1, 2, 2}, {3, 2, 12, 3}} << qint64(121) << qint64(15);
    QTest::newRow("one mark tells nothing") << Marks{{10, 5, 100, 50}} << qint64(-1) << qint64(-1);
    QTest::newRow("an old trace tells only what came") << Marks{{10, -1, -1, -1}, {20, -1, -1, -1}} << qint64(-1) << qint64(-1);
    QTest::newRow("none") << Marks() << qint64(-1) << qint64(-1);
}

void XTrafficTest::whatCompressionSaved()
{
    QFETCH(const QList<QList<qint64>>, linkSamples);
    QFETCH(const qint64, before);
    QFETCH(const qint64, after);
    XTrace trace;
    for (const QList<qint64> &mark : linkSamples) {
        trace.linkSamples.push_back(
            {.wireBytesFromProgram = mark.at(0), .wireBytesToProgram = mark.at(1), .payloadBytesFromProgram = mark.at(2), .payloadBytesToProgram = mark.at(3)});
    }
    const auto bytes = XWireBytes::of(trace);
    QCOMPARE(bytes.has_value(), before >= 0);
    if (bytes) {
        QCOMPARE(bytes->bytesBeforeCompression, before);
        QCOMPARE(bytes->bytesAfterCompression, after);
        QCOMPARE(bytes->compressionRatio(), static_cast<double>(before) / static_cast<double>(after));
    }
}

void XTrafficTest::tracesThatDifferInCompression()
{
    const auto trace = [](std::optional<bool> isCompressed) {
        XTrace trace;
        trace.isCompressed = isCompressed;
        return trace;
    };
    QVERIFY(XCompare::differInCompression(trace(true), trace(false)));
    QVERIFY(XCompare::differInCompression(trace(false), trace(true)));
    QVERIFY(!XCompare::differInCompression(trace(true), trace(true)));
    QVERIFY(!XCompare::differInCompression(trace({}), trace(true)));
    QVERIFY(!XCompare::differInCompression(trace(false), trace({})));
}

void XTrafficTest::aGrid()
{
    const XCost cost{.roundTripCount = 1000, .bytesUp = 600'000, .bytesDown = 400'000, .nonNetworkTime = 2 * second};
    const XPredictionGrid grid = XPredictionGrid::of(cost, {0ms, 100ms}, {125'000, 0});
    QCOMPARE(grid.times.size(), std::size_t(2));
    QCOMPARE(grid.times[0], (std::vector<std::chrono::microseconds>{10s, 2s}));
    QCOMPARE(grid.times[1], (std::vector<std::chrono::microseconds>{110s, 102s}));
    QCOMPARE(XPredictionGrid::oneWayTime(100ms), 50ms);
    const XPredictionGrid usual = XPredictionGrid::of(cost);
    QCOMPARE(usual.times.size(), XPredictionGrid::standardRoundTrips().size());
    QCOMPARE(usual.times.front().size(), XPredictionGrid::standardByteRates().size());
    QVERIFY(XPredictionGrid::of(cost, {}, {}).times.empty());
}

void XTrafficTest::judging_data()
{
    using BetterTopology = XTopologyAdvice::BetterTopology;
    using Time = std::optional<std::chrono::microseconds>;
    QTest::addColumn<qint64>("start"); ///< round trips; < 0: not known
    QTest::addColumn<qint64>("interaction");
    QTest::addColumn<Time>("appStart");
    QTest::addColumn<Time>("appInteraction");
    QTest::addColumn<BetterTopology>("startBetter");
    QTest::addColumn<BetterTopology>("useBetter");
    QTest::addColumn<BetterTopology>("better");
    const auto row = [](const char *name,
                        qint64 start,
                        qint64 interaction,
                        Time appStart,
                        Time appInteraction,
                        BetterTopology betterForStart,
                        BetterTopology betterForInteraction,
                        BetterTopology betterOverall) {
        QTest::newRow(name) << start << interaction << appStart << appInteraction << betterForStart << betterForInteraction << betterOverall;
    };
    // All at 100 ms.
    row("ds9", 4902, 13, 2s, 200ms, BetterTopology::VncApp, BetterTopology::VncApp, BetterTopology::VncApp);
    row("xclock", 21, 1, 2s, 200ms, BetterTopology::EquallyGood, BetterTopology::EquallyGood, BetterTopology::EquallyGood);
    row("slow to start, quick to use", 400, 1, 2s, 400ms, BetterTopology::VncApp, BetterTopology::X11, BetterTopology::X11);
    row("minutes to start, quick to use", 4902, 1, 2s, 400ms, BetterTopology::VncApp, BetterTopology::X11, BetterTopology::VncApp);
    row("minutes to start, and vnc-app was never tried", 4902, 13, {}, {}, BetterTopology::VncApp, BetterTopology::NotKnown, BetterTopology::VncApp);
    row("vnc-app was never tried", 100, 3, {}, {}, BetterTopology::NotKnown, BetterTopology::NotKnown, BetterTopology::NotKnown);
    row("only vnc-app is known", -1, -1, 2s, 200ms, BetterTopology::NotKnown, BetterTopology::NotKnown, BetterTopology::NotKnown);
    row("nobody would notice", 21, 2, 2s, 250ms, BetterTopology::EquallyGood, BetterTopology::EquallyGood, BetterTopology::EquallyGood);
}

void XTrafficTest::judging()
{
    QFETCH(qint64, start);
    QFETCH(qint64, interaction);
    QFETCH(std::optional<std::chrono::microseconds>, appStart);
    QFETCH(std::optional<std::chrono::microseconds>, appInteraction);
    const XTopologyAdvice judgement = XTopologyAdvice::of(
        start < 0 ? std::nullopt : std::optional(XCost{.roundTripCount = start}),
        interaction < 0 ? std::vector<XInteraction>() : std::vector{XInteraction{.from = 0, .to = 0, .cost = {.roundTripCount = interaction}}},
        line(100ms),
        {.startTime = appStart, .interactionTime = appInteraction});
    QTEST(judgement.betterTopologyForStart, "startBetter");
    QTEST(judgement.betterTopologyForInteraction, "useBetter");
    QTEST(judgement.betterTopologyOverall, "better");
    QCOMPARE(judgement.startTime.has_value(), start >= 0);
    QCOMPARE(judgement.interactionTime.has_value(), interaction >= 0);
}

NIGHTDESK_GUILESS_TEST(XTrafficTest)

#include "xtraffictest.moc"
