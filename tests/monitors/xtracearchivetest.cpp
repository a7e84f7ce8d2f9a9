// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xtracearchive.h"
#include "monitors/xadvice/xprogramhistorystore.h"
#include "monitors/xtraffic/xliverates.h"
#include "monitors/xtraffic/xtracetrim.h"
#include "sessions/xtrace/xtracefile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <fstream>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int patience = 20'000;

/// So many questions, a millisecond apart.
XTrace trace(const std::string &display, std::size_t size = 10, const std::string &topology = "x11")
{
    XTrace trace;
    trace.title = {.program = "ds9", .display = display, .topology = topology, .host = "summit"};
    trace.begin = std::chrono::system_clock::time_point(1'700'000'000s);
    trace.connections = {{.number = 0, .openedAt = 0, .closedAt = {}, .isBigEndian = false, .problem = {}}};
    XTrace::Chunk chunk;
    for (std::size_t i = 0; i < size; ++i) {
        XRecord record;
        record.at = static_cast<std::int64_t>(i) * 1000;
        record.size = 4;
        record.sequence = static_cast<std::uint32_t>(i + 1);
        record.name = {.extensionIndex = XName::coreProtocolIndex, .code = 43}; // GetInputFocus
        record.wireCode = 43 << 8;
        record.flags = XRecord::FromProgram | XRecord::HasReply;
        chunk.push_back(record);
        if (chunk.size() == XTrace::chunkSize) {
            trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(std::exchange(chunk, {})));
        }
    }
    if (!chunk.empty()) {
        trace.chunks.push_back(std::make_shared<const XTrace::Chunk>(chunk));
    }
    trace.endTime = static_cast<std::int64_t>(size) * 1000;
    return trace;
}

std::expected<XTrace, XTraceFile::Problem> readFile(const QString &file)
{
    std::ifstream in(file.toStdString());
    return XTraceFile::read(in);
}

std::atomic<int> complaints = 0; ///< in the log

/// Files of this process may be that long and no longer, as on a disk that is full.
class FullDisk
{
public:
    explicit FullDisk(rlim_t bytes)
        : m_signal(::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        ::signal(SIGXFSZ, m_signal);
    }

private:
    rlimit m_before{};
    void (*m_signal)(int);
};
}

/// What is kept of X traffic, on a real disk.
class XTraceArchiveTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void keepsTheLastOneOfEachProgramAndTopology();
    void namesBecomeNoPaths_data();
    void namesBecomeNoPaths();
    void longNamesThatBeginAlikeAreTwo();
    void aSlowDiskGetsTheNewestOnly();
    void othersCannotReadIt();
    void oneWithoutMessagesIsNotKept();
    void theOldestGoFirst();
    void aFullDiskIsToldOnceAndHarmsNothing();
    void aDirectoryThatCannotBeMadeIsTold();
    void whatIsTooLongKeepsItsBeginningAndItsEnd_data();
    void whatIsTooLongKeepsItsBeginningAndItsEnd();
    void experienceIsThereAgain();
    void twoConsolesAddToOneExperience();
    void damagedExperienceIsLeftAsItIs();
    void tellsWhatAProgramDoesNow_data();
    void tellsWhatAProgramDoesNow();

private:
    static XObservation seen(std::chrono::milliseconds took);
    QString directory() const
    {
        return m_home->filePath(u"xtraces"_s);
    }
    /// How many traces are on the disk. What an archive's end does not wait for, because the disk takes longer, is there a little later.
    qsizetype storedTraces() const
    {
        return XTraceArchive::listTraces(directory()).size();
    }
    std::unique_ptr<QTemporaryDir> m_home;
};

void XTraceArchiveTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
}

void XTraceArchiveTest::keepsTheLastOneOfEachProgramAndTopology()
{
    {
        XTraceArchive keeper(directory());
        keeper.storeTrace(trace("lris/ds9", 10));
        keeper.storeTrace(trace("lris/ds9", 20));
        keeper.storeTrace(trace("lris/ds9", 5, "vnc-at-summit"));
        keeper.storeTrace(trace("nires/ds9", 7));
    } // it writes what is not written yet
    QTRY_COMPARE_WITH_TIMEOUT(storedTraces(), 3, patience); // that of nires is the last of all
    const QList<XTraceArchive::StoredTrace> kept = XTraceArchive::listTraces(directory());
    QCOMPARE(kept.size(), 3);
    QStringList names;
    for (const XTraceArchive::StoredTrace &one : kept) {
        names.append(one.display + u' ' + one.topology);
        QVERIFY(one.bytes > 0 && one.writtenAt.isValid());
    }
    names.sort();
    QCOMPARE(names, (QStringList{u"lris/ds9 vnc-at-summit"_s, u"lris/ds9 x11"_s, u"nires/ds9 x11"_s}));
    const auto read = readFile(XTraceArchive::pathOf(directory(), trace("lris/ds9").title));
    QVERIFY2(read, read ? "" : read.error().what.c_str());
    QCOMPARE(read->size(), 20u);
    QCOMPARE(read->title, trace("lris/ds9").title);
}

void XTraceArchiveTest::namesBecomeNoPaths_data()
{
    QTest::addColumn<QString>("display");
    QTest::newRow("a path upwards") << u"../../etc/passwd"_s;
    QTest::newRow("hidden") << u".bashrc"_s;
    QTest::newRow("the dots that divide a file's name") << u"a.b.c"_s;
    QTest::newRow("letters of the world") << u"låris/ds९"_s;
    QTest::newRow("longer than a file's name may be") << QString(400, u'x');
    QTest::newRow("a name of no profile") << QString();
}

void XTraceArchiveTest::namesBecomeNoPaths()
{
    QFETCH(QString, display);
    {
        XTraceArchive keeper(directory());
        keeper.storeTrace(trace(display.toStdString()));
    }
    QTRY_COMPARE_WITH_TIMEOUT(storedTraces(), 1, patience);
    QCOMPARE(QDir(m_home->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{u"xtraces"_s});
    const QStringList files = QDir(directory()).entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(files.size(), 1);
    QVERIFY(!files.first().startsWith(u'.'));
    const QList<XTraceArchive::StoredTrace> kept = XTraceArchive::listTraces(directory());
    QCOMPARE(kept.size(), 1);
    QVERIFY(display.isEmpty() ? kept.first().display == u"ds9"_s : display.startsWith(kept.first().display));
}

void XTraceArchiveTest::longNamesThatBeginAlikeAreTwo()
{
    for (const char16_t letter : {u'x', u'å', u'.'}) {
        const QString begin(200, letter);
        const qsizetype before = storedTraces();
        {
            XTraceArchive keeper(directory());
            keeper.storeTrace(trace(QString(begin + u"one"_s).toStdString()));
            keeper.storeTrace(trace(QString(begin + u"other"_s).toStdString()));
        }
        QTRY_COMPARE_WITH_TIMEOUT(storedTraces(), before + 2, patience);
        int count = 0;
        for (const XTraceArchive::StoredTrace &kept : XTraceArchive::listTraces(directory())) {
            count += !kept.display.isEmpty() && begin.startsWith(kept.display);
        }
        QCOMPARE(count, 2);
    }
}

void XTraceArchiveTest::aSlowDiskGetsTheNewestOnly()
{
    XTraceArchive keeper(directory());
    QSignalSpy kept(&keeper, &XTraceArchive::traceStored);
    for (std::size_t size = 1; size <= 20; ++size) { // the first is being written, or written and not told yet
        keeper.storeTrace(trace("lris/ds9", size));
    }
    const QString file = XTraceArchive::pathOf(directory(), trace("lris/ds9").title);
    QTRY_COMPARE_WITH_TIMEOUT(kept.size(), 2, patience);
    const auto read = readFile(file);
    QVERIFY(read);
    QCOMPARE(read->size(), 20u);
}

void XTraceArchiveTest::othersCannotReadIt()
{
    {
        XTraceArchive keeper(directory());
        keeper.storeTrace(trace("lris/ds9"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(storedTraces(), 1, patience);
    constexpr auto ours = QFile::ReadOwner | QFile::WriteOwner;
    constexpr auto everybody = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QCOMPARE(QFileInfo(XTraceArchive::listTraces(directory()).first().file).permissions() & everybody, QFile::Permissions(ours));
    QCOMPARE(QFileInfo(directory()).permissions() & everybody, QFile::Permissions(ours | QFile::ExeOwner));
}

void XTraceArchiveTest::oneWithoutMessagesIsNotKept()
{
    {
        XTraceArchive keeper(directory());
        keeper.storeTrace(trace("lris/ds9", 20));
        keeper.storeTrace(trace("lris/ds9", 0)); // it was started, and its link broke
    }
    QTRY_COMPARE_WITH_TIMEOUT(storedTraces(), 1, patience);
    const auto read = readFile(XTraceArchive::pathOf(directory(), trace("lris/ds9").title));
    QVERIFY(read);
    QCOMPARE(read->size(), 20u);
}

void XTraceArchiveTest::theOldestGoFirst()
{
    QVERIFY(QDir().mkpath(directory()));
    QFile other(directory() + u"/notes.txt"_s); // somebody's own
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.close();
    const auto isThere = [&](const char *display) {
        return QFile::exists(XTraceArchive::pathOf(directory(), trace(display).title));
    };
    const auto keepOld = [&](const char *display, std::chrono::seconds age) {
        {
            XTraceArchive keeper(directory());
            keeper.storeTrace(trace(display, 100));
        }
        QTRY_VERIFY_WITH_TIMEOUT(isThere(display), patience);
        QFile file(XTraceArchive::pathOf(directory(), trace(display).title));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addDuration(-age), QFileDevice::FileModificationTime));
    };
    keepOld("a/old", 300s);
    keepOld("a/older", 400s);
    keepOld("a/young", 100s);
    {
        XTraceArchive keeper(directory(), {.maxFiles = 3, .maxBytes = 1 << 20, .maxRecords = 1000});
        keeper.storeTrace(trace("a/new"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!isThere("a/older"), patience);
    QVERIFY(isThere("a/old") && isThere("a/young") && isThere("a/new"));
    {
        XTraceArchive keeper(directory(), {.maxFiles = 3, .maxBytes = 10, .maxRecords = 1000});
        keeper.storeTrace(trace("a/new"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!isThere("a/old") && !isThere("a/young"), patience);
    QVERIFY(isThere("a/new")); // however large it is
    QVERIFY(other.exists());
}

void XTraceArchiveTest::aFullDiskIsToldOnceAndHarmsNothing()
{
    XTraceArchive keeper(directory());
    QSignalSpy kept(&keeper, &XTraceArchive::traceStored);
    QSignalSpy storingFailed(&keeper, &XTraceArchive::storingFailed);
    keeper.storeTrace(trace("lris/ds9", 20));
    QTRY_COMPARE_WITH_TIMEOUT(kept.size(), 1, patience);
    {
        const FullDisk full(64);
        complaints = 0;
        const auto before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &text) {
            complaints += text.contains(u"cannot be saved"_s);
        });
        keeper.storeTrace(trace("lris/ds9", 500));
        keeper.storeTrace(trace("lris/ds9", 500));
        keeper.storeTrace(trace("lris/other", 500));
        const bool areTold = QTest::qWaitFor(
            [] {
                return complaints == 3;
            },
            patience);
        qInstallMessageHandler(before);
        QVERIFY(areTold);
    }
    QTRY_COMPARE_WITH_TIMEOUT(storingFailed.size(), 1, patience);
    QVERIFY(!keeper.problem().isEmpty());
    QVERIFY(storingFailed.first().first().toString().contains(directory()));
    const auto read = readFile(XTraceArchive::pathOf(directory(), trace("lris/ds9").title));
    QVERIFY(read);
    QCOMPARE(read->size(), 20u); // the one before is whole
    keeper.storeTrace(trace("lris/ds9", 30));
    QTRY_VERIFY_WITH_TIMEOUT(kept.size() >= 2 && keeper.problem().isEmpty(), patience);
    QCOMPARE(storingFailed.size(), 1);
    QCOMPARE(QDir(directory()).entryList({u"*lris*"_s}, QDir::Files | QDir::Hidden).size(), XTraceArchive::listTraces(directory()).size()); // nothing half
}

void XTraceArchiveTest::aDirectoryThatCannotBeMadeIsTold()
{
    QFile inTheWay(directory());
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    XTraceArchive keeper(directory());
    QSignalSpy storingFailed(&keeper, &XTraceArchive::storingFailed);
    keeper.storeTrace(trace("lris/ds9"));
    QTRY_COMPARE_WITH_TIMEOUT(storingFailed.size(), 1, patience);
    QVERIFY(XTraceArchive::listTraces(directory()).isEmpty());
}

void XTraceArchiveTest::whatIsTooLongKeepsItsBeginningAndItsEnd_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("startEndedAt"); // ms; < 0: not yet
    QTest::addColumn<QList<int>>("gap"); // ms, of the trace itself
    QTest::addColumn<QList<int>>("keptGap");
    QTest::addColumn<int>("first"); // ms: the message after the gap
    QTest::newRow("short enough") << 8000 << 100 << QList<int>{} << QList<int>{} << 0;
    QTest::newRow("a short start") << 20'000 << 1999 << QList<int>{} << QList<int>{1999, 14'000} << 14'000;
    QTest::newRow("a start that is too long itself") << 20'000 << 15'000 << QList<int>{} << QList<int>{5999, 18'000} << 18'000;
    QTest::newRow("one that has not ended") << 20'000 << -1 << QList<int>{} << QList<int>{5999, 18'000} << 18'000;
    QTest::newRow("a gap already, right behind the start") << 20'000 << 1999 << QList<int>{2000, 3000} << QList<int>{1999, 14'000} << 14'000;
    QTest::newRow("a gap near its end") << 20'000 << 15'000 << QList<int>{15'001, 19'500} << QList<int>{5999, 19'500} << 19'500;
}

void XTraceArchiveTest::whatIsTooLongKeepsItsBeginningAndItsEnd()
{
    QFETCH(int, size);
    QFETCH(int, startEndedAt);
    QFETCH(QList<int>, gap);
    QFETCH(QList<int>, keptGap);
    QFETCH(int, first);
    constexpr std::size_t most = 8000;
    XTrace whole = trace("lris/ds9", static_cast<std::size_t>(size));
    if (startEndedAt >= 0) {
        whole.startEndedAt = startEndedAt * 1000;
    }
    if (!gap.isEmpty()) {
        whole.gapBeganAt = gap.at(0) * 1000;
        whole.gapEndedAt = gap.at(1) * 1000;
    }
    const XTrace kept = XTraceTrim::trimmed(whole, most);
    QVERIFY(kept.size() <= most);
    QCOMPARE(kept.at(0), whole.at(0));
    QCOMPARE(kept.at(kept.size() - 1), whole.at(whole.size() - 1));
    QCOMPARE(kept.gapBeganAt.has_value(), !keptGap.isEmpty());
    if (keptGap.isEmpty()) {
        QCOMPARE(kept.size(), whole.size());
        return;
    }
    QCOMPARE(*kept.gapBeganAt, keptGap.at(0) * 1000 + 1);
    QCOMPARE(kept.gapEndedAt, keptGap.at(1) * 1000);
    const std::size_t after = kept.lowerBound(kept.gapEndedAt);
    QCOMPARE(kept.at(after).at, first * 1000);
    QCOMPARE(kept.at(after - 1).at, *kept.gapBeganAt - 1); // and nothing lies in it
}

XObservation XTraceArchiveTest::seen(std::chrono::milliseconds took)
{
    return {.observedAt = QDateTime::fromSecsSinceEpoch(1'700'000'000, QTimeZone::UTC),
            .link = {.roundTrip = 100ms, .bytesPerSecond = 0},
            .predictedTime = 2s,
            .observedTime = took};
}

void XTraceArchiveTest::experienceIsThereAgain()
{
    const QString file = m_home->filePath(u"xexperience.json"_s);
    const XTraceTitle title = trace("lris/ds9").title;
    const XCost cost{.roundTripCount = 4902, .bytesUp = 1, .bytesDown = 2, .nonNetworkTime = 3};
    XProgramHistories written;
    {
        XProgramHistoryStore keeper(file);
        keeper.addStart(title, seen(490s), cost);
        keeper.addInteraction(title, seen(1300ms));
        written = keeper.programHistories();
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), patience); // its end waits half a second alone for the disk, and the next reads it once
    XProgramHistoryStore keeper(file);
    QTRY_COMPARE_WITH_TIMEOUT(keeper.programHistories(), written, patience);
    QCOMPARE(keeper.programHistories().startCost(title), std::optional(cost));
    QCOMPARE(QFileInfo(file).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void XTraceArchiveTest::twoConsolesAddToOneExperience()
{
    const QString file = m_home->filePath(u"xexperience.json"_s);
    {
        XProgramHistoryStore one(file);
        XProgramHistoryStore other(file);
        one.addStart(trace("lris/ds9").title, seen(490s));
        other.addStart(trace("nires/ds9").title, seen(480s));
    }
    const auto onDisk = [&file]() -> qsizetype {
        QFile stored(file);
        if (!stored.open(QIODevice::ReadOnly)) {
            return 0;
        }
        const auto read = XProgramHistories::fromJson(stored.readAll());
        return read ? read->programs().size() : 0;
    };
    QTRY_COMPARE_WITH_TIMEOUT(onDisk(), 2, patience);
    XProgramHistoryStore keeper(file);
    QTRY_COMPARE_WITH_TIMEOUT(keeper.programHistories().programs().size(), 2, patience);
}

void XTraceArchiveTest::damagedExperienceIsLeftAsItIs()
{
    const QString file = m_home->filePath(u"xexperience.json"_s);
    QFile damaged(file);
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && damaged.write("{\"half") > 0);
    damaged.close();
    {
        XProgramHistoryStore keeper(file);
        keeper.addStart(trace("lris/ds9").title, seen(490s));
        QCOMPARE(keeper.programHistories().programs().size(), 1); // it goes on without
    }
    QVERIFY(damaged.open(QIODevice::ReadOnly));
    QCOMPARE(damaged.readAll(), "{\"half"_ba);
}

void XTraceArchiveTest::tellsWhatAProgramDoesNow_data()
{
    QTest::addColumn<int>("every"); // ms: a question
    QTest::addColumn<int>("roundTrip"); // ms
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<double>("share");
    QTest::newRow("one upon the other") << 100 << 100 << 10. << 1.;
    QTest::newRow("now and then") << 1000 << 100 << 1. << 0.1;
    QTest::newRow("at the summit itself") << 100 << 0 << 10. << 0.;
}

void XTraceArchiveTest::tellsWhatAProgramDoesNow()
{
    QFETCH(int, every);
    QFETCH(int, roundTrip);
    XTrace asking = trace("lris/ds9", 0);
    XTrace::Chunk chunk;
    std::uint32_t sequence = 0;
    for (std::int64_t at = 0; at < 20'000'000; at += every * 1000) {
        XRecord record;
        record.at = at;
        record.size = 4;
        record.sequence = ++sequence;
        record.name = {.extensionIndex = XName::coreProtocolIndex, .code = 43};
        record.flags = XRecord::FromProgram | XRecord::HasReply;
        chunk.push_back(record);
        record.kind = XRecordKind::Reply;
        record.size = 32;
        record.flags = 0;
        chunk.push_back(record);
    }
    asking.chunks = {std::make_shared<const XTrace::Chunk>(chunk)};
    asking.endTime = 20'000'000;
    std::vector<XWait> counted;
    const XLiveRates rates = XLiveRates::of(asking, asking.endTime, std::chrono::milliseconds(roundTrip), &counted);
    QCOMPARE(static_cast<double>(counted.size()) / 5, rates.roundTripsPerSecond);
    for (const XWait &wait : counted) {
        QCOMPARE(wait.endedAt - wait.beganAt, roundTrip * 1000); // the server here answers at once
    }
    QFETCH(double, perSecond);
    QFETCH(double, share);
    QVERIFY2(std::abs(rates.roundTripsPerSecond - perSecond) <= 0.4, QByteArray::number(rates.roundTripsPerSecond).constData());
    QVERIFY2(std::abs(rates.waitingShare - share) <= 0.05, QByteArray::number(rates.waitingShare).constData());
    QCOMPARE(rates.bytesDown, rates.bytesUp * 8);
    QCOMPARE(XLiveRates::of(asking, asking.endTime + 60'000'000, std::chrono::milliseconds(roundTrip)), XLiveRates()); // long silent
    QCOMPARE(XLiveRates::of(trace("lris/ds9", 0), 0, std::chrono::milliseconds(roundTrip)), XLiveRates());
}

NIGHTDESK_GUILESS_TEST(XTraceArchiveTest)
#include "xtracearchivetest.moc"
