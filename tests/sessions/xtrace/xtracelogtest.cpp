// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xtrace/xnames.h"
#include "sessions/xtrace/xtracefile.h"
#include "tests/support/testprogram.h"
#include "xstreammaker.h"

#include <QTest>

#include <sstream>
#include <streambuf>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clock = XStreamObserver::Clock;

namespace
{
const XStreamMaker make(false);

/// A connection that has been set up; says @p count requests more each time.
class Program
{
public:
    Program(XTraceLog &log, Clock::time_point now)
        : m_observer(log.newConnection(now))
    {
        if (m_observer) { // null: the log already has too many connections
            m_observer->observeBytesFromProgram(make.setup(), now);
            m_observer->observeBytesToProgram(make.setupAnswer(), now);
        }
    }
    void say(std::size_t count, Clock::time_point now)
    {
        const Octets request = make.request(127);
        Octets all;
        for (std::size_t i = 0; i < count; ++i) {
            all.insert(all.end(), request.begin(), request.end());
        }
        if (m_observer) {
            m_observer->observeBytesFromProgram(all, now);
        }
    }
    XStreamObserver &witness()
    {
        return *m_observer;
    }

private:
    std::unique_ptr<XStreamObserver> m_observer;
};

std::vector<XRecord> all(const XTrace &trace)
{
    std::vector<XRecord> records;
    trace.forEach(0, trace.size(), [&records](const XRecord &record) {
        records.push_back(record);
    });
    return records;
}

XTrace withEverything()
{
    XTraceLog log({.program = "d\"s\\9\n\xff", .display = "lris/ds9", .topology = "x11", .host = "lris.summit.example"});
    const auto begin = Clock::now();
    log.restart(begin, std::chrono::system_clock::time_point(1'795'330'800'123'456us));
    Program first(log, begin + 1ms);
    Program second(log, begin + 2ms);
    first.say(5000, begin + 10ms);
    first.witness().observeBytesToProgram(make.message(3 | 0x80, 1, 4000), begin + 20ms);
    first.witness().observeBytesFromProgram(make.request(150, 3), begin + 30ms);
    first.witness().observeBytesToProgram(make.genericEvent(150, 300, 5001), begin + 40ms);
    first.witness().observeBytesToProgram(make.message(0, 199, 5001), begin + 40ms);
    first.witness().observeBytesFromProgram(make.request(8), begin + 50ms);
    log.markStartEnded(begin + 45ms);
    log.addLinkSample(begin + 60ms, {.roundTrip = 100'000, .retransmits = 3});
    log.addLinkSample(
        begin + 70ms,
        {.pathRoundTrip = 99'000, .wireBytesFromProgram = 123'456, .wireBytesToProgram = 7, .payloadBytesFromProgram = 654'321, .payloadBytesToProgram = 8});
    log.setCompressed(true);
    second.witness().observeBytesToProgram(make.message(12, 0, 99), begin + 80ms);
    XTrace trace = log.snapshot(begin + 1s);
    trace.emulatedBytesPerSecond = 3'750'000;
    return trace;
}

std::string fileOf(const XTrace &trace)
{
    std::ostringstream out;
    return XTraceFile::write(trace, out) ? out.str() : std::string();
}

/// Takes so many bytes and no more.
class FullDisk : public std::streambuf
{
public:
    explicit FullDisk(std::streamsize room)
        : m_room(room)
    {
    }

protected:
    std::streamsize xsputn(const char *, std::streamsize count) override
    {
        const std::streamsize taken = std::min(count, m_room);
        m_room -= taken;
        return taken;
    }
    int_type overflow(int_type) override
    {
        return traits_type::eof();
    }

private:
    std::streamsize m_room;
};
}

class XTraceLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsConnectionsApart();
    void forgetsWhatWasBeforeARestart();
    void keepsTheStartAndTheLatest();
    void keepsAStartThatHasNoEnd();
    void forgetsTheOld();
    void recordsMoreThanItKeeps();
    void thinsMarksOut();
    void manyConnectionsAreBounded();
    void manyAtATimeAreTold();
    void newConnectionsTakeThePlaceOfOldOnes();
    void endsWithAProblem();
    void fileTellsTheSame();
    void fileIsReadStrictly_data();
    void fileIsReadStrictly();
    void aFullDiskIsTold();
};

void XTraceLogTest::keepsConnectionsApart()
{
    const auto begin = Clock::now();
    XTraceLog log({.program = "xclock", .display = {}, .topology = "x11", .host = {}});
    log.restart(begin, std::chrono::system_clock::now());
    const std::uint64_t revision = log.revision();
    Program first(log, begin + 5ms);
    auto second = std::make_unique<Program>(log, begin + 7ms);
    second->say(2, begin + 8ms);
    first.say(1, begin + 9ms);
    second.reset();
    QVERIFY(log.revision() > revision);
    const std::uint64_t afterwards = log.revision();
    log.addLinkSample(begin + 10ms, {.roundTrip = 1});
    QCOMPARE(log.revision(), afterwards); // the program said nothing
    const XTrace trace = log.snapshot();
    QCOMPARE(trace.title.program, "xclock");
    QCOMPARE(trace.connections.size(), std::size_t(2));
    QCOMPARE(trace.connections[0].number, 1);
    QCOMPARE(trace.connections[0].openedAt, 5000);
    QVERIFY(!trace.connections[0].closedAt);
    QVERIFY(trace.connections[1].closedAt && *trace.connections[1].closedAt >= 9000);
    const auto records = all(trace);
    QCOMPARE(records.size(), std::size_t(2 + 2 + 2 + 1 + 1));
    QCOMPARE(records[4].connection, 2);
    QCOMPARE(records[6].connection, 1);
    QCOMPARE(records[6].at, 9000);
    QCOMPARE(records[6].sequence, 1u);
    QCOMPARE(records.back().kind, XRecordKind::Closed);
    QCOMPARE(records.back().connection, 2);
    QVERIFY(trace.endTime >= records.back().at);
    QCOMPARE(log.snapshot(begin + 1h).endTime, std::chrono::microseconds(1h).count());
    QCOMPARE(trace.lowerBound(8000), std::size_t(4));
}

void XTraceLogTest::forgetsWhatWasBeforeARestart()
{
    const auto begin = Clock::now();
    XTraceLog log({});
    auto old = std::make_unique<Program>(log, begin);
    log.markStartEnded(begin + 1s);
    log.addLinkSample(begin, {.roundTrip = 5});
    log.restart(begin + 10s, std::chrono::system_clock::now());
    QCOMPARE(log.snapshot().size(), std::size_t(0));
    QVERIFY(log.snapshot().linkSamples.empty() && !log.snapshot().startEndedAt);
    Program fresh(log, begin + 11s);
    old->say(100, begin + 12s);
    old.reset();
    const XTrace trace = log.snapshot();
    QCOMPARE(trace.size(), std::size_t(2));
    QCOMPARE(trace.connections.size(), std::size_t(1));
    QCOMPARE(trace.at(0).at, std::chrono::microseconds(1s).count());
    QCOMPARE(log.microseconds(begin), -std::chrono::microseconds(10s).count());
}

void XTraceLogTest::keepsTheStartAndTheLatest()
{
    const auto begin = Clock::now();
    XTraceLog log({}, {.maxStartRecords = 1'000'000, .maxRecordsAfterStart = 4 * XTrace::chunkSize, .keptSpanAfterStart = 1h});
    log.restart(begin, std::chrono::system_clock::now());
    Program program(log, begin);
    program.say(10'000, begin + 1s);
    log.markStartEnded(begin + 2s);
    log.markStartEnded(begin + 3s);
    for (int second = 10; second < 40; ++second) {
        program.say(2000, begin + std::chrono::seconds(second));
    }
    const XTrace trace = log.snapshot();
    QCOMPARE(trace.startEndedAt, std::chrono::microseconds(2s).count());
    QVERIFY(trace.gapBeganAt && *trace.gapBeganAt <= std::chrono::microseconds(11s).count() && *trace.gapBeganAt >= std::chrono::microseconds(1s).count());
    QVERIFY(trace.gapEndedAt > *trace.gapBeganAt);
    const auto records = all(trace);
    QVERIFY(records.size() < 10'002 + 7 * XTrace::chunkSize && records.size() > 10'002 + 3 * XTrace::chunkSize);
    QCOMPARE(records[10'001].sequence, 10'000u);
    QCOMPARE(records.back().sequence, 70'000u);
    QVERIFY(std::ranges::is_sorted(records, {}, &XRecord::at));
    for (std::size_t chunk = 0; chunk + 1 < trace.chunks.size(); ++chunk) {
        QCOMPARE(trace.chunks[chunk]->size(), XTrace::chunkSize);
    }
}

void XTraceLogTest::keepsAStartThatHasNoEnd()
{
    const auto begin = Clock::now();
    XTraceLog log({}, {.maxStartRecords = 2 * XTrace::chunkSize, .maxRecordsAfterStart = 2 * XTrace::chunkSize, .keptSpanAfterStart = 1s});
    Program program(log, begin);
    for (int second = 0; second < 20; ++second) {
        program.say(2000, begin + std::chrono::seconds(second));
    }
    const XTrace trace = log.snapshot();
    QVERIFY(!trace.startEndedAt);
    QVERIFY(trace.gapBeganAt.has_value());
    const auto records = all(trace);
    QCOMPARE(records.front().kind, XRecordKind::Setup);
    QCOMPARE(records[2 * XTrace::chunkSize - 1].sequence, 2 * XTrace::chunkSize - 2);
    QCOMPARE(records.back().sequence, 40'000u);
    QVERIFY(records.size() <= 5 * XTrace::chunkSize);
}

void XTraceLogTest::forgetsTheOld()
{
    for (const bool recording : {false, true}) {
        const auto begin = Clock::now();
        XTraceLog log({}, {.maxStartRecords = 1'000'000, .maxRecordsAfterStart = 1'000'000, .keptSpanAfterStart = 60s});
        log.restart(begin, std::chrono::system_clock::now());
        log.setRecording(recording);
        Program program(log, begin);
        log.markStartEnded(begin + 1s);
        for (int minute = 1; minute < 20; ++minute) {
            program.say(XTrace::chunkSize, begin + std::chrono::minutes(minute));
        }
        const XTrace trace = log.snapshot();
        QCOMPARE(trace.gapBeganAt.has_value(), !recording);
        QCOMPARE(trace.size() < 6 * XTrace::chunkSize, !recording);
        QCOMPARE(trace.at(0).kind, XRecordKind::Setup);
    }
}

void XTraceLogTest::recordsMoreThanItKeeps()
{
    const auto begin = Clock::now();
    XTraceLog log({},
                  {.maxStartRecords = XTrace::chunkSize,
                   .maxRecordsAfterStart = 2 * XTrace::chunkSize,
                   .keptSpanAfterStart = 1h,
                   .maxRecordingRecords = 5 * XTrace::chunkSize});
    log.restart(begin, std::chrono::system_clock::now());
    log.setRecording(true);
    Program program(log, begin);
    program.say(6 * XTrace::chunkSize - 2, begin + 1s);
    QVERIFY(!log.snapshot().gapBeganAt);
    QCOMPARE(log.snapshot().size(), 6 * XTrace::chunkSize);
    program.say(XTrace::chunkSize, begin + 2s); // that is more than a recording has room for
    QVERIFY(log.snapshot().gapBeganAt);
    QCOMPARE(log.snapshot().size(), 6 * XTrace::chunkSize);
    log.setRecording(false);
    program.say(XTrace::chunkSize, begin + 3s);
    QCOMPARE(log.snapshot().size(), 3 * XTrace::chunkSize);
}

void XTraceLogTest::thinsMarksOut()
{
    const auto begin = Clock::now();
    XTraceLog log({});
    log.restart(begin, std::chrono::system_clock::now());
    for (int second = 0; second < 36'000; ++second) {
        log.addLinkSample(begin + std::chrono::seconds(second), {.roundTrip = 1, .retransmits = second});
    }
    const XTrace trace = log.snapshot();
    QVERIFY(trace.linkSamples.size() <= 4097 && trace.linkSamples.size() > 1024);
    QCOMPARE(trace.linkSamples.back().retransmits, 35'999);
    QCOMPARE(trace.linkSamples[trace.linkSamples.size() - 600].retransmits, 35'400);
    QVERIFY(std::ranges::is_sorted(trace.linkSamples, {}, &XLinkSample::at));
}

void XTraceLogTest::manyConnectionsAreBounded()
{
    const auto begin = Clock::now();
    XTraceLog log({}, {.maxStartRecords = XTrace::chunkSize, .maxRecordsAfterStart = XTrace::chunkSize, .keptSpanAfterStart = 1s});
    log.restart(begin, std::chrono::system_clock::now());
    for (int number = 0; number < 66'000; ++number) {
        Program shortLived(log, begin + std::chrono::milliseconds(number));
    }
    const XTrace trace = log.snapshot();
    QVERIFY2(trace.connections.size() <= 4096, qPrintable(QString::number(trace.connections.size())));
    QVERIFY(trace.gapBeganAt.has_value());
    for (const XRecord &record : all(trace)) {
        QVERIFY(std::ranges::binary_search(trace.connections, record.connection, {}, &XConnection::number));
    }
}

void XTraceLogTest::manyAtATimeAreTold()
{
    const auto begin = Clock::now();
    XTraceLog log({});
    log.restart(begin, std::chrono::system_clock::now());
    std::vector<std::unique_ptr<Program>> programs;
    for (int number = 0; number < 4100; ++number) {
        programs.push_back(std::make_unique<Program>(log, begin + std::chrono::milliseconds(number)));
    }
    const XTrace trace = log.snapshot();
    QCOMPARE(trace.connections.size(), std::size_t(4097));
    QVERIFY(trace.connections[4095].problem.empty());
    QVERIFY(!trace.connections[4096].problem.empty()); // stands for the others
    QCOMPARE(trace.size(), std::size_t(2 * 4096));
    std::istringstream in(fileOf(trace));
    QVERIFY(XTraceFile::read(in));
}

void XTraceLogTest::newConnectionsTakeThePlaceOfOldOnes()
{
    const auto begin = Clock::now();
    XTraceLog log({});
    log.restart(begin, std::chrono::system_clock::now() - 1h);
    Program first(log, begin);
    log.markStartEnded(begin + 1ms);
    for (int number = 0; number < 4500; ++number) {
        Program shortLived(log, begin + std::chrono::milliseconds(2 + number));
        shortLived.say(20, begin + std::chrono::milliseconds(2 + number));
    }
    const XTrace trace = log.snapshot();
    QVERIFY(trace.connections.size() <= 4096);
    QCOMPARE(trace.connections.front().number, 1); // of the start
    QCOMPARE(trace.connections.back().number, 4501);
    QVERIFY(trace.connections.back().problem.empty());
    QVERIFY(trace.gapBeganAt.has_value());
}

void XTraceLogTest::endsWithAProblem()
{
    const auto begin = Clock::now();
    XTraceLog log({});
    log.restart(begin, std::chrono::system_clock::now());
    Program program(log, begin);
    program.witness().observeBytesToProgram(make.message(12, 0, 99), begin + 1s);
    program.say(3, begin + 2s);
    const XTrace trace = log.snapshot();
    QCOMPARE(trace.connections[0].problem, "events of the server refer to requests that were not made");
    QCOMPARE(trace.size(), std::size_t(3));
    QCOMPARE(trace.at(2).kind, XRecordKind::ParsingStopped);
    QCOMPARE(trace.at(2).at, std::chrono::microseconds(1s).count());
}

void XTraceLogTest::fileTellsTheSame()
{
    const XTrace trace = withEverything();
    QVERIFY(trace.size() > XTrace::chunkSize);
    const std::string text = fileOf(trace);
    std::istringstream in(text);
    const auto again = XTraceFile::read(in);
    QVERIFY2(again.has_value(), again ? "" : again.error().what.c_str());
    QCOMPARE(again->title.program, "d\"s\\9\n\uFFFD");
    QCOMPARE(again->title.display, trace.title.display);
    QCOMPARE(again->title.host, trace.title.host);
    QVERIFY(again->begin == trace.begin);
    QCOMPARE(again->endTime, trace.endTime);
    QCOMPARE(again->startEndedAt, trace.startEndedAt);
    QVERIFY(again->gapBeganAt == trace.gapBeganAt && again->gapEndedAt == trace.gapEndedAt);
    QCOMPARE(again->emulatedBytesPerSecond, trace.emulatedBytesPerSecond);
    QVERIFY(trace.isCompressed && again->isCompressed == trace.isCompressed);
    QVERIFY(again->connections == trace.connections);
    QVERIFY(again->linkSamples == trace.linkSamples);
    QCOMPARE(again->size(), trace.size());
    auto expected = all(trace);
    const auto key = std::ranges::find_if(expected, [](const XRecord &record) {
        return record.has(XRecord::UserInput);
    });
    QCOMPARE(key->at, 20'000);
    key->at = 10'000; // nobody's rhythm is kept: 50 ms, as long as it keeps its place
    QVERIFY(all(*again) == expected);
    QCOMPARE(again->chunks.front()->size(), XTrace::chunkSize);
    QVERIFY(text.contains("\"begin\":\"2026-11-22T07:00:00.123456Z\""));
    QVERIFY(text.contains("\"kind\":\"event\",\"name\":\"ButtonRelease\"") == false);
    QVERIFY(text.contains("\"kind\":\"event\",\"name\":\"KeyRelease\",\"raw\":3,\"size\":32,\"sequence\":4000,\"sentByClient\":true,\"input\":true"));
    QVERIFY(!text.contains("sixteen bytes")); // the cookie
    QCOMPARE(fileOf(*again), [&] {
        XTrace same = trace;
        same.title.program = again->title.program;
        return fileOf(same);
    }());
}

void XTraceLogTest::fileIsReadStrictly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("problem");
    const QString head =
        u"{\"nightdesk-xtrace\":1,\"program\":\"ds9\",\"display\":\"\",\"topology\":\"x11\",\"host\":\"h\",\"begin\":\"2026-11-22T07:00:00Z\",\"end\":9,\"messages\":%1}\n"_s;
    const QString connection = u"{\"connection\":1,\"opened\":0}\n"_s;
    const QString message = u"{\"at\":5,\"on\":1,\"kind\":\"request\",\"name\":\"MapWindow\",\"raw\":2048,\"size\":8,\"sequence\":1,\"up\":true}\n"_s;
    const auto with = [](QString text, const QString &before, const QString &after) {
        return text.replace(before, after);
    };
    QTest::newRow("the shortest") << head.arg(0) << 0 << QString();
    QTest::newRow("one message") << QString(head.arg(1) + connection + message) << 0 << QString();
    QTest::newRow("blanks, and the end of a line of another system")
        << QString(u" "_s + with(head.arg(0), u","_s, u" ,\t"_s).replace(u'\n', u"\r\n"_s)) << 0 << QString();
    QTest::newRow("the last line has no end") << QString(head.arg(1) + connection + message).chopped(1) << 0 << QString();
    QTest::newRow("a name from another year") << QString(head.arg(1) + connection + with(message, u"MapWindow"_s, u"NEW Thing"_s)) << 0 << QString();
    QTest::newRow("an empty file") << QString() << 1 << u"the file is empty"_s;
    QTest::newRow("another file of JSON") << u"{\"version\":6}\n"_s << 1 << u"the first line does not contain \"nightdesk-xtrace\""_s;
    QTest::newRow("a picture") << QString::fromLatin1("\x89PNG\r\n\x1a\n") << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("a later format") << with(head.arg(0), u"xtrace\":1"_s, u"xtrace\":2"_s) << 1
                                    << u"the trace has format 2, but this Nightdesk reads only format 1"_s;
    QTest::newRow("no time") << with(head.arg(0), u"2026-11-22T07:00:00Z"_s, u"yesterday"_s) << 1
                             << u"\"begin\" is not a valid time, for example 2026-11-22T07:00:00.000000Z"_s;
    QTest::newRow("a time that no clock counts to") << with(head.arg(0), u"2026"_s, u"4448"_s) << 1
                                                    << u"\"begin\" is not a valid time, for example 2026-11-22T07:00:00.000000Z"_s;
    QTest::newRow("a word is missing") << with(head.arg(0), u"\"host\":\"h\","_s, QString()) << 1 << u"\"host\" is missing"_s;
    QTest::newRow("a word is unknown") << with(head.arg(0), u"\"host\""_s, u"\"colour\":1,\"host\""_s) << 1 << u"\"colour\" is not known here"_s;
    QTest::newRow("a word stands twice") << with(head.arg(0), u"\"host\""_s, u"\"end\":1,\"host\""_s) << 1 << u"\"end\" appears twice"_s;
    QTest::newRow("a key that is not plain is not shown")
        << with(head.arg(0), u"\"host\""_s, u"\"\\u001b[2J\":1,\"host\""_s) << 1 << u"a key is not known here"_s;
    QTest::newRow("a text for a number") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":\"9\""_s) << 1 << u"\"end\" must be a whole number"_s;
    QTest::newRow("a fraction") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9.5"_s) << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("a number below 0") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":-9"_s) << 1 << u"\"end\" is less than 0"_s;
    QTest::newRow("a number of 70 digits") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":"_s + QString(70, u'9')) << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("a time that is years away") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9223372036854775807"_s) << 1
                                               << u"\"end\" is more than 100000000000000"_s;
    QTest::newRow("a message that is years away") << QString(head.arg(1) + connection + with(message, u"\"at\":5"_s, u"\"at\":100000000000001"_s)) << 3
                                                  << u"\"at\" is more than 100000000000000"_s;
    QTest::newRow("a round trip of hours") << QString(head.arg(0) + u"{\"mark\":5,\"roundTrip\":3600000001}\n"_s) << 2
                                           << u"\"roundTrip\" is more than 3600000000"_s;
    QTest::newRow("a nest") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":{}"_s) << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("half a character") << with(head.arg(0), u"\"h\""_s, u"\"\\ud83d\""_s) << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("two lines in one") << QString(head.arg(0).chopped(1) + connection) << 1 << u"not a JSON object of a trace"_s;
    QTest::newRow("an empty line") << QString(head.arg(1) + u"\n"_s + connection + message) << 2 << u"not a JSON object of a trace"_s;
    QTest::newRow("a line without an end") << QString(head.arg(0) + u"{\"connection\":1,\"opened\":0,\"problem\":\""_s + QString(20000, u'x')) << 2
                                           << u"the line is too long for a trace"_s;
    QTest::newRow("more messages than anybody keeps") << with(head.arg(0), u"\"messages\":0"_s, u"\"messages\":999999999999"_s) << 1
                                                      << u"\"messages\" is more than 20000000"_s;
    QTest::newRow("a file that was cut") << QString(head.arg(3) + connection + message) << 4 << u"the file ends here, and 2 messages are missing"_s;
    QTest::newRow("a file that was cut within a line") << QString(head.arg(1) + connection + message).chopped(20) << 3 << u"not a JSON object of a trace"_s;
    QTest::newRow("a file that has grown") << QString(head.arg(1) + connection + message + message) << 4
                                           << u"the trace has more messages than the first line states"_s;
    QTest::newRow("a message that goes back in time") << QString(head.arg(2) + connection + message + with(message, u"\"at\":5"_s, u"\"at\":4"_s)) << 4
                                                      << u"\"at\" is less than 5"_s;
    QTest::newRow("nobody's message") << QString(head.arg(1) + connection + with(message, u"\"on\":1"_s, u"\"on\":2"_s)) << 3
                                      << u"no connection has the number 2"_s;
    QTest::newRow("a kind of no kind") << QString(head.arg(1) + connection + with(message, u"request"_s, u"prayer"_s)) << 3
                                       << u"\"kind\" is none that is known here"_s;
    QTest::newRow("a size that no message has") << QString(head.arg(1) + connection + with(message, u"\"size\":8"_s, u"\"size\":4294967296"_s)) << 3
                                                << u"\"size\" is more than 4294967295"_s;
    QTest::newRow("a flag that is none") << QString(head.arg(1) + connection + with(message, u"true"_s, u"1"_s)) << 3 << u"\"up\" must be true"_s;
    QTest::newRow("a name where none belongs") << QString(head.arg(1) + connection + with(message, u"request"_s, u"closed"_s)) << 3
                                               << u"\"name\" is not known here"_s;
    QTest::newRow("connections out of order") << QString(head.arg(0) + connection + connection) << 3 << u"connection numbers must increase"_s;
    QTest::newRow("a connection that ends before it begins")
        << QString(head.arg(0) + u"{\"connection\":1,\"opened\":5,\"closed\":4}\n"_s) << 2 << u"\"closed\" is less than 5"_s;
    QTest::newRow("marks that go back in time") << QString(head.arg(0) + u"{\"mark\":5}\n{\"mark\":4}\n"_s) << 3 << u"\"mark\" is less than 5"_s;
    QTest::newRow("a gap that ends before it begins") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9,\"gapFrom\":5,\"gapTo\":4"_s) << 1
                                                      << u"\"gapTo\" is less than 5"_s;
    QTest::newRow("a rate") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9,\"bytesPerSecond\":32000"_s) << 0 << QString();
    QTest::newRow("a rate at which nothing passes") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9,\"bytesPerSecond\":0"_s) << 1
                                                    << u"\"bytesPerSecond\" is less than 1"_s;
    QTest::newRow("compression that is neither on nor off")
        << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9,\"compression\":\"some\""_s) << 1 << u"\"compression\" must be \"on\" or \"off\""_s;
    QTest::newRow("a link without compression") << with(head.arg(0), u"\"end\":9"_s, u"\"end\":9,\"compression\":\"off\""_s) << 0 << QString();
    QTest::newRow("a second head") << QString(head.arg(0) + head.arg(0)) << 2 << u"\"connection\" is missing"_s;
}

void XTraceLogTest::fileIsReadStrictly()
{
    QFETCH(const QString, text);
    QFETCH(const int, line);
    QFETCH(const QString, problem);
    std::istringstream in(text.toStdString());
    const auto trace = XTraceFile::read(in);
    QCOMPARE(trace.has_value(), problem.isEmpty());
    if (!trace) {
        QCOMPARE(QString::fromStdString(trace.error().what), problem);
        QCOMPARE(trace.error().line, static_cast<std::size_t>(line));
    }
}

void XTraceLogTest::aFullDiskIsTold()
{
    const XTrace trace = withEverything();
    const auto size = static_cast<std::streamsize>(fileOf(trace).size());
    for (const std::streamsize room : {std::streamsize(0), std::streamsize(100), size / 2, size - 1}) {
        FullDisk disk(room);
        std::ostream out(&disk);
        QVERIFY(!XTraceFile::write(trace, out));
    }
    FullDisk disk(size);
    std::ostream out(&disk);
    QVERIFY(XTraceFile::write(trace, out));
}

NIGHTDESK_GUILESS_TEST(XTraceLogTest)
#include "xtracelogtest.moc"
