// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/displayhistory.h"
#include "monitors/link/inputresponsemeter.h"
#include "monitors/link/linkhistory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <iterator>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
using Part = RoundTripLayer::Part;
using Us = std::chrono::microseconds;
using Maybe = std::optional<Us>;

const std::chrono::steady_clock::time_point begun{1000h};

/// A second's sample of a link.
LinkSample second(int n, Maybe pingRoundTrip, Maybe tcpLeast, const QList<Maybe> &hops = {}, Maybe tcp = {})
{
    LinkSample sample;
    sample.takenAt = begun + std::chrono::seconds(n);
    sample.sshRoundTrip = pingRoundTrip;
    sample.tcpMinimumRoundTrip = tcpLeast;
    sample.tcpRoundTrip = tcp ? tcp : tcpLeast;
    for (qsizetype i = 0; i < hops.size(); ++i) {
        sample.hopRoundTrips.append({u"hop%1"_s.arg(i), hops[i]});
    }
    sample.tcpMeasuredPathPart = hops.isEmpty() ? TcpMeasuredPathPart::WholePath : TcpMeasuredPathPart::FirstHop;
    return sample;
}

QList<RoundTripLayer> ofPart(const QList<RoundTripLayer> &layers, Part part)
{
    QList<RoundTripLayer> found;
    std::ranges::copy_if(layers, std::back_inserter(found), [part](const RoundTripLayer &layer) {
        return layer.part == part;
    });
    return found;
}

DisplaySample frame(int n, quint64 updates, std::int64_t received, quint64 pixels, Us decodingTime = {})
{
    DisplaySample sample;
    sample.takenAt = begun + std::chrono::seconds(n);
    sample.updates = updates;
    sample.received = {received};
    sample.pixels = pixels;
    sample.decodingTime = decodingTime;
    return sample;
}
}
Q_DECLARE_METATYPE(Nightdesk::Certainty)

/// The arithmetic of the figures, made of samples alone.
class RoundTripLayersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void percentiles();
    void aPath_data();
    void aPath();
    void theLeastOfTcpIsTheKernels();
    void threeLegs();
    void aSilentSecondKeepsTheFigureAndAnOldOneDoesNot();
    void anotherConnection();
    void aDesktopsRates();
    void aDesktopsAge();
    void aDesktopsLayers();
    void input_data();
    void input();
    void eachKeyCounts();
    void xRoundTrips_data();
    void xRoundTrips();
    void xRoundTripsOfAConnection();
};

void RoundTripLayersTest::percentiles()
{
    QCOMPARE(DurationFigure::of({}, Certainty::Measured, 1us), DurationFigure());
    const std::vector<Us> one{7us};
    QCOMPARE(DurationFigure::of(one, Certainty::Measured, {}), (DurationFigure{Certainty::Measured, {}, 7us, 7us, 7us}));
    QCOMPARE(DurationFigure::of(one, Certainty::Unknown, 7us), DurationFigure());
    std::vector<Us> hundred;
    for (int i = 100; i > 0; --i) {
        hundred.emplace_back(i);
    }
    QCOMPARE(DurationFigure::of(hundred, Certainty::Estimated, 3us), (DurationFigure{Certainty::Estimated, 3us, 1us, 50us, 95us}));
}

void RoundTripLayersTest::aPath_data()
{
    QTest::addColumn<QList<LinkSample>>("samples");
    QTest::addColumn<Maybe>("queue"); // now
    QTest::addColumn<Certainty>("certainty");
    QTest::addColumn<Maybe>("lastLeg");
    const QList<Maybe> gateway{2400us};
    QTest::newRow("no sample") << QList<LinkSample>() << Maybe() << Certainty::Unknown << Maybe();
    QTest::newRow("direct, no queue") << QList{second(0, 100ms, 100ms), second(1, 100400us, 100ms)} << Maybe(400us) << Certainty::Measured << Maybe(100ms);
    QTest::newRow("direct, a queue of 40 ms that the smoothed TCP time has too")
        << QList{second(0, 100ms, 100ms), second(1, 140ms, 100ms, {}, 140ms)} << Maybe(40ms) << Certainty::Measured << Maybe(100ms);
    QTest::newRow("direct, an answer quicker than the path's least: never below zero")
        << QList{second(0, 99ms, 100ms)} << Maybe(0us) << Certainty::Measured << Maybe(100ms);
    QTest::newRow("direct, a kernel that keeps no least: that of the smoothed times")
        << QList{second(0, 101ms, {}, {}, 100ms), second(1, 141ms, {}, {}, 140ms)} << Maybe(41ms) << Certainty::Measured << Maybe(100ms);
    QTest::newRow("direct, no TCP: nothing to compare with") << QList{second(0, 100ms, {})} << Maybe() << Certainty::Unknown << Maybe();
    QTest::newRow("direct, no answer yet") << QList{second(0, {}, 100ms)} << Maybe() << Certainty::Unknown << Maybe(100ms);
    QTest::newRow("a gateway at 2 ms, the summit 98 ms behind it: no queue")
        << QList{second(0, 100400us, 2ms, gateway), second(1, 100500us, 2ms, gateway)} << Maybe(500us) << Certainty::Estimated << Maybe(98ms);
    QTest::newRow("the same with a queue of 40 ms") << QList{second(0, 100400us, 2ms, gateway), second(1, 140400us, 2ms, gateway)} << Maybe(40400us)
                                                    << Certainty::Estimated << Maybe(98ms);
    QTest::newRow("the same with the queue on the way to the gateway")
        << QList{second(0, 100400us, 2ms, gateway), second(1, 140400us, 2ms, {42400us})} << Maybe(40400us) << Certainty::Estimated << Maybe(98ms);
    QTest::newRow("a gateway that has not answered: its leg is not known")
        << QList{second(0, 100ms, 2ms, {Maybe()})} << Maybe() << Certainty::Unknown << Maybe();
    QTest::newRow("a gateway without TCP_INFO") << QList{second(0, 100400us, {}, gateway)} << Maybe() << Certainty::Unknown << Maybe(98ms);
    QTest::newRow("a gateway slower than the host behind it: no leg below zero")
        << QList{second(0, 2ms, 2ms, {5ms})} << Maybe(0us) << Certainty::Estimated << Maybe(0us);
}

void RoundTripLayersTest::aPath()
{
    QFETCH(QList<LinkSample>, samples);
    QFETCH(Maybe, queue);
    const auto layers = RoundTripLayers::of(samples);
    const auto queues = ofPart(layers, Part::Queue);
    QCOMPARE(queues.size(), 1); // what is not known is there, and says so
    QCOMPARE(queues.first().figure.now, queue);
    QTEST(queues.first().figure.certainty, "certainty");
    QTEST(Maybe(ofPart(layers, Part::Network).last().figure.now), "lastLeg");
}

void RoundTripLayersTest::theLeastOfTcpIsTheKernels()
{
    // The smoothed time never was as short: whoever answers waits with his acknowledgment for the data that goes along.
    const auto tcp = ofPart(RoundTripLayers::of(QList{second(0, 101ms, 100ms, {}, 111ms), second(1, 101ms, 100ms, {}, 107ms)}), Part::Tcp).first().figure;
    QCOMPARE(tcp.now, Maybe(107ms));
    QCOMPARE(tcp.least, Maybe(100ms));
    QVERIFY(!ofPart(RoundTripLayers::of(QList{second(0, 101ms, {})}), Part::Tcp).first().figure.least);
}

void RoundTripLayersTest::threeLegs()
{
    const QList samples{second(0, 150ms, 2ms, {2500us, 52500us}), second(1, 151ms, 2ms, {2600us, 52600us})};
    const auto legs = ofPart(RoundTripLayers::of(samples), Part::Network);
    QCOMPARE(legs.size(), 3);
    QCOMPARE(legs[0].toHost, u"hop0"_s);
    QCOMPARE(legs[0].figure.certainty, Certainty::Measured);
    QCOMPARE(legs[1].fromHost, u"hop0"_s);
    QCOMPARE(legs[1].toHost, u"hop1"_s);
    QCOMPARE(legs[1].figure.now, Maybe(50ms));
    QCOMPARE(legs[1].figure.certainty, Certainty::Estimated);
    QCOMPARE(legs[2].fromHost, u"hop1"_s);
    QVERIFY(legs[2].toHost.isEmpty());
    QCOMPARE(legs[2].figure.now, Maybe(97500us));
}

void RoundTripLayersTest::aSilentSecondKeepsTheFigureAndAnOldOneDoesNot()
{
    const auto pingAt = [](int silent) {
        const QList samples{second(0, 100ms, 100ms), second(silent, {}, 100ms)};
        return ofPart(RoundTripLayers::of(samples), Part::Ssh).first().figure;
    };
    QCOMPARE(pingAt(5).now, Maybe(100ms));
    QCOMPARE(pingAt(6).now, Maybe());
    QCOMPARE(pingAt(6).least, Maybe(100ms));
}

void RoundTripLayersTest::anotherConnection()
{
    LinkHistory history;
    history.add(second(0, 10ms, 10ms));
    QCOMPARE(history.leastRoundTrip(), Maybe(10ms));
    history.discardFigures();
    QVERIFY(!history.newestSample());
    QCOMPARE(ofPart(history.layers(), Part::Ssh).first().figure.certainty, Certainty::Unknown);
    history.add(second(1, 200ms, 199ms));
    QCOMPARE(ofPart(history.layers(), Part::Queue).first().figure.now, Maybe(1ms)); // not 190
}

void RoundTripLayersTest::aDesktopsRates()
{
    DisplayHistory history;
    QVERIFY(!history.framesPerSecond());
    history.add(frame(0, 100, 1'000'000, 0));
    QVERIFY(!history.framesPerSecond()); // one sample is no rate
    history.add(frame(1, 125, 1'500'000, 5'000'000));
    QCOMPARE(history.framesPerSecond(), std::optional(25.0));
    QCOMPARE(history.bytesPerSecond(), std::optional(Bytes{500'000}));
    QCOMPARE(history.compressionRatio(), std::optional(40.0));
    for (int i = 2; i <= 20; ++i) {
        history.add(frame(i, 125, 1'500'000, 5'000'000));
    }
    QCOMPARE(history.framesPerSecond(), std::optional(0.0));
    QVERIFY(!history.compressionRatio()); // nothing came in its 10 s
    history.add(frame(21, 126, 1'501'000, 5'000'000 + 16 * 1024 - 1)); // less than 64 KiB of pixels: what RFB itself needs is most of it
    QVERIFY(!history.compressionRatio());
    history.add(frame(22, 127, 1'502'000, 5'000'000 + 16 * 1024));
    QCOMPARE(history.compressionRatio(), std::optional(65536.0 / 2'000));
    history.add(frame(22, 999, 9'000'000, 9'000'000)); // no later than the last one
    QVERIFY(history.framesPerSecond() < 1.0);
    history.add(frame(23, 3, 100, 10)); // another worker
    QVERIFY(!history.framesPerSecond());
    QVERIFY(!history.bytesPerSecond());
}

void RoundTripLayersTest::aDesktopsAge()
{
    DisplayHistory history;
    QVERIFY(!history.imageAge());
    QVERIFY(!history.isImageLate());
    DisplaySample sample = frame(0, 0, 0, 0);
    history.add(sample);
    QVERIFY(!history.imageAge()); // neither fences nor a ping
    sample.takenAt += 1s;
    sample.pingRoundTrip = 90ms;
    history.add(sample);
    QCOMPARE(history.imageAge(), Maybe(45ms));
    sample.takenAt += 1s;
    sample.fenceRoundTrip = 100ms;
    sample.queueTime = 300ms;
    history.add(sample);
    QCOMPARE(history.imageAge(), Maybe(350ms));
    QVERIFY(history.isImageLate());
    sample.takenAt += 1s;
    sample.silenceDuration = 7s;
    history.add(sample);
    QCOMPARE(history.imageAge(), Maybe(7s));
    QVERIFY(history.isImageLate());
}

void RoundTripLayersTest::aDesktopsLayers()
{
    DisplayHistory history;
    for (const RoundTripLayer &layer : history.layers()) {
        QCOMPARE(layer.figure, DurationFigure());
    }
    QCOMPARE(history.layers().size(), 4);
    DisplaySample sample = frame(0, 0, 0, 0);
    sample.fenceRoundTrip = 103ms;
    sample.pingRoundTrip = 100ms;
    history.add(sample);
    sample = frame(1, 10, 0, 0, 20ms);
    sample.fenceRoundTrip = 99ms; // quicker than the ping of its second
    sample.pingRoundTrip = 100ms;
    history.add(sample);
    const auto layers = history.layers();
    QCOMPARE(layers[0].part, Part::RemoteMachine);
    QCOMPARE(layers[0].figure, (DurationFigure{Certainty::Estimated, 0us, 0us, 0us, 3ms}));
    QCOMPARE(layers[1].figure, (DurationFigure{Certainty::Measured, 2ms, 2ms, 2ms, 2ms}));
    QCOMPARE(layers[2].figure.now, Maybe(99ms));
    QCOMPARE(layers[3].figure.certainty, Certainty::Unknown);
    history.addResponse(begun + 1s, 120ms);
    QCOMPARE(history.layers()[3].figure, (DurationFigure{Certainty::Estimated, 120ms, 120ms, 120ms, 120ms}));
    sample.takenAt = begun + 400s; // past the span
    history.add(sample);
    QCOMPARE(history.layers()[3].figure, DurationFigure());
    history.discardFigures();
    QCOMPARE(history.layers()[2].figure, DurationFigure());
}

void RoundTripLayersTest::input_data()
{
    QTest::addColumn<QRect>("changed");
    QTest::addColumn<int>("after"); // ms
    QTest::addColumn<bool>("hasPointer");
    QTest::addColumn<Maybe>("expected");
    const QRect near(490, 490, 10, 10);
    QTest::newRow("at the pointer") << near << 120 << true << Maybe(120ms);
    QTest::newRow("within reach of it") << QRect(700, 500, 5, 5) << 120 << true << Maybe(120ms);
    QTest::newRow("elsewhere") << QRect(900, 500, 5, 5) << 120 << true << Maybe();
    QTest::newRow("sooner than any answer can be here") << near << 99 << true << Maybe();
    QTest::newRow("so late that it answers something else") << near << 5001 << true << Maybe();
    QTest::newRow("nobody knows where the pointer is") << near << 120 << false << Maybe();
}

void RoundTripLayersTest::input()
{
    QFETCH(QRect, changed);
    QFETCH(int, after);
    QFETCH(bool, hasPointer);
    InputResponseMeter response;
    const auto at = begun + std::chrono::milliseconds(after);
    QVERIFY(response.noteImageChange(at, {changed}, 100ms).isEmpty()); // nothing was pressed
    response.noteInput(begun, hasPointer ? std::optional(QPoint(500, 500)) : std::nullopt);
    QCOMPARE(response.hasPendingInput(), hasPointer);
    const auto took = response.noteImageChange(at, {changed}, 100ms);
    QVERIFY(took.size() <= 1);
    QTEST(took.isEmpty() ? Maybe() : Maybe(took.first()), "expected");
    QVERIFY(response.noteImageChange(at + 1ms, {changed.translated(0, 1)}, 6s).isEmpty()); // counted once, or not yet
}

/// Who types faster than the answers come has each key counted.
void RoundTripLayersTest::eachKeyCounts()
{
    const QRect near(490, 490, 10, 10);
    const auto changed = [near](InputResponseMeter &response, std::chrono::milliseconds after) {
        return response.noteImageChange(begun + after, {near}, 500ms);
    };
    using Times = QList<std::chrono::microseconds>;
    InputResponseMeter response;
    for (const auto after : {0ms, 140ms, 280ms, 420ms}) {
        response.noteInput(begun + after, QPoint(500, 500));
    }
    QCOMPARE(changed(response, 550ms), Times{550ms}); // the second cannot have come back yet
    QCOMPARE(changed(response, 690ms), Times{550ms});
    QCOMPARE(changed(response, 980ms), (Times{700ms, 560ms})); // one image has both
    QVERIFY(!response.hasPendingInput());
    for (std::size_t i = 0; i < InputResponseMeter::maxPendingInputs + 5; ++i) {
        response.noteInput(begun + 1s, QPoint(500, 500));
    }
    QCOMPARE(changed(response, 2s).size(), static_cast<qsizetype>(InputResponseMeter::maxPendingInputs));
    QVERIFY(!response.hasPendingInput());
}

namespace
{
/// The server answers each within a tenth of the whole.
std::vector<XWaitTimes> waitsOf(const QList<int> &wholes)
{
    std::vector<XWaitTimes> waits;
    for (const int whole : wholes) {
        waits.push_back({std::chrono::milliseconds(whole) / 10, std::chrono::milliseconds(whole)});
    }
    return waits;
}
}

void RoundTripLayersTest::xRoundTrips_data()
{
    QTest::addColumn<QList<QList<int>>>("looks"); // one a second: ms
    QTest::addColumn<int>("askedAfter"); // s after the last one
    QTest::addColumn<Maybe>("now");
    QTest::addColumn<Maybe>("least");
    QTest::addColumn<Maybe>("median");
    QTest::addColumn<Maybe>("p95");

    using Looks = QList<QList<int>>;
    QList<int> hundred;
    for (int i = 1; i <= 100; ++i) {
        hundred.append(i * 10);
    }
    QTest::newRow("none") << Looks{{}, {}} << 0 << Maybe() << Maybe() << Maybe() << Maybe();
    QTest::newRow("one") << Looks{{110}} << 0 << Maybe(110ms) << Maybe(110ms) << Maybe(110ms) << Maybe(110ms);
    QTest::newRow("now is the middle of the last seconds")
        << Looks{{900}, {}, {}, {}, {}, {}, {100, 120}, {110}} << 0 << Maybe(110ms) << Maybe(100ms) << Maybe(110ms) << Maybe(900ms);
    QTest::newRow("a program that rests waits for nothing now") << Looks{{100, 120, 110}} << 6 << Maybe() << Maybe(100ms) << Maybe(110ms) << Maybe(120ms);
    QTest::newRow("after five minutes it is forgotten") << Looks{{100}} << 301 << Maybe() << Maybe() << Maybe() << Maybe();
    QTest::newRow("of more than are kept the least and the longest stay") << Looks{hundred} << 0 << Maybe(500ms) << Maybe(10ms) << Maybe(500ms) << Maybe(950ms);
}

void RoundTripLayersTest::xRoundTrips()
{
    QFETCH(const QList<QList<int>>, looks);
    QFETCH(const int, askedAfter);
    XWaitHistory history;
    auto at = begun;
    for (const QList<int> &look : looks) {
        at += 1s;
        history.add(at, waitsOf(look));
    }
    history.add(at + std::chrono::seconds(askedAfter), {});
    const QList<RoundTripLayer> layers = history.layers(at + std::chrono::seconds(askedAfter));
    QCOMPARE(layers.size(), 2);
    QCOMPARE(layers[1].part, Part::XRoundTrip);
    const DurationFigure whole = layers[1].figure;
    QCOMPARE(whole.certainty, whole.least ? Certainty::Estimated : Certainty::Unknown);
    const auto isNear = [](const Maybe &seen, const Maybe &expected) { // thinning takes the next of 100
        return seen.has_value() == expected.has_value() && (!seen || std::chrono::abs(*seen - *expected) <= 20ms);
    };
    QFETCH(const Maybe, now);
    QFETCH(const Maybe, median);
    QFETCH(const Maybe, p95);
    QTEST(whole.least, "least");
    QVERIFY(isNear(whole.now, now));
    QVERIFY(isNear(whole.median, median));
    QVERIFY(isNear(whole.p95, p95));
    QCOMPARE(history.currentMedian(at + std::chrono::seconds(askedAfter)), whole.now);
    const DurationFigure server = layers[0].figure;
    QCOMPARE(layers[0].part, Part::XServer);
    QCOMPARE(server.certainty, server.least ? Certainty::Measured : Certainty::Unknown);
    QCOMPARE(server.median, whole.median ? Maybe(*whole.median / 10) : Maybe());
}

void RoundTripLayersTest::xRoundTripsOfAConnection()
{
    LinkHistory history;
    history.add(second(0, 101ms, 100ms));
    QVERIFY(ofPart(history.layers(), Part::XRoundTrip).isEmpty()); // no X program asked
    history.addXWaits(waitsOf({120, 140}));
    history.addXWaits(waitsOf({100})); // of another program
    history.add(second(1, 101ms, 100ms));
    QCOMPARE(ofPart(history.layers(), Part::XRoundTrip).first().figure, (DurationFigure{Certainty::Estimated, 120ms, 100ms, 120ms, 140ms}));
    QCOMPARE(ofPart(history.layers(), Part::XServer).first().figure, (DurationFigure{Certainty::Measured, 12ms, 10ms, 12ms, 14ms}));
    history.addXWaits(waitsOf({90})); // of the connection before
    history.discardFigures();
    history.add(second(2, 101ms, 100ms));
    QVERIFY(ofPart(history.layers(), Part::XRoundTrip).isEmpty());
}

NIGHTDESK_GUILESS_TEST(RoundTripLayersTest)
#include "roundtriplayerstest.moc"
