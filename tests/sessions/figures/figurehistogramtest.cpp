// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurehistogram.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>
#include <limits>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Scale = FigureHistogram::Scale;

class FigureHistogramTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyValueHasItsBucket_data();
    void everyValueHasItsBucket();
    void whatIsNoValueIsLeftOut_data();
    void whatIsNoValueIsLeftOut();
    void sharesAndQuantiles_data();
    void sharesAndQuantiles();
    void anEmptyOneKnowsNothing();
    void halvesAddUp();
    void itIsReadAsItWasWritten_data();
    void itIsReadAsItWasWritten();
    void badBytesAreNone_data();
    void badBytesAreNone();
    void anyCutOrFlippedByteIsSurvived();
    void aCountStopsAtItsLimit();
};

void FigureHistogramTest::everyValueHasItsBucket_data()
{
    QTest::addColumn<Scale>("scale");
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("bucket");
    QTest::newRow("no time") << Scale::Milliseconds << 0.0 << 0;
    QTest::newRow("just under 50 ms") << Scale::Milliseconds << 49.999 << 23;
    QTest::newRow("50 ms begin a bucket") << Scale::Milliseconds << 50.0 << 24;
    QTest::newRow("just under 150 ms") << Scale::Milliseconds << 149.999 << 27;
    QTest::newRow("150 ms begin a bucket") << Scale::Milliseconds << 150.0 << 28;
    QTest::newRow("an hour is in the last one") << Scale::Milliseconds << 3.6e6 << FigureHistogram::bucketCount - 1;
    QTest::newRow("no pixel") << Scale::PixelsOrBytes << 0.0 << 0;
    QTest::newRow("one pixel") << Scale::PixelsOrBytes << 1.0 << 0;
    QTest::newRow("two pixels") << Scale::PixelsOrBytes << 2.0 << 1;
    QTest::newRow("1023 pixels") << Scale::PixelsOrBytes << 1023.0 << 9;
    QTest::newRow("1024 pixels") << Scale::PixelsOrBytes << 1024.0 << 10;
    QTest::newRow("a whole large screen") << Scale::PixelsOrBytes << 3840.0 * 2160 << 22;
}

void FigureHistogramTest::everyValueHasItsBucket()
{
    QFETCH(const Scale, scale);
    QFETCH(const double, value);
    QFETCH(const int, bucket);
    FigureHistogram histogram(scale);
    histogram.add(value, 3);
    QCOMPARE(histogram.count(bucket), 3U);
    QCOMPARE(histogram.totalCount(), quint64(3));
    QVERIFY(histogram.lowerBorder(bucket) <= value);
    QVERIFY(value < histogram.upperBorder(bucket) || bucket == FigureHistogram::bucketCount - 1);
    QVERIFY(bucket == 0 || histogram.upperBorder(bucket - 1) == histogram.lowerBorder(bucket)); // no gap
}

void FigureHistogramTest::whatIsNoValueIsLeftOut_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("less than nothing") << -1.0;
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN();
}

void FigureHistogramTest::whatIsNoValueIsLeftOut()
{
    QFETCH(const double, value);
    FigureHistogram histogram(Scale::Milliseconds);
    histogram.add(value);
    QVERIFY(histogram.isEmpty());
}

void FigureHistogramTest::sharesAndQuantiles_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("below50");
    QTest::addColumn<double>("below150");
    QTest::addColumn<double>("median");
    QTest::newRow("all of them fast") << QList<double>(100, 10.0) << 1.0 << 1.0 << 10.0;
    QTest::newRow("all of them slow") << QList<double>(100, 400.0) << 0.0 << 0.0 << 400.0;
    QTest::newRow("a third each") << QList<double>{20, 100, 200} << 1.0 / 3 << 2.0 / 3 << 100.0;
    QTest::newRow("on the borders") << QList<double>{50, 50, 150, 150} << 0.0 << 0.5 << 60.0;
}

void FigureHistogramTest::sharesAndQuantiles()
{
    QFETCH(const QList<double>, values);
    QFETCH(const double, below50);
    QFETCH(const double, below150);
    QFETCH(const double, median);
    FigureHistogram histogram(Scale::Milliseconds);
    for (const double value : values) {
        histogram.add(value);
    }
    QCOMPARE(*histogram.shareBelow(50), below50);
    QCOMPARE(*histogram.shareBelow(150), below150);
    QVERIFY2(std::abs(*histogram.quantile(0.5) / median - 1) <= 0.32, qPrintable(QString::number(*histogram.quantile(0.5)))); // within its bucket
    QVERIFY(*histogram.quantile(0.5) <= *histogram.quantile(0.95));
    QVERIFY(*histogram.quantile(1) >= *histogram.quantile(0.95));
}

void FigureHistogramTest::anEmptyOneKnowsNothing()
{
    const FigureHistogram histogram(Scale::PixelsOrBytes);
    QVERIFY(histogram.isEmpty());
    QVERIFY(!histogram.shareBelow(100));
    QVERIFY(!histogram.quantile(0.5));
}

void FigureHistogramTest::halvesAddUp()
{
    QRandomGenerator random(19);
    FigureDistributions whole;
    FigureDistributions first;
    FigureDistributions second;
    for (int i = 0; i < 10'000; ++i) {
        const auto kind = static_cast<FigureDistributions::Kind>(random.bounded(int(FigureDistributions::KindCount)));
        const double value = std::pow(10, random.generateDouble() * 8 - 2);
        whole[kind].add(value);
        (i < 5'000 ? first : second)[kind].add(value);
    }
    QVERIFY(first != whole);
    first.merge(second);
    QCOMPARE(first, whole);
    first.merge({});
    QCOMPARE(first, whole);
}

void FigureHistogramTest::itIsReadAsItWasWritten_data()
{
    QTest::addColumn<quint32>("times");
    for (const quint32 times : {1U, 127U, 128U, 16'384U, std::numeric_limits<quint32>::max()}) {
        QTest::addRow("%u in a bucket", times) << times;
    }
}

void FigureHistogramTest::itIsReadAsItWasWritten()
{
    QFETCH(const quint32, times);
    FigureDistributions distributions;
    QVERIFY(FigureDistributions::read(distributions.toBytes()) == distributions);
    distributions[FigureDistributions::InputToChange].add(0, times);
    distributions[FigureDistributions::InputToChange].add(104, times);
    distributions[FigureDistributions::BytesPerInput].add(1e12, times);
    const QByteArray bytes = distributions.toBytes();
    QVERIFY(bytes.size() <= 2 * 2 + 3 * 6);
    const auto read = FigureDistributions::read(bytes);
    QVERIFY(read);
    QCOMPARE(*read, distributions);
}

void FigureHistogramTest::badBytesAreNone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto bytes = [](std::initializer_list<int> values) {
        QByteArray result;
        for (const int value : values) {
            result.append(static_cast<char>(value));
        }
        return result;
    };
    QTest::newRow("an unknown kind") << bytes({FigureDistributions::KindCount, 0});
    QTest::newRow("a kind alone") << bytes({0});
    QTest::newRow("fewer buckets than it says") << bytes({0, 2, 5, 1});
    QTest::newRow("a bucket that there is not") << bytes({0, 1, FigureHistogram::bucketCount, 1});
    QTest::newRow("a bucket twice") << bytes({0, 2, 5, 1, 5, 1});
    QTest::newRow("buckets out of turn") << bytes({0, 2, 5, 1, 4, 1});
    QTest::newRow("a count of nothing") << bytes({0, 1, 5, 0});
    QTest::newRow("a count without its end") << bytes({0, 1, 5, 0x80});
    QTest::newRow("a count over its limit") << bytes({0, 1, 5, 0xff, 0xff, 0xff, 0xff, 0x7f});
    QTest::newRow("a count that never ends") << bytes({0, 1, 5, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 1});
}

void FigureHistogramTest::badBytesAreNone()
{
    QFETCH(const QByteArray, bytes);
    QVERIFY(!FigureDistributions::read(bytes));
}

void FigureHistogramTest::anyCutOrFlippedByteIsSurvived()
{
    FigureDistributions distributions;
    for (int i = 0; i < 40; ++i) {
        distributions[static_cast<FigureDistributions::Kind>(i % FigureDistributions::KindCount)].add(std::pow(2, i), static_cast<quint32>(i) * 1000 + 1);
    }
    const QByteArray good = distributions.toBytes();
    int different = 0;
    for (qsizetype place = 0; place < good.size(); ++place) {
        QByteArray bytes = good;
        bytes[place] = static_cast<char>(bytes[place] ^ 0x11);
        different += FigureDistributions::read(bytes) == distributions ? 0 : 1;
        different += FigureDistributions::read(QByteArrayView(good).first(place)) == distributions ? 0 : 1;
    }
    QCOMPARE(different, 2 * good.size()); // none of them passes for what was written
}

void FigureHistogramTest::aCountStopsAtItsLimit()
{
    FigureHistogram histogram(Scale::Milliseconds);
    histogram.add(10, std::numeric_limits<quint32>::max());
    histogram.add(10);
    FigureHistogram twice = histogram;
    twice.merge(histogram);
    QCOMPARE(twice.totalCount(), quint64(std::numeric_limits<quint32>::max()));
}

NIGHTDESK_GUILESS_TEST(FigureHistogramTest)
#include "figurehistogramtest.moc"
