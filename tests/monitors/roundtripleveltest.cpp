// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/roundtriplevel.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Nightdesk;
using Level = RoundTripLevel::Level;

namespace
{
struct Span {
    int samples = 0;
    std::optional<RoundTripLevel::Time> roundTrip;
};
}
Q_DECLARE_METATYPE(Level)

class RoundTripLevelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void levels_data();
    void levels();
    void aBadHourDoesNotBecomeTheRule();
};

void RoundTripLevelTest::levels_data()
{
    QTest::addColumn<QList<Span>>("spans");
    QTest::addColumn<Level>("expected");
    QTest::newRow("nothing is known") << QList<Span>{} << Level::Ok;
    QTest::newRow("what is usual") << QList<Span>{{60, 80ms}} << Level::Ok;
    QTest::newRow("far away, but as ever") << QList<Span>{{60, 300ms}} << Level::Ok;
    QTest::newRow("220 ms where 80 are usual") << QList<Span>{{60, 80ms}, {5, 220ms}} << Level::Degraded;
    QTest::newRow("420 ms where 80 are usual") << QList<Span>{{60, 80ms}, {5, 420ms}} << Level::Fault;
    QTest::newRow("one late probe") << QList<Span>{{60, 80ms}, {2, 420ms}} << Level::Ok;
    QTest::newRow("50 ms where 1 is usual are not felt") << QList<Span>{{60, 1ms}, {5, 50ms}} << Level::Ok;
    QTest::newRow("half a second is too much anywhere") << QList<Span>{{60, 600ms}} << Level::Degraded;
    QTest::newRow("two seconds from the start") << QList<Span>{{3, 2000ms}} << Level::Fault;
    QTest::newRow("between the limits it stays degraded") << QList<Span>{{60, 80ms}, {5, 220ms}, {5, 150ms}} << Level::Degraded;
    QTest::newRow("between the limits it stays well") << QList<Span>{{60, 80ms}, {5, 150ms}} << Level::Ok;
    QTest::newRow("below the lower limit it recovers") << QList<Span>{{60, 80ms}, {5, 220ms}, {5, 100ms}} << Level::Ok;
    QTest::newRow("nothing is answered") << QList<Span>{{60, 80ms}, {5, {}}} << Level::Fault;
    QTest::newRow("answered again") << QList<Span>{{60, 80ms}, {5, {}}, {1, 80ms}} << Level::Ok;
}

void RoundTripLevelTest::levels()
{
    QFETCH(QList<Span>, spans);
    QFETCH(Level, expected);
    RoundTripLevel level;
    for (const Span &span : spans) {
        for (int i = 0; i < span.samples; ++i) {
            level.add(span.roundTrip);
        }
    }
    QCOMPARE(level.level(), expected);
}

void RoundTripLevelTest::aBadHourDoesNotBecomeTheRule()
{
    RoundTripLevel level;
    for (int i = 0; i < 600; ++i) {
        level.add(80ms);
    }
    for (int i = 0; i < 1800; ++i) {
        level.add(420ms);
        QVERIFY(i < 5 || level.level() != Level::Ok);
    }
    for (int i = 0; i < 120; ++i) {
        level.add(80ms);
    }
    QCOMPARE(level.level(), Level::Ok);
    QVERIFY(level.usualRoundTrip() < 100ms);
}

NIGHTDESK_GUILESS_TEST(RoundTripLevelTest)
#include "roundtripleveltest.moc"
