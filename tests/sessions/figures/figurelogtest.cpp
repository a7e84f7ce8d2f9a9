// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurelog.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
FigureSource summit()
{
    return {FigureSource::Kind::Connection, u"nirspec/summit"_s, u"NIRSPEC – summit.example"_s, {}};
}

FigureSource control()
{
    return {FigureSource::Kind::Desktop, u"nirspec/control0"_s, u"Control 0 – Ωμέγα"_s, u"nirspec/summit"_s};
}

std::vector<float> rowOf(FigureSource::Kind kind, float first)
{
    std::vector<float> row(static_cast<std::size_t>(FigureColumn::columnCount(kind)), std::numeric_limits<float>::quiet_NaN());
    row.front() = first;
    return row;
}

qint64 residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) : 0;
}

QByteArray twoSources()
{
    QByteArray bytes = FigureLog::fileHeader() + FigureLog::sourceRecord(0, summit()) + FigureLog::sourceRecord(1, control());
    for (quint32 second = 0; second < 3; ++second) {
        bytes += FigureLog::rowRecord(0, 1000 + second, rowOf(summit().kind, static_cast<float>(second)));
        bytes += FigureLog::rowRecord(1, 1000 + second, rowOf(control().kind, static_cast<float>(second) + 0.5F));
    }
    return bytes;
}
}

class FigureLogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead();
    void anyCutLosesOnlyTheUnfinishedRecord();
    void badBytesEndIt_data();
    void badBytesEndIt();
    void anyFlippedByteIsSurvived();
    void distributionsAddUp();
    void aNightOfTheVersionBeforeIsRead();
    void aClockSetBackLosesNoRow();
    void aLongTextIsCutBetweenCharacters();
    void aNightTakesLessThan30Megabytes();
    void aFigureIsKeptWithinAThousandth_data();
    void aFigureIsKeptWithinAThousandth();
};

void FigureLogTest::whatIsWrittenIsRead()
{
    const QByteArray bytes = twoSources();
    const FigureLog::Contents contents = FigureLog::read(bytes);
    QCOMPARE(contents.validBytes, bytes.size());
    QCOMPARE(contents.series.size(), 2U);
    QCOMPARE(contents.series[0].source(), summit());
    QCOMPARE(contents.series[1].source(), control());
    QCOMPARE(contents.series[1].size(), 3U);
    QCOMPARE(contents.series[1].times()[2], 1002U);
    QCOMPARE(contents.series[1].value(2, 0), 2.5F);
    QVERIFY(std::isnan(contents.series[1].value(2, FigureColumn::FrameRate)));
}

void FigureLogTest::anyCutLosesOnlyTheUnfinishedRecord()
{
    const QByteArray bytes = twoSources();
    const qsizetype row = FigureLog::rowRecord(1, 0, rowOf(control().kind, 0)).size();
    for (qsizetype cut = bytes.size() - row + 1; cut < bytes.size(); ++cut) {
        const FigureLog::Contents contents = FigureLog::read(QByteArrayView(bytes).first(cut));
        QCOMPARE(contents.validBytes, bytes.size() - row);
        QCOMPARE(contents.series[1].size(), 2U);
        QCOMPARE(contents.series[0].size(), 3U);
    }
}

void FigureLogTest::badBytesEndIt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qsizetype>("validBytes");
    const qsizetype head = FigureLog::fileHeader().size();
    const QByteArray source = FigureLog::sourceRecord(0, summit());
    QTest::newRow("nothing") << QByteArray() << qsizetype(0);
    QTest::newRow("another version") << QByteArray("nightdesk figures 2\n") << qsizetype(0);
    QTest::newRow("another file") << QByteArray("[link]\n") << qsizetype(0);
    QTest::newRow("an unknown record") << FigureLog::fileHeader() + QByteArray("\x07rest") << head;
    QTest::newRow("a row before its source") << FigureLog::fileHeader() + FigureLog::rowRecord(0, 1, rowOf(summit().kind, 1)) << head;
    QTest::newRow("a source out of turn") << FigureLog::fileHeader() + FigureLog::sourceRecord(1, summit()) << head;
    QTest::newRow("a source twice") << FigureLog::fileHeader() + source + source << head + source.size();
    QByteArray kind = source;
    kind[3] = 9;
    QTest::newRow("an unknown kind") << FigureLog::fileHeader() + kind << head;
    QByteArray length = source;
    length[4] = '\xff';
    length[5] = '\xff';
    QTest::newRow("a text of 65535 bytes") << FigureLog::fileHeader() + length + QByteArray(70000, 'x') << head;
    QByteArray many = FigureLog::fileHeader();
    qsizetype fitting = 0;
    for (int number = 0; number <= FigureLog::maxSources; ++number) {
        many += FigureLog::sourceRecord(number, summit());
        fitting = number < FigureLog::maxSources ? many.size() : fitting;
    }
    QTest::newRow("too many sources") << many << fitting;
    FigureDistributions counts;
    counts[FigureDistributions::Decoding].add(2);
    const QByteArray good = FigureLog::fileHeader() + source;
    QTest::newRow("distributions of a connection") << good + FigureLog::distributionsRecord(0, counts) << good.size();
    QTest::newRow("distributions before their source") << FigureLog::fileHeader() + FigureLog::distributionsRecord(0, counts) << head;
    const QByteArray desktop = FigureLog::fileHeader() + FigureLog::sourceRecord(0, control());
    QByteArray bad = FigureLog::distributionsRecord(0, counts);
    bad[5] = static_cast<char>(FigureDistributions::KindCount);
    QTest::newRow("distributions of an unknown kind") << desktop + bad << desktop.size();
}

void FigureLogTest::badBytesEndIt()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qsizetype, validBytes);
    QCOMPARE(FigureLog::read(bytes).validBytes, validBytes);
}

void FigureLogTest::anyFlippedByteIsSurvived()
{
    const QByteArray good = twoSources();
    for (qsizetype place = 0; place < good.size(); ++place) {
        for (const int flip : {0x01, 0x80, 0xff}) {
            QByteArray bytes = good;
            bytes[place] = static_cast<char>(bytes[place] ^ flip);
            const FigureLog::Contents contents = FigureLog::read(bytes);
            QVERIFY(contents.validBytes <= bytes.size());
            QVERIFY(contents.series.size() <= 2);
        }
    }
}

void FigureLogTest::distributionsAddUp()
{
    FigureDistributions evening;
    evening[FigureDistributions::InputToChange].add(104, 7);
    FigureDistributions morning;
    morning[FigureDistributions::InputToChange].add(104, 2);
    morning[FigureDistributions::Painting].add(2);
    const QByteArray bytes = twoSources() + FigureLog::distributionsRecord(1, evening) + FigureLog::rowRecord(1, 5000, rowOf(control().kind, 3))
        + FigureLog::distributionsRecord(1, morning);
    const FigureLog::Contents contents = FigureLog::read(bytes);
    QCOMPARE(contents.validBytes, bytes.size());
    FigureDistributions night = evening;
    night.merge(morning);
    QCOMPARE(contents.series[1].distributions(), night);
    QVERIFY(contents.series[0].distributions().isEmpty());
    const QByteArray record = FigureLog::distributionsRecord(1, morning);
    for (qsizetype cut = bytes.size() - record.size() + 1; cut < bytes.size(); ++cut) {
        const FigureLog::Contents less = FigureLog::read(QByteArrayView(bytes).first(cut));
        QCOMPARE(less.validBytes, bytes.size() - record.size());
        QCOMPARE(less.series[1].distributions(), evening);
    }
}

/// Version 3: rows of a connection have one column less.
void FigureLogTest::aNightOfTheVersionBeforeIsRead()
{
    QByteArray bytes = FigureLog::fileHeader().replace('4', '3') + FigureLog::sourceRecord(0, summit()) + FigureLog::sourceRecord(1, control());
    FigureDistributions counts;
    counts[FigureDistributions::Decoding].add(2);
    for (quint32 second = 0; second < 3; ++second) {
        const QByteArray row = FigureLog::rowRecord(0, 1000 + second, rowOf(summit().kind, static_cast<float>(second)));
        bytes += row.chopped(2) + FigureLog::rowRecord(1, 1000 + second, rowOf(control().kind, 5)) + FigureLog::distributionsRecord(1, counts);
    }
    const FigureLog::Contents older = FigureLog::read(bytes);
    QCOMPARE(older.validBytes, bytes.size());
    QVERIFY(older.isOlderFormatVersion);
    QCOMPARE(older.series.size(), 2U);
    QCOMPARE(older.series[0].size(), 3U);
    QCOMPARE(older.series[0].value(2, 0), 2.0F);
    QVERIFY(std::isnan(older.series[0].value(2, FigureColumn::XProgramsRoundTrip)));
    QCOMPARE(older.series[1].distributions()[FigureDistributions::Decoding].totalCount(), 3U);
    // In the present version it is the same night.
    const QByteArray again = FigureLog::fileContents(older.series);
    const FigureLog::Contents present = FigureLog::read(again);
    QVERIFY(!present.isOlderFormatVersion);
    QCOMPARE(present.validBytes, again.size());
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(present.series[i].source(), older.series[i].source());
        QVERIFY(std::ranges::equal(present.series[i].times(), older.series[i].times()));
        QCOMPARE(present.series[i].value(2, 0), older.series[i].value(2, 0));
        QCOMPARE(present.series[i].distributions(), older.series[i].distributions());
    }
}

void FigureLogTest::aClockSetBackLosesNoRow()
{
    const auto rowWith = [](float value) {
        return rowOf(summit().kind, value);
    };
    FigureSeries series(summit());
    QVERIFY(series.addRow(1000, rowWith(1)));
    QVERIFY(!series.addRow(1000, rowWith(2))); // the timer ran twice in a second
    QVERIFY(!series.addRow(1001, rowOf(control().kind, 2))); // another kind's columns
    QVERIFY(series.addRow(1001, rowWith(2)));
    // Set back: between and before the rows of the wrong clock, and in place of one of them.
    QVERIFY(series.addRow(998, rowWith(3)));
    QVERIFY(series.addRow(999, rowWith(4)));
    QVERIFY(series.addRow(1000, rowWith(5)));
    QCOMPARE(series.size(), 4U);
    QVERIFY(std::ranges::equal(series.times(), std::array<quint32, 4>{998, 999, 1000, 1001}));
    for (const auto &[row, value] : {std::pair<std::size_t, float>{0, 3}, {1, 4}, {2, 5}, {3, 2}}) {
        QCOMPARE(series.value(row, 0), value);
    }
    QCOMPARE(series.firstRowAtOrAfter(1001), 3U);
    QCOMPARE(series.firstRowAtOrAfter(5000), 4U);
}

void FigureLogTest::aLongTextIsCutBetweenCharacters()
{
    FigureSource source = summit();
    source.title = u'x' + QString(300, QChar(0x3a9)); // two bytes each
    const FigureLog::Contents contents = FigureLog::read(QByteArray(FigureLog::fileHeader() + FigureLog::sourceRecord(0, source)));
    QCOMPARE(contents.series.size(), 1U);
    QCOMPARE(contents.series[0].source().title, u'x' + QString(127, QChar(0x3a9)));
}

/// 14 hours, a row a second, three connections and eight desktops: in memory and on the disk.
void FigureLogTest::aNightTakesLessThan30Megabytes()
{
    constexpr quint32 night = 14 * 3600;
    std::size_t memory = 0;
    std::vector<FigureSeries> all; // as the console holds them
    all.reserve(19);
    const qint64 before = residentBytes();
    qsizetype disk = FigureLog::fileHeader().size();
    for (int number = 0; number < 19; ++number) {
        FigureSource source = number < 3 ? summit() : control();
        source.kind = number < 11 ? source.kind : FigureSource::Kind::Encodings; // of each desktop
        FigureSeries &series = all.emplace_back(source);
        const quint32 period = FigureColumn::rowPeriod(source.kind);
        const std::vector<float> row = rowOf(source.kind, 1);
        for (quint32 second = 1; second <= night; second += period) {
            series.addRow(second, row);
        }
        if (source.kind == FigureSource::Kind::Desktop) { // each 5 s; of every kind three buckets are new
            FigureDistributions more;
            for (int value = 0; value < 3 * FigureDistributions::KindCount; ++value) {
                more[static_cast<FigureDistributions::Kind>(value % FigureDistributions::KindCount)].add(std::pow(10, value / FigureDistributions::KindCount),
                                                                                                         100);
            }
            series.merge(more);
            disk += qsizetype(night / 5) * FigureLog::distributionsRecord(number, more).size();
        }
        memory += series.memoryBytes();
        disk += FigureLog::sourceRecord(number, source).size() + qsizetype(night / period) * FigureLog::rowRecord(number, 1, row).size();
    }
    const qint64 resident = residentBytes() - before;
    qInfo("a night: %.1f MB in memory (%.1f MB resident), %.1f MB on the disk", double(memory) / 1e6, double(resident) / 1e6, double(disk) / 1e6);
#ifndef __SANITIZE_ADDRESS__ // which keeps what is freed
    QVERIFY(resident < 30'000'000);
#endif
    QVERIFY(disk < 30'000'000);
    QVERIFY(memory < 30'000'000);
}

void FigureLogTest::aFigureIsKeptWithinAThousandth_data()
{
    QTest::addColumn<float>("value");
    for (const float value : {0.0F, 0.000001F, 0.0123F, 0.5F, 1.0F, 98.7F, 150.0F, 2047.0F, 81920.0F, 1.0e6F, 3.9e9F, 4.0e11F}) {
        QTest::addRow("%g", static_cast<double>(value)) << value;
    }
}

void FigureLogTest::aFigureIsKeptWithinAThousandth()
{
    QFETCH(float, value);
    const quint16 code = FigureCode::encode(value);
    QVERIFY2(std::abs(FigureCode::decode(code) - value) <= value * 0.0006F, qPrintable(QString::number(FigureCode::decode(code))));
    QCOMPARE(FigureCode::encode(FigureCode::decode(code)), code); // nothing is lost when a night is read and written again
    QVERIFY(std::isnan(FigureCode::decode(FigureCode::encode(std::numeric_limits<float>::quiet_NaN()))));
    QVERIFY(std::isnan(FigureCode::decode(FigureCode::encode(-1))));
    QVERIFY(FigureCode::decode(FigureCode::encode(std::numeric_limits<float>::infinity())) > 1e11F);
}

NIGHTDESK_GUILESS_TEST(FigureLogTest)
#include "figurelogtest.moc"
