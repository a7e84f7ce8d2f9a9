// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/clockoffset.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace
{
/// Our two clocks, and theirs.
struct ClockScene {
    ClockOffset::Clock::time_point steady{1000h};
    milliseconds ours{1'795'347'135'000};
    milliseconds offset{};

    QDateTime utc() const
    {
        return QDateTime::fromMSecsSinceEpoch(ours.count(), QTimeZone::UTC);
    }
    QDateTime theirs(milliseconds ago) const
    {
        return QDateTime::fromMSecsSinceEpoch((ours + offset - ago).count(), QTimeZone::UTC);
    }
    void pass(milliseconds time)
    {
        steady += time;
        ours += time;
    }
};
}

class ClockOffsetTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void measures_data();
    void measures();
    void nothingIsKnownWithoutMessages();
    void aDriftIsFollowed();
    void stepsAreSeen();
};

void ClockOffsetTest::measures_data()
{
    QTest::addColumn<milliseconds>("offset");
    QTest::addColumn<milliseconds>("oneWay");
    QTest::addColumn<milliseconds>("jitter");
    QTest::addColumn<milliseconds>("within");
    QTest::newRow("the same clock, at once") << 0ms << 0ms << 0ms << 0ms;
    QTest::newRow("the same clock, 100 ms round trip") << 0ms << 50ms << 0ms << 0ms;
    QTest::newRow("an hour behind") << milliseconds(-1h) << 50ms << 0ms << 0ms;
    QTest::newRow("an hour ahead") << milliseconds(1h) << 50ms << 0ms << 0ms;
    QTest::newRow("2 s ahead, a bad way") << 2000ms << 250ms << 1500ms << 150ms;
    QTest::newRow("37 ms behind, some jitter") << -37ms << 20ms << 40ms << 10ms;
    QTest::newRow("a year behind") << milliseconds(-365 * 24h) << 20ms << 0ms << 0ms;
}

void ClockOffsetTest::measures()
{
    QFETCH(milliseconds, offset);
    QFETCH(milliseconds, oneWay);
    QFETCH(milliseconds, jitter);
    QFETCH(milliseconds, within);
    ClockScene scene;
    scene.offset = offset;
    ClockOffset clock;
    QRandomGenerator random(7);
    for (int i = 0; i < 60; ++i) {
        scene.pass(5s);
        const milliseconds way = oneWay + milliseconds(jitter > 0ms ? random.bounded(int(jitter.count())) : 0);
        clock.addSample(scene.theirs(way), scene.steady);
    }
    scene.pass(3s);
    const auto measured = clock.offset(2 * oneWay, scene.utc(), scene.steady);
    QVERIFY(measured);
    QVERIFY2(std::chrono::abs(*measured - offset) <= within, qPrintable(QString::number(measured->count())));
    QVERIFY(*measured <= offset); // a way is never quicker than it can be
}

void ClockOffsetTest::nothingIsKnownWithoutMessages()
{
    ClockScene scene;
    ClockOffset clock;
    QVERIFY(!clock.offset(0us, scene.utc(), scene.steady));
    clock.addSample(scene.theirs(0ms), scene.steady);
    QVERIFY(clock.offset(0us, scene.utc(), scene.steady));
    scene.pass(6min);
    QVERIFY(!clock.offset(0us, scene.utc(), scene.steady)); // long ago
    clock.addSample(scene.theirs(0ms), scene.steady);
    clock.clear();
    QVERIFY(!clock.offset(0us, scene.utc(), scene.steady));
}

void ClockOffsetTest::aDriftIsFollowed()
{
    ClockScene scene;
    ClockOffset clock;
    for (int i = 0; i < 12 * 60; ++i) { // an hour; theirs loses 1 ms in 5 s, 200 ppm
        scene.pass(5s);
        scene.offset -= 1ms;
        clock.addSample(scene.theirs(50ms), scene.steady);
    }
    const auto measured = clock.offset(100ms, scene.utc(), scene.steady);
    QVERIFY(measured);
    QVERIFY2(std::chrono::abs(*measured - scene.offset) <= 61ms, qPrintable(QString::number((*measured - scene.offset).count())));
}

void ClockOffsetTest::stepsAreSeen()
{
    ClockScene scene;
    ClockOffset clock;
    const auto come = [&](int count) {
        for (int i = 0; i < count; ++i) {
            scene.pass(5s);
            clock.addSample(scene.theirs(50ms), scene.steady);
        }
        return clock.offset(100ms, scene.utc(), scene.steady).value_or(-1ms);
    };
    QCOMPARE(come(20), 0ms);
    scene.offset = 3s; // theirs is set ahead
    QCOMPARE(come(1), 3000ms);
    scene.offset = -3s; // and back
    QCOMPARE(come(61), -3000ms);
    // Ours is set: what came before counts on.
    scene.ours += 10s;
    scene.offset -= 10s;
    QCOMPARE(clock.offset(100ms, scene.utc(), scene.steady).value_or(-1ms), -13'000ms);
    QCOMPARE(come(1), -13'000ms);
}

NIGHTDESK_GUILESS_TEST(ClockOffsetTest)
#include "clockoffsettest.moc"
