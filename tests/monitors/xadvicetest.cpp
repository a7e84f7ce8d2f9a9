// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xadvice.h"
#include "monitors/xadvice/xprogramhistories.h"
#include "tests/support/testprogram.h"
#include "tests/support/xtracebuilder.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr std::int64_t millisecond = 1000;
constexpr std::int64_t oneSecond = 1'000'000;
using Kinds = QList<XFinding::Kind>;

const XTraceTitle ds9{.program = "ds9", .display = "lris/ds9", .topology = "x11", .host = "summit"};
const XTraceTitle ds9App{.program = "ds9", .display = "lris/ds9", .topology = "vnc-app", .host = "summit"};
const QDateTime tonight(QDate(2026, 11, 22), QTime(4, 30), QTimeZone::UTC);

XLinkFigures adviceLine(std::chrono::milliseconds roundTrip, double bytesPerSecond = 0)
{
    return {.roundTrip = roundTrip, .bytesPerSecond = bytesPerSecond};
}

XTraceBuilder asking(std::uint8_t opcode, int count)
{
    XTraceBuilder builder;
    for (int i = 0; i < count; ++i) {
        builder.ask(opcode).think(5 * millisecond);
    }
    return builder.say(65);
}
}

/// What is said of X traffic, and what is remembered of it.
class XAdviceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findings_data();
    void findings();
    void theGravestFirst();
    void whatAFindingSays();
    void lossesAreTold();
    void theSummary_data();
    void theSummary();
    void judgementsAsFindings_data();
    void judgementsAsFindings();
    void startSentences_data();
    void startSentences();
    void durations_data();
    void durations();
    void experienceIsRemembered();
    void experienceIsBounded();
    void whoseExperience_data();
    void whoseExperience();
    void textThatIsNone_data();
    void textThatIsNone();
    void whatIsShipped();
};

void XAdviceTest::findings_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::addColumn<int>("roundTrip"); ///< ms, of the link that it is judged for
    QTest::addColumn<Kinds>("kinds");

    using Kind = XFinding::Kind;
    QTest::newRow("fonts, one at a time") << asking(47, 30).build() << 100 << Kinds{Kind::CoreFonts};
    QTest::newRow("colors, one at a time") << asking(85, 30).build() << 100 << Kinds{Kind::Colors};
    QTest::newRow("where is the pointer, where is my window") << asking(38, 30).build() << 100 << Kinds{Kind::Geometry};
    QTest::newRow("atoms, one by one") << asking(16, 30).build() << 100 << Kinds{Kind::Atoms};
    QTest::newRow("properties") << asking(20, 30).build() << 100 << Kinds{Kind::Properties};
    QTest::newRow("XSync after XSync") << asking(43, 30).build() << 100 << Kinds{Kind::Syncs};
    QTest::newRow("what has no name here") << asking(97, 30).build() << 100 << Kinds{Kind::OtherRoundTrips};
    QTest::newRow("the same next door is nothing") << asking(47, 30).build() << 2 << Kinds{};
    QTest::newRow("three questions are nothing") << asking(47, 3).build() << 300 << Kinds{};
    QTest::newRow("nothing") << XTrace() << 100 << Kinds{};
    QTest::newRow("pictures") << XTraceBuilder().say(72, 250'000, 30).build() << 100 << Kinds{Kind::Images};
    QTest::newRow("one small picture") << XTraceBuilder().say(72, 250'000).build() << 100 << Kinds{};
    XTraceBuilder small;
    for (int i = 0; i < 300; ++i) {
        small.say(65).think(20 * millisecond);
    }
    QTest::newRow("a line at a time") << small.build() << 100 << Kinds{Kind::SmallPackets};
    QTest::newRow("questions are small by nature") << asking(16, 300).build() << 100 << Kinds{Kind::Atoms};
}

void XAdviceTest::findings()
{
    QFETCH(XTrace, trace);
    QFETCH(int, roundTrip);
    const auto found = XAdvice::findings(trace, XTally::of(trace, 0, trace.endTime + 1), adviceLine(std::chrono::milliseconds(roundTrip)));
    Kinds kinds;
    for (const XFinding &finding : found) {
        kinds << finding.kind;
        QVERIFY(!finding.diagnosis.isEmpty());
        QVERIFY(!finding.evidence.isEmpty());
        QVERIFY(!finding.whatToDo.isEmpty());
        QVERIFY2(!QString(finding.diagnosis + finding.evidence + finding.whatToDo).contains(u'%'), "all that was asked for is filled in");
    }
    QTEST(kinds, "kinds");
}

void XAdviceTest::theGravestFirst()
{
    XTraceBuilder builder = asking(16, 10);
    for (int i = 0; i < 1000; ++i) {
        builder.ask(14).think(millisecond);
    }
    for (int i = 0; i < 30; ++i) {
        builder.ask(47).think(millisecond);
    }
    const XTrace trace = builder.say(65).build();
    const auto found = XAdvice::findings(trace, XTally::of(trace, 0, trace.endTime + 1), adviceLine(100ms));
    QList<XFinding::Severity> severities;
    for (const XFinding &finding : found) {
        severities << finding.severity;
    }
    QCOMPARE(severities, (QList{XFinding::Severity::Grave, XFinding::Severity::Warning, XFinding::Severity::Note}));
    QCOMPARE(found.first().kind, XFinding::Kind::Geometry);
}

void XAdviceTest::whatAFindingSays()
{
    const XTrace trace = asking(14, 1234).build();
    const auto found = XAdvice::findings(trace, XTally::of(trace, 0, trace.endTime + 1), adviceLine(100ms));
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().evidence, QStringLiteral("%1 round trips, 123 s at 100 ms round trip, most of them GetGeometry (%1)").arg(QLocale().toString(1234)));
}

void XAdviceTest::lossesAreTold()
{
    XTraceBuilder builder;
    builder.connect().say(65).mark(0, 100 * millisecond, 2).mark(oneSecond, 100 * millisecond, 9);
    builder.trace().connections[0].problem = "a request\x1b[2J of length 0";
    builder.trace().gapBeganAt = oneSecond;
    builder.trace().gapEndedAt = 3 * oneSecond;
    const XTrace trace = builder.build(4 * oneSecond);
    const auto found = XAdvice::findings(trace, XTally::of(trace, 0, trace.endTime), adviceLine(100ms));
    QStringList texts;
    for (const XFinding &finding : found) {
        texts << finding.evidence;
    }
    QCOMPARE(texts, (QStringList{u"7 packets sent again in 4.0 s"_s, u"a request [2J of length 0"_s, u"2.0 s not recorded"_s}));
    QCOMPARE(found.first().severity, XFinding::Severity::Warning);
}

void XAdviceTest::theSummary_data()
{
    QTest::addColumn<XTopologyAdvice>("judgement");
    QTest::addColumn<QString>("expected");
    const XCost start{.roundTripCount = 902, .bytesUp = 0, .bytesDown = 0, .nonNetworkTime = 0};
    const std::vector<XInteraction> interactions{{.from = 0, .to = 0, .cost = {.roundTripCount = 13}}};
    QTest::newRow("all is known") << XTopologyAdvice::of(start, interactions, adviceLine(100ms), {.startTime = 2s, .interactionTime = 200ms})
                                  << u"ds9: 902 round trips, 90 s at 100 ms round trip; 2.0 s as vnc-app; a key or click 1.3 s against 0.20 s"_s;
    QTest::newRow("vnc-app was never tried") << XTopologyAdvice::of(start, interactions, adviceLine(100ms, 3.75e6), {})
                                             << u"ds9: 902 round trips, 90 s at 100 ms round trip, 30 Mbit/s; a key or click 1.3 s"_s;
    QTest::newRow("only its start") << XTopologyAdvice::of(start, {}, adviceLine(0ms), {}) << u"ds9: 902 round trips, 0 ms at 0 ms round trip"_s;
    QTest::newRow("nothing") << XTopologyAdvice::of({}, {}, adviceLine(100ms), {}) << u"ds9: not measured yet"_s;
}

void XAdviceTest::theSummary()
{
    QFETCH(XTopologyAdvice, judgement);
    QTEST(XAdvice::summary(u"ds9"_s, judgement), "expected");
}

void XAdviceTest::judgementsAsFindings_data()
{
    QTest::addColumn<XTopologyAdvice>("judgement");
    QTest::addColumn<QStringList>("evidence");
    QTest::addColumn<bool>("somethingToDo");
    const XCost minutes{.roundTripCount = 902, .bytesUp = 0, .bytesDown = 0, .nonNetworkTime = 0};
    const XCost brief{.roundTripCount = 21, .bytesUp = 0, .bytesDown = 0, .nonNetworkTime = 0};
    const std::vector<XInteraction> slow{{.from = 0, .to = 0, .cost = {.roundTripCount = 13}}};
    const std::vector<XInteraction> quick{{.from = 0, .to = 0, .cost = {.roundTripCount = 1}}};
    QTest::newRow("both are better as vnc-app") << XTopologyAdvice::of(minutes, slow, adviceLine(100ms), {.startTime = 2s, .interactionTime = 200ms})
                                                << QStringList{u"902 round trips: 90 s at 100 ms round trip; as vnc-app 2.0 s"_s,
                                                               u"1.3 s for a key or click, 1.3 s for the slowest, at 100 ms round trip; as vnc-app 0.20 s"_s}
                                                << true;
    QTest::newRow("both are better as they are") << XTopologyAdvice::of(brief, quick, adviceLine(20ms), {.startTime = 5s, .interactionTime = 400ms})
                                                 << QStringList{u"21 round trips: 0.42 s at 20 ms round trip; as vnc-app 5.0 s"_s,
                                                                u"20 ms for a key or click, 20 ms for the slowest, at 20 ms round trip; as vnc-app 0.40 s"_s}
                                                 << false;
    QTest::newRow("no difference") << XTopologyAdvice::of(brief, quick, adviceLine(20ms), {.startTime = 1s, .interactionTime = 100ms})
                                   << QStringList{u"21 round trips: 0.42 s at 20 ms round trip; as vnc-app 1.0 s"_s,
                                                  u"20 ms for a key or click, 20 ms for the slowest, at 20 ms round trip; as vnc-app 0.10 s"_s}
                                   << false;
    QTest::newRow("minutes, and vnc-app was never tried")
        << XTopologyAdvice::of(minutes, {}, adviceLine(100ms), {}) << QStringList{u"902 round trips: 90 s at 100 ms round trip"_s} << true;
    QTest::newRow("vnc-app was never tried") << XTopologyAdvice::of(brief, {}, adviceLine(100ms), {})
                                             << QStringList{u"21 round trips: 2.1 s at 100 ms round trip"_s} << false;
    QTest::newRow("nothing is known") << XTopologyAdvice::of({}, {}, adviceLine(100ms), {}) << QStringList{} << false;
}

void XAdviceTest::judgementsAsFindings()
{
    QFETCH(XTopologyAdvice, judgement);
    QFETCH(bool, somethingToDo);
    QStringList evidence;
    bool isAdvised = false;
    for (const XFinding &finding : XAdvice::findings(u"ds9"_s, judgement)) {
        evidence << finding.evidence;
        QVERIFY(finding.diagnosis.contains(u"ds9"_s));
        isAdvised = isAdvised || !finding.whatToDo.isEmpty();
    }
    QTEST(evidence, "evidence");
    QCOMPARE(isAdvised, somethingToDo);
}

void XAdviceTest::startSentences_data()
{
    using State = XProgramStartMonitor::State;
    QTest::addColumn<XProgramStartMonitor::Verdict>("verdict");
    QTest::addColumn<QString>("expected");
    const auto verdict = [](State state, std::optional<std::chrono::seconds> left) {
        return XProgramStartMonitor::Verdict{.state = state,
                                             .roundTripCount = 120,
                                             .expectedRoundTrips = 902,
                                             .roundTrip = 100ms,
                                             .elapsed = 12s,
                                             .remainingTime = left,
                                             .roundTripsPerSecond = 9.6,
                                             .waitingShare = 0.96};
    };
    QTest::newRow("minutes") << verdict(State::LongStart, 380s) << u"About 6 minutes left: 120 of about 902 round trips so far, 100 ms each."_s;
    QTest::newRow("nearly there") << verdict(State::LongStart, 42s) << u"About 45 seconds left: 120 of about 902 round trips so far, 100 ms each."_s;
    QTest::newRow("there, any moment") << verdict(State::LongStart, 0s) << u"About 5 seconds left: 120 of about 902 round trips so far, 100 ms each."_s;
    auto one = verdict(State::LongStart, 42s);
    one.roundTripCount = 0;
    one.expectedRoundTrips = 1;
    QTest::newRow("a single one") << one << u"About 45 seconds left: 0 of about 1 round trip so far, 100 ms each."_s;
    QTest::newRow("nobody knows how long") << verdict(State::LongStartOfUnknownLength, {})
                                           << u"120 round trips of 100 ms in 12 s so far. Time remaining unknown."_s;
    QTest::newRow("too early") << verdict(State::Undecided, {}) << QString();
    QTest::newRow("all is well") << verdict(State::NoLongStart, {}) << QString();
    QTest::newRow("it is there") << verdict(State::StartEnded, {}) << QString();
}

void XAdviceTest::startSentences()
{
    QFETCH(XProgramStartMonitor::Verdict, verdict);
    QTEST(XAdvice::startSentence(verdict), "expected");
}

void XAdviceTest::durations_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << qint64(0) << u"0 ms"_s;
    QTest::newRow("a little") << qint64(1500) << u"1.5 ms"_s;
    QTest::newRow("tens of milliseconds") << qint64(42'400) << u"42 ms"_s;
    QTest::newRow("a fifth of a second") << qint64(200'000) << u"0.20 s"_s;
    QTest::newRow("seconds") << qint64(1'340'000) << u"1.3 s"_s;
    QTest::newRow("tens of seconds") << qint64(13'400'000) << u"13 s"_s;
    QTest::newRow("ds9 at 100 ms") << 490 * qint64(oneSecond) << u"490 s"_s;
    QTest::newRow("ds9 at 300 ms") << 1500 * qint64(oneSecond) << u"25 min"_s;
}

void XAdviceTest::durations()
{
    QFETCH(qint64, microseconds);
    QTEST(XAdvice::durationText(std::chrono::microseconds(microseconds)), "expected");
}

void XAdviceTest::experienceIsRemembered()
{
    XProgramHistories programHistories;
    const XCost cost{.roundTripCount = 4902, .bytesUp = 700'000, .bytesDown = 900'000, .nonNetworkTime = 2 * oneSecond};
    const XCost interaction{.roundTripCount = 13, .bytesUp = 20'000, .bytesDown = 500, .nonNetworkTime = 20 * millisecond};
    programHistories.addStart(ds9, {.observedAt = tonight, .link = adviceLine(100ms, 3.75e6), .predictedTime = {}, .observedTime = 489s}, cost);
    programHistories.addStart(ds9, {.observedAt = tonight.addSecs(3600), .link = adviceLine(100ms), .predictedTime = 492s, .observedTime = 490s});
    programHistories.addInteraction(ds9, {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = 1300ms, .observedTime = 1400ms}, interaction);
    for (const auto took : {2s, 9s, 3s}) {
        programHistories.addStart(ds9App, {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = took});
    }
    programHistories.addInteraction(ds9App, {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = 200ms});

    const auto read = XProgramHistories::fromJson(programHistories.toJson());
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error()));
    QVERIFY(*read == programHistories);
    QCOMPARE(read->find(ds9)->lastStarts.size(), 2);
    QCOMPARE(read->find(ds9)->lastStarts.last().predictedTime, std::optional(std::chrono::milliseconds(492s)));
    QCOMPARE(read->startCost(ds9), cost); // the second start told none
    QCOMPARE(read->startCost(ds9App), cost); // what it would cost by x11
    QCOMPARE(read->predictedStartTime(ds9, adviceLine(300ms)), std::optional(std::chrono::milliseconds(1472600)));
    QCOMPARE(read->predictedInteractionTime(ds9, adviceLine(100ms)), std::optional(std::chrono::milliseconds(1320)));
    QCOMPARE(read->predictedStartTime(ds9App, adviceLine(300ms)), std::optional(std::chrono::milliseconds(3s)));
    QCOMPARE(read->vncAppFigures(ds9), (VncAppFigures{.startTime = 3s, .interactionTime = 200ms}));
}

void XAdviceTest::experienceIsBounded()
{
    XProgramHistories programHistories;
    for (int i = 0; i < 500; ++i) {
        XTraceTitle title = ds9;
        title.program = "program" + std::to_string(i % 300);
        title.display.clear();
        programHistories.addStart(title, {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = std::chrono::milliseconds(i)});
    }
    for (int i = 0; i < 100; ++i) {
        programHistories.addStart(ds9, {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = std::chrono::milliseconds(i)});
        programHistories.addInteraction(ds9,
                                        {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = std::chrono::milliseconds(i)});
    }
    QCOMPARE(programHistories.programs().size(), XProgramHistories::maxPrograms);
    QCOMPARE(programHistories.programs().last().program, u"ds9"_s);
    QCOMPARE(programHistories.find(ds9)->lastStarts.size(), XProgramHistories::maxObservations);
    QCOMPARE(programHistories.find(ds9)->lastInteractions.last().observedTime, 99ms);
    const auto read = XProgramHistories::fromJson(programHistories.toJson());
    QVERIFY(read && *read == programHistories);
    for (int i = 0; i < XProgramHistories::maxPrograms; ++i) { // each with all that it may have
        const std::string number = std::to_string(i);
        const XTraceTitle title{.program = number + std::string(300, 'p'), .display = number + std::string(700, '\x01'), .topology = "x11", .host = {}};
        for (int j = 0; j < XProgramHistories::maxObservations; ++j) {
            const XObservation seen{.observedAt = tonight, .link = adviceLine(100ms, 3.7512345678e6), .predictedTime = 86'400s, .observedTime = 86'400s};
            programHistories.addStart(title, seen, XCost{.roundTripCount = 1LL << 40, .bytesUp = 1, .bytesDown = 2, .nonNetworkTime = 3});
            programHistories.addInteraction(title, seen);
        }
    }
    const auto full = XProgramHistories::fromJson(programHistories.toJson());
    QVERIFY2(full, full ? "" : qPrintable(full.error()));
    QCOMPARE(full->programs().size(), XProgramHistories::maxPrograms);
    QCOMPARE(full->programs().last().lastInteractions.size(), XProgramHistories::maxObservations);
    const std::string last = std::to_string(XProgramHistories::maxPrograms - 1);
    QVERIFY(full->find({.program = last + std::string(300, 'p'), .display = {}, .topology = "x11", .host = {}}) != nullptr);
}

void XAdviceTest::whoseExperience_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("display");
    QTest::addColumn<QString>("topology");
    QTest::addColumn<int>("seen"); ///< s; < 0: nobody's
    QTest::newRow("its own") << u"wish"_s << u"lris/plots"_s << u"x11"_s << 7;
    QTest::newRow("the same program elsewhere: the newest") << u"wish"_s << u"deimos/other"_s << u"x11"_s << 9;
    QTest::newRow("of no profile") << u"wish"_s << QString() << u"x11"_s << 9;
    QTest::newRow("another program on that display") << u"xgterm"_s << u"lris/plots"_s << u"x11"_s << -1;
    QTest::newRow("another way") << u"wish"_s << u"lris/plots"_s << u"vnc-app"_s << -1;
}

void XAdviceTest::whoseExperience()
{
    QFETCH(QString, program);
    QFETCH(QString, display);
    QFETCH(QString, topology);
    XProgramHistories programHistories;
    const auto title = [](const char *ofProgram, const char *ofDisplay) {
        return XTraceTitle{.program = ofProgram, .display = ofDisplay, .topology = "x11", .host = {}};
    };
    programHistories.addStart(title("wish", "lris/plots"), {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = 7s});
    programHistories.addStart(title("wish", "lris/focus"), {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = 8s});
    programHistories.addStart(title("wish", "lris/temperatures"), {.observedAt = tonight, .link = adviceLine(100ms), .predictedTime = {}, .observedTime = 9s});
    const XProgramHistory *found =
        programHistories.find({.program = program.toStdString(), .display = display.toStdString(), .topology = topology.toStdString(), .host = {}});
    QTEST(found ? int(found->lastStarts.last().observedTime / 1s) : -1, "seen");
}

void XAdviceTest::textThatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("mistake");
    const auto program = [](const char *rest) -> QByteArray {
        return QByteArray(R"({"format":1,"programs":[{"program":"ds9","display":"","topology":"x11",)") + rest + "}]}";
    };
    QTest::newRow("nothing") << QByteArray() << u"illegal value at byte 0"_s;
    QTest::newRow("half of it, as a full disk leaves") << QByteArray(R"({"format":1,"programs":[{"prog)") << u"unterminated string at byte 31"_s;
    QTest::newRow("a list") << QByteArray("[]") << u"no JSON object"_s;
    QTest::newRow("of another format") << QByteArray(R"({"format":2,"programs":[]})") << u"\"format\" was expected to be 1"_s;
    QTest::newRow("no programs") << QByteArray(R"({"format":1})") << u"\"programs\" was expected to be a list of at most 200"_s;
    QTest::newRow("too many programs") << QByteArray(R"({"format":1,"programs":[)") + QByteArray("{},").repeated(200) + "{}]}"
                                       << u"\"programs\" was expected to be a list of at most 200"_s;
    QTest::newRow("a program without a name") << QByteArray(R"({"format":1,"programs":[{}]})") << u"\"program\" was expected to be a short text"_s;
    QTest::newRow("a name without end") << QByteArray(R"({"format":1,"programs":[{"program":")") + QByteArray(1000, 'x') + R"("}]})"
                                        << u"\"program\" was expected to be a short text"_s;
    QTest::newRow("no starts") << program(R"("deeds":[])") << u"\"starts\" was expected to be a list of at most 20"_s;
    QTest::newRow("a start of no time") << program(R"("starts":[{"at":"2026-11-22T04:30:00Z","roundTripMicroseconds":5,"bytesPerSecond":0}],"deeds":[])")
                                        << u"\"seenMilliseconds\" was expected to be a number that is not negative"_s;
    QTest::newRow("a start before it began") << program(
        R"("starts":[{"at":"2026-11-22T04:30:00Z","roundTripMicroseconds":5,"bytesPerSecond":0,"seenMilliseconds":-5}],"deeds":[])")
                                             << u"\"seenMilliseconds\" was expected to be a number that is not negative"_s;
    QTest::newRow("a start at no time") << program(
        R"("starts":[{"at":"tonight","roundTripMicroseconds":5,"bytesPerSecond":0,"seenMilliseconds":5}],"deeds":[])")
                                        << u"\"at\" was expected to be a time as ISO 8601 has it"_s;
    QTest::newRow("more than a number holds") << program(
        R"("start":{"synchronous":1e300,"bytesUp":0,"bytesDown":0,"localMicroseconds":0},"starts":[],"deeds":[])")
                                              << u"\"synchronous\" was expected to be a number that is not negative"_s;
    QTest::newRow("more round trips than anybody waits for")
        << program(R"("start":{"synchronous":2147483649,"bytesUp":0,"bytesDown":0,"localMicroseconds":0},"starts":[],"deeds":[])")
        << u"\"synchronous\" was expected to be a number that is not negative"_s;
    QTest::newRow("a cost that is a number") << program(R"("start":5,"starts":[],"deeds":[])") << u"\"start\" was expected to be an object"_s;
    QTest::newRow("longer than anyone wrote it") << QByteArray(XProgramHistories::maxJsonBytes + 1, ' ') << u"longer than 4194304 bytes"_s;
}

void XAdviceTest::textThatIsNone()
{
    QFETCH(QByteArray, text);
    const auto read = XProgramHistories::fromJson(text);
    QVERIFY(!read);
    QTEST(read.error(), "mistake");
}

void XAdviceTest::whatIsShipped()
{
    QFile file(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/xprograms.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = XProgramHistories::fromJson(file.readAll());
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error()));
    QVERIFY(*read == XKnownPrograms::all());
    const auto ds9Cost = XProgramHistories().startCost(ds9);
    QVERIFY(ds9Cost.has_value());
    QVERIFY(ds9Cost->durationOver(adviceLine(100ms)) > 60s); // a first start is warned of, too
    const XTopologyAdvice judgement = XTopologyAdvice::of(ds9Cost, {}, adviceLine(100ms), XProgramHistories().vncAppFigures(ds9));
    QCOMPARE(judgement.betterTopologyOverall, XTopologyAdvice::BetterTopology::VncApp);
    const auto xclock = XProgramHistories().startCost({.program = "xclock", .display = {}, .topology = "x11", .host = {}});
    QVERIFY(xclock && xclock->durationOver(adviceLine(100ms)) < 10s);
    QCOMPARE(XProgramHistories().startCost({.program = "nobody's", .display = {}, .topology = "x11", .host = {}}), std::nullopt);
}

NIGHTDESK_GUILESS_TEST(XAdviceTest)

#include "xadvicetest.moc"
