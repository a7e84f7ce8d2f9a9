// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/figurebuckets.h"

#include "tests/support/testprogram.h"

#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// A connection whose ssh replies are these, a second each from 1000 on; NaN: no answer.
FigureSeries replies(const QList<float> &values)
{
    FigureSeries series({FigureSource::Kind::Connection, u"p/summit"_s, {}, {}});
    std::array<float, FigureColumn::ConnectionColumnCount> row{};
    quint32 at = 1000;
    for (const float value : values) {
        row[FigureColumn::SshRoundTrip] = value;
        series.addRow(at++, row);
    }
    return series;
}
}

class FigureBucketsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachPartHasItsOwnRows();
    void morePartsThanSecondsLeaveGaps();
    void rowsWithoutAValueDoNotCount();
    void outages_data();
    void outages();
    void missedSecondsDoNotPartAnOutage();
    void aProgramThatAsksNothingIsNoOutage();
};

void FigureBucketsTest::eachPartHasItsOwnRows()
{
    const FigureSeries series = replies({1, 9, 2, 100, 100, 100});
    const auto buckets = FigureBuckets::of(series, FigureColumn::SshRoundTrip, {1000, 1006}, 2);
    QCOMPARE(buckets.size(), 2U);
    QCOMPARE(buckets[0], (FigureBucket{true, 1, 2, 9}));
    QCOMPARE(buckets[1], (FigureBucket{true, 100, 100, 100}));
    // What is outside does not count.
    QCOMPARE(FigureBuckets::of(series, FigureColumn::SshRoundTrip, {1001, 1003}, 1)[0], (FigureBucket{true, 2, 2, 9}));
    QVERIFY(!FigureBuckets::of(series, FigureColumn::SshRoundTrip, {2000, 2100}, 1)[0].isKnown);
}

void FigureBucketsTest::morePartsThanSecondsLeaveGaps()
{
    const auto buckets = FigureBuckets::of(replies({5, 6}), FigureColumn::SshRoundTrip, {1000, 1002}, 4);
    QCOMPARE(std::ranges::count_if(buckets, &FigureBucket::isKnown), 2);
}

void FigureBucketsTest::rowsWithoutAValueDoNotCount()
{
    const auto buckets = FigureBuckets::of(replies({unknown, 7, unknown}), FigureColumn::SshRoundTrip, {1000, 1003}, 1);
    QCOMPARE(buckets[0], (FigureBucket{true, 7, 7, 7}));
    QVERIFY(!FigureBuckets::of(replies({unknown}), FigureColumn::SshRoundTrip, {1000, 1001}, 1)[0].isKnown);
}

void FigureBucketsTest::outages_data()
{
    QTest::addColumn<QList<float>>("values");
    QTest::addColumn<QList<std::pair<int, int>>>("expected");
    using Spans = QList<std::pair<int, int>>;
    QTest::newRow("all answered") << QList<float>{1, 2, 3} << Spans{};
    QTest::newRow("in the middle") << QList<float>{1, unknown, unknown, 3} << Spans{{1001, 1003}};
    QTest::newRow("to the end") << QList<float>{1, unknown} << Spans{{1001, 1003}};
    QTest::newRow("twice") << QList<float>{1, unknown, 1, unknown, 2} << Spans{{1001, 1002}, {1003, 1004}};
    QTest::newRow("while it is connected") << QList<float>{unknown, unknown, 1, 2} << Spans{};
    QTest::newRow("while it is connected, until now") << QList<float>{unknown, unknown} << Spans{};
    QTest::newRow("connecting takes too long") << QList<float>(20, unknown) + QList<float>{1} << Spans{{1000, 1020}};
    QTest::newRow("beyond the span") << QList<float>(200, unknown) << Spans{{1000, 1100}};
}

void FigureBucketsTest::outages()
{
    QFETCH(QList<float>, values);
    using Spans = QList<std::pair<int, int>>;
    QFETCH(Spans, expected);
    Spans found;
    for (const FigureTimeRange &span : FigureBuckets::outages(replies(values), {1000, 1100})) {
        found.append({static_cast<int>(span.from), static_cast<int>(span.to)});
    }
    QCOMPARE(found, expected);
}

/// A busy computer records some seconds late or not at all.
void FigureBucketsTest::missedSecondsDoNotPartAnOutage()
{
    FigureSeries series({FigureSource::Kind::Connection, u"p/summit"_s, {}, {}});
    std::array<float, FigureColumn::ConnectionColumnCount> row{};
    row.fill(unknown);
    for (const quint32 at : {1000, 1001, 1007, 1040, 1050, 1056}) {
        series.addRow(at, row);
    }
    QCOMPARE(FigureBuckets::outages(series, {1000, 1100}), (QList<FigureTimeRange>{{1000, 1009}, {1040, 1058}}));
}

void FigureBucketsTest::aProgramThatAsksNothingIsNoOutage()
{
    FigureSeries series({FigureSource::Kind::Program, u"p/ds9"_s, {}, {}});
    series.addRow(1000, std::array<float, FigureColumn::ProgramColumnCount>{2, 101, 4, 0.4F});
    series.addRow(1001, std::array<float, FigureColumn::ProgramColumnCount>{unknown, unknown, 0, 0});
    series.addRow(1002, std::array<float, FigureColumn::ProgramColumnCount>{unknown, unknown, unknown, unknown});
    QCOMPARE(FigureBuckets::outages(series, {1000, 1100}), (QList<FigureTimeRange>{{1002, 1004}}));
}

NIGHTDESK_GUILESS_TEST(FigureBucketsTest)
#include "figurebucketstest.moc"
