// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/trialpolicy.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
TrialResult row(Quality quality, bool isCompressed, std::chrono::milliseconds delay, std::int64_t bytes = 100'000)
{
    return {.setting = {isCompressed, quality}, .bytesBeforeSsh = {bytes}, .networkBytes = {bytes}, .transferTime = delay, .cpuTime = 5ms};
}
}

/// Which of the settings that were tried is the best.
class TrialPolicyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theBestFirst_data();
    void theBestFirst();
    void nothingMeasuredHasNoBest();
    void rates();
    void howManyFit_data();
    void howManyFit();
};

void TrialPolicyTest::theBestFirst_data()
{
    using enum Quality;
    using Reason = TrialVerdict::Reason;
    QTest::addColumn<QList<TrialResult>>("rows");
    QTest::addColumn<QList<qsizetype>>("ranking");
    QTest::addColumn<Reason>("reason");
    using Rows = QList<TrialResult>;
    using Order = QList<qsizetype>;
    QTest::newRow("one that was measured is the best") << Rows{row(Low, false, 900ms)} << Order{0} << Reason::OnlyMeasuredSetting;
    QTest::newRow("a slow line: the smallest is by far the fastest")
        << Rows{row(Low, false, 800ms), row(Balanced, false, 1600ms), row(High, false, 2400ms)} << Order{0, 1, 2} << Reason::Fastest;
    QTest::newRow("a fast line: all are alike, so the best picture")
        << Rows{row(Low, false, 40ms), row(High, false, 45ms), row(Lossless, false, 60ms)} << Order{2, 1, 0} << Reason::BestQuality;
    QTest::newRow("one tenth slower is as fast") << Rows{row(Low, false, 2000ms), row(High, false, 2200ms)} << Order{1, 0} << Reason::BestQuality;
    QTest::newRow("more is slower") << Rows{row(Low, false, 2000ms), row(High, false, 2201ms)} << Order{0, 1} << Reason::Fastest;
    QTest::newRow("30 ms are not seen") << Rows{row(Low, false, 20ms), row(High, false, 50ms)} << Order{1, 0} << Reason::BestQuality;
    QTest::newRow("31 ms are") << Rows{row(Low, false, 20ms), row(High, false, 51ms)} << Order{0, 1} << Reason::Fastest;
    QTest::newRow("compression that makes nothing faster is work for nothing")
        << Rows{row(Low, true, 700ms), row(Low, false, 720ms), row(High, false, 1500ms)} << Order{1, 0, 2} << Reason::NoCompressionNeeded;
    QTest::newRow("compression that makes it faster is worth it")
        << Rows{row(Lossless, false, 3000ms), row(Lossless, true, 1000ms)} << Order{1, 0} << Reason::Fastest;
    QTest::newRow("the better picture comes before less work")
        << Rows{row(Low, false, 1000ms), row(Lossless, true, 1050ms)} << Order{1, 0} << Reason::BestQuality;
    QTest::newRow("the slow ones are in the order of their times")
        << Rows{row(Lossless, false, 9s), row(High, true, 5s), row(Low, false, 1s), row(High, false, 6s)} << Order{2, 1, 3, 0} << Reason::Fastest;
}

void TrialPolicyTest::theBestFirst()
{
    QFETCH(const QList<TrialResult>, rows);
    QFETCH(const QList<qsizetype>, ranking);
    QFETCH(const TrialVerdict::Reason, reason);
    QCOMPARE(TrialPolicy::ranking(rows), ranking);
    const auto verdict = TrialPolicy::verdict(rows);
    QVERIFY(verdict);
    QCOMPARE(verdict->bestRow, ranking.constFirst());
    QCOMPARE(verdict->reason, reason);
}

void TrialPolicyTest::nothingMeasuredHasNoBest()
{
    QVERIFY(TrialPolicy::ranking({}).isEmpty());
    QVERIFY(!TrialPolicy::verdict({}));
}

void TrialPolicyTest::rates()
{
    QVERIFY(TrialPolicy::transferRate(row(Quality::High, false, 500ms, 250'000)) == Bytes{500'000});
    QVERIFY(!TrialPolicy::transferRate(row(Quality::High, false, 0ms)));
}

void TrialPolicyTest::howManyFit_data()
{
    QTest::addColumn<std::chrono::microseconds>("roundTrip");
    QTest::addColumn<bool>("allOfThem");
    QTest::addColumn<bool>("eachJpeg"); // with and without compression by ssh
    QTest::newRow("here") << 0us << true << true;
    QTest::newRow("far") << std::chrono::microseconds(150ms) << true << true;
    QTest::newRow("by satellite") << std::chrono::microseconds(500ms) << false << true;
    QTest::newRow("not even the login") << std::chrono::microseconds(2s) << false << false;
}

void TrialPolicyTest::howManyFit()
{
    QFETCH(std::chrono::microseconds, roundTrip);
    QFETCH(bool, allOfThem);
    const qsizetype fitting = TrialPolicy::settingCountWithin(roundTrip, 30s);
    QCOMPARE(fitting >= 8, allOfThem);
    QFETCH(bool, eachJpeg);
    QCOMPARE(fitting >= 6, eachJpeg);
    QVERIFY(fitting >= 0);
    QVERIFY(TrialPolicy::settingCountWithin(roundTrip, 60s) >= fitting);
    QVERIFY(TrialPolicy::settingCountWithin(roundTrip + 100ms, 30s) <= fitting);
}

NIGHTDESK_GUILESS_TEST(TrialPolicyTest)
#include "trialpolicytest.moc"
