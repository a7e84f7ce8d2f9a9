// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkhistory.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
const std::chrono::steady_clock::time_point start{1000h};

LinkSample at(std::chrono::milliseconds when, std::optional<std::chrono::microseconds> roundTrip = {})
{
    LinkSample sample;
    sample.takenAt = start + when;
    sample.sshRoundTrip = roundTrip;
    return sample;
}

LinkSample counted(std::chrono::milliseconds when, std::int64_t in, std::int64_t out, std::int64_t payloadReceived = 0, std::int64_t payloadSent = 0)
{
    LinkSample sample = at(when);
    sample.totalWireBytesReceived = {in};
    sample.totalWireBytesSent = {out};
    sample.totalPayloadBytesReceived = {payloadReceived};
    sample.totalPayloadBytesSent = {payloadSent};
    return sample;
}
}

/// A link's last minutes, made of samples alone.
class LinkHistoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsKnownAtFirst();
    void anotherConnectionsFiguresDoNotCount();
    void rates_data();
    void rates();
    void countersThatRunBackwards();
    void pointsKeepTheirGaps();
    void theSpanIsKept();
    void samplesOutOfOrderAreLeftOut();
    void theNewestAnswer_data();
    void theNewestAnswer();
    void behindAJumpHost();
    void median_data();
    void median();
    void compression_data();
    void compression();
    void newContentShowsWithin10s();
    void aLoginHasNoRatio();
};

void LinkHistoryTest::nothingIsKnownAtFirst()
{
    LinkHistory history;
    QCOMPARE(history.span(), 300s);
    QVERIFY(history.roundTrips().isEmpty());
    QVERIFY(!history.roundTrip());
    QVERIFY(!history.pathRoundTrip());
    QVERIFY(!history.medianRoundTrip(300s));
    QVERIFY(!history.wireBytesInPerSecond());
    QVERIFY(!history.totalCompressionRatio());
    history.add(counted(0s, 1000, 1000));
    QVERIFY(!history.wireBytesInPerSecond()); // one sample is no rate
}

void LinkHistoryTest::anotherConnectionsFiguresDoNotCount()
{
    LinkHistory history;
    LinkSample old = counted(0s, 100'000, 10'000, 300'000, 30'000);
    old.sshRoundTrip = 900ms;
    old.tcpRoundTrip = 800ms;
    history.add(old);
    old.takenAt += 1s;
    history.add(old);
    QVERIFY(history.roundTrip() && history.pathRoundTrip() && history.wireBytesInPerSecond() && history.totalCompressionRatio() && history.medianRoundTrip(5s));
    history.discardFigures();
    QVERIFY(!history.roundTrip());
    QVERIFY(!history.pathRoundTrip());
    QVERIFY(!history.medianRoundTrip(5s));
    QVERIFY(!history.wireBytesInPerSecond());
    QVERIFY(!history.wireBytesOutPerSecond());
    QVERIFY(!history.totalCompressionRatio());
    QCOMPARE(history.roundTrips().size(), 2); // the last minutes were what they were
    history.add(at(2s)); // the new one has not answered yet
    QVERIFY(!history.roundTrip());
    QVERIFY(!history.wireBytesInPerSecond());
    history.add(at(3s, 20ms));
    QVERIFY(history.roundTrip() == 20ms);
    QVERIFY(history.medianRoundTrip(5s) == 20ms);
    QCOMPARE(history.roundTrips().size(), 4);
    history.add(at(302s, 30ms)); // the old ones are out of the span
    QVERIFY(history.roundTrip() == 30ms);
    QCOMPARE(history.roundTrips().size(), 3);
}

void LinkHistoryTest::rates_data()
{
    QTest::addColumn<QList<LinkSample>>("samples");
    QTest::addColumn<qint64>("in");
    QTest::addColumn<qint64>("out");
    QTest::newRow("two samples a second apart") << QList{counted(0s, 0, 0), counted(1s, 1000, 10)} << qint64(1000) << qint64(10);
    QTest::newRow("half a second apart") << QList{counted(0s, 0, 0), counted(500ms, 1000, 10)} << qint64(2000) << qint64(20);
    QTest::newRow("the mean of the last three seconds")
        << QList{counted(0s, 0, 0), counted(1s, 9000, 0), counted(2s, 9000, 0), counted(3s, 9000, 0)} << qint64(3000) << qint64(0);
    QTest::newRow("what is older than the window does not count")
        << QList{counted(0s, 0, 0), counted(1s, 9000, 0), counted(2s, 9000, 0), counted(3s, 9000, 0), counted(4s, 9000, 0)} << qint64(0) << qint64(0);
    QTest::newRow("after a gap longer than the window, the mean of the gap") << QList{counted(0s, 0, 0), counted(10s, 5000, 100)} << qint64(500) << qint64(10);
    QTest::newRow("a quiet link") << QList{counted(0s, 77, 7), counted(1s, 77, 7)} << qint64(0) << qint64(0);
    QTest::newRow("more than 4 GiB") << QList{counted(0s, 0, 0), counted(1s, qint64(6) << 30, 0)} << (qint64(6) << 30) << qint64(0);
}

void LinkHistoryTest::rates()
{
    QFETCH(QList<LinkSample>, samples);
    QFETCH(qint64, in);
    QFETCH(qint64, out);
    LinkHistory history;
    for (const LinkSample &sample : samples) {
        history.add(sample);
    }
    QVERIFY(history.wireBytesInPerSecond());
    QCOMPARE(history.wireBytesInPerSecond()->count, in);
    QCOMPARE(history.wireBytesOutPerSecond()->count, out);
}

void LinkHistoryTest::countersThatRunBackwards()
{
    // The link fell and came back: its counters begin again.
    LinkHistory history;
    history.add(counted(0s, 5'000'000, 90'000));
    history.add(counted(1s, 6'000'000, 91'000));
    history.add(counted(20s, 2000, 1000, 8000, 4000));
    QVERIFY(!history.wireBytesInPerSecond()); // one sample is no rate
    QVERIFY(!history.wireBytesOutPerSecond());
    history.add(counted(21s, 3000, 1500));
    QVERIFY(history.wireBytesInPerSecond(1s)->count == 1000);
    QVERIFY(history.wireBytesOutPerSecond(1s)->count == 500);
    QVERIFY(history.wireBytesInPerSecond(300s)->count == 1000);
    // Only one of the two ran backwards.
    history.add(counted(22s, 9000, 3));
    QVERIFY(!history.wireBytesOutPerSecond(300s));
    QVERIFY(!history.wireBytesInPerSecond(300s));
    // The round trips before are still part of the last minutes.
    QCOMPARE(history.roundTrips().size(), 5);
}

void LinkHistoryTest::pointsKeepTheirGaps()
{
    LinkHistory history;
    history.add(at(0s, 10ms));
    history.add(at(1s));
    history.add(at(2500ms, 12ms));
    const QList<LinkHistory::Point> expected{{2500ms, 10ms}, {1500ms, {}}, {0ms, 12ms}};
    QVERIFY(history.roundTrips() == expected);
}

void LinkHistoryTest::theSpanIsKept()
{
    LinkHistory history;
    for (int second = 0; second <= 1000; ++second) {
        history.add(at(std::chrono::seconds(second), std::chrono::milliseconds(second)));
    }
    const auto points = history.roundTrips();
    QCOMPARE(points.size(), 301);
    QVERIFY(points.first().age == 300s);
    QVERIFY(points.last().age == 0s);
    QVERIFY(points.last().roundTrip == 1000ms);
    // After an hour's silence nothing old is left.
    history.add(at(5000s));
    QCOMPARE(history.roundTrips().size(), 1);

    LinkHistory brief(2s);
    brief.add(at(0s));
    brief.add(at(2s));
    QCOMPARE(brief.roundTrips().size(), 2);
    brief.add(at(2001ms));
    QCOMPARE(brief.roundTrips().size(), 2);
}

void LinkHistoryTest::samplesOutOfOrderAreLeftOut()
{
    LinkHistory history;
    history.add(at(5s, 1ms));
    history.add(at(5s, 2ms));
    history.add(at(4s, 3ms));
    QCOMPARE(history.roundTrips().size(), 1);
    QVERIFY(history.roundTrip() == 1ms);
}

void LinkHistoryTest::theNewestAnswer_data()
{
    QTest::addColumn<QList<LinkSample>>("samples");
    QTest::addColumn<std::optional<std::chrono::microseconds>>("expected");
    using Answer = std::optional<std::chrono::microseconds>;
    QTest::newRow("the last one") << QList{at(0s, 10ms), at(1s, 20ms)} << Answer(20ms);
    QTest::newRow("one lost probe does not hide the number") << QList{at(0s, 10ms), at(1s)} << Answer(10ms);
    QTest::newRow("an answer of five seconds ago still counts") << QList{at(0s, 10ms), at(5s)} << Answer(10ms);
    QTest::newRow("an older one does not") << QList{at(0s, 10ms), at(5001ms)} << Answer();
    QTest::newRow("none ever came") << QList{at(0s), at(1s)} << Answer();
}

void LinkHistoryTest::theNewestAnswer()
{
    QFETCH(QList<LinkSample>, samples);
    QFETCH(std::optional<std::chrono::microseconds>, expected);
    LinkHistory history;
    for (const LinkSample &sample : samples) {
        history.add(sample);
    }
    QVERIFY(history.roundTrip() == expected);
}

/// A gateway at 2 ms, the summit 98 ms behind it: none of the 100 ms is a queue.
void LinkHistoryTest::behindAJumpHost()
{
    LinkHistory history;
    LinkSample sample = at(0s, 100ms);
    sample.tcpRoundTrip = 2ms;
    history.add(sample);
    sample.takenAt += 1s;
    sample.tcpMeasuredPathPart = TcpMeasuredPathPart::FirstHop;
    history.add(sample);
    QVERIFY(history.roundTrip() == 100ms);
    QVERIFY(!history.pathRoundTrip());
    history.discardFigures();
}

void LinkHistoryTest::median_data()
{
    QTest::addColumn<QList<int>>("milliseconds"); // below 0: lost
    QTest::addColumn<std::optional<int>>("expected");
    QTest::newRow("one") << QList{7} << std::optional(7);
    QTest::newRow("an odd count") << QList{9, 1, 5} << std::optional(5);
    QTest::newRow("a stray does not move it") << QList{10, 11, 9000, 10, 10} << std::optional(10);
    QTest::newRow("lost probes do not count") << QList{-1, 4, -1, -1} << std::optional(4);
    QTest::newRow("all lost") << QList{-1, -1} << std::optional<int>();
}

void LinkHistoryTest::median()
{
    QFETCH(QList<int>, milliseconds);
    QFETCH(std::optional<int>, expected);
    LinkHistory history;
    for (qsizetype i = 0; i < milliseconds.size(); ++i) {
        const int value = milliseconds[i];
        history.add(at(std::chrono::seconds(i), value < 0 ? std::nullopt : std::optional<std::chrono::microseconds>(std::chrono::milliseconds(value))));
    }
    QVERIFY(history.medianRoundTrip(300s) == (expected ? std::optional<std::chrono::microseconds>(std::chrono::milliseconds(*expected)) : std::nullopt));
}

void LinkHistoryTest::compression_data()
{
    QTest::addColumn<LinkSample>("sample");
    QTest::addColumn<std::optional<double>>("expected");
    QTest::newRow("a third travels") << counted(0s, 90'000, 10'000, 280'000, 20'000) << std::optional(3.0);
    QTest::newRow("nothing gained") << counted(0s, 100'000, 0, 100'000, 0) << std::optional(1.0);
    QTest::newRow("overhead eats more than it gains") << counted(0s, 200'000, 0, 100'000, 0) << std::optional(0.5);
    QTest::newRow("too little to say") << counted(0s, 60'000, 5'000, 600'000, 0) << std::optional<double>();
    QTest::newRow("just enough to say") << counted(0s, 65'536, 0, 131'072, 0) << std::optional(2.0);
    QTest::newRow("nothing has travelled") << counted(0s, 0, 0) << std::optional<double>();
}

void LinkHistoryTest::compression()
{
    QFETCH(LinkSample, sample);
    QFETCH(std::optional<double>, expected);
    LinkHistory history;
    history.add(sample);
    QCOMPARE(history.totalCompressionRatio().has_value(), expected.has_value());
    if (expected) {
        QCOMPARE(*history.totalCompressionRatio(), *expected);
    }
}

/// Keys are exchanged and nothing is in a channel yet.
void LinkHistoryTest::aLoginHasNoRatio()
{
    LinkHistory history;
    history.add(counted(0s, 0, 0));
    history.add(counted(1s, 12'000, 9'000));
    QCOMPARE(history.recentCompressionRatio(FlowDirection::Received), std::nullopt);
    history.add(counted(1500ms, 13'000, 9'200, 12)); // the version of a VNC server
    QCOMPARE(history.recentCompressionRatio(FlowDirection::Received), std::nullopt);
    history.add(counted(2s, 24'000, 9'500, 15'000));
    QCOMPARE(history.recentCompressionRatio(FlowDirection::Received), std::optional(0.625));
}

/// A figure is shown until the next sample.
void LinkHistoryTest::newContentShowsWithin10s()
{
    LinkHistory history;
    std::int64_t wire = 0;
    std::int64_t payload = 0;
    for (int second = 0; second < 20; ++second) {
        history.add(counted(1s * second, wire, 0, payload));
        wire += 1'000'000;
        payload += 1'300'000;
    }
    QCOMPARE(history.recentCompressionRatio(FlowDirection::Received), std::optional(1.3));
    // Changed right after the sample of 19 s.
    for (int second = 20; second < 28; ++second) {
        history.add(counted(1s * second, wire, 0, payload));
        wire += 20'000;
        payload += 500'000;
        QVERIFY(*history.recentCompressionRatio(FlowDirection::Received) < 5);
    }
    history.add(counted(28s, wire, 0, payload));
    history.add(counted(29s, wire + 20'000, 0, payload + 500'000));
    QCOMPARE(history.recentCompressionRatio(FlowDirection::Received), std::optional(25.0));
}

NIGHTDESK_GUILESS_TEST(LinkHistoryTest)
#include "linkhistorytest.moc"
