// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include "tools/bench/boardkit/desknight.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QDateTime evening(QDate(2026, 11, 22), QTime(4, 0), QTimeZone::UTC);
const DeskName left{.site = u"santa-cruz"_s, .desk = u"left"_s};
}

/// A simulated night has to be like a real one, or what the bench measures is of no use.
class DeskNightTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sixDisplaysAreThere();
    void theSameSeedPlaysTheSameNight();
    void displaysFailAndComeBack();
    void withoutTroubleNothingIsToldAtOnce();
    void figuresWanderAndStayInBounds();
    void theHistoryIsBounded();
    void timeThatGoesBackChangesNothing();
};

void DeskNightTest::sixDisplaysAreThere()
{
    const DeskFigures figures = DeskNight(left, 1, evening, {}).figures();
    QCOMPARE(figures.state.displays.size(), 6);
    QCOMPARE(figures.numbers.displays.size(), 6);
    QCOMPARE(figures.state.instruments.size(), 1);
    QVERIFY(!figures.state.people.isEmpty());
    QVERIFY(!figures.state.links.isEmpty());
    QCOMPARE(figures.state.links.size(), figures.numbers.links.size());
    QVERIFY(!figures.state.lastTrouble);
    for (int i = 0; i < 6; ++i) {
        QCOMPARE(figures.state.displays[i].key, figures.numbers.displays[i].key);
        QCOMPARE(figures.state.displays[i].state, u"live"_s);
    }
}

void DeskNightTest::theSameSeedPlaysTheSameNight()
{
    DeskNight one(left, 7, evening, {.betweenTroubles = 20s, .troubleLasts = 5s});
    DeskNight same(left, 7, evening, {.betweenTroubles = 20s, .troubleLasts = 5s});
    DeskNight another(left, 8, evening, {.betweenTroubles = 20s, .troubleLasts = 5s});
    one.advanceTo(evening.addSecs(300));
    for (int second = 1; second <= 300; ++second) { // how often it is asked does not matter
        same.advanceTo(evening.addSecs(second));
    }
    another.advanceTo(evening.addSecs(300));
    QCOMPARE(one.figures().state, same.figures().state);
    QCOMPARE(one.figures().numbers, same.figures().numbers);
    QCOMPARE(one.history(), same.history());
    QVERIFY(one.figures().numbers != another.figures().numbers);
}

void DeskNightTest::displaysFailAndComeBack()
{
    DeskNight night(left, 3, evening, {.betweenTroubles = 30s, .troubleLasts = 10s});
    int changes = 0;
    bool failed = false;
    for (int second = 1; second <= 600; ++second) {
        const DeskFigures before = night.figures();
        const DeskNight::Change change = night.advanceTo(evening.addSecs(second));
        QCOMPARE(change.isOfState, before.state != night.figures().state);
        changes += change.isOfState ? 1 : 0;
        for (const BoardWire::DisplayReport &display : night.figures().state.displays) {
            QCOMPARE(display.problemText.isEmpty(), display.state == u"live"_s);
            QCOMPARE(display.liveSince.isValid(), display.state == u"live"_s);
            failed |= display.state != u"live"_s;
        }
    }
    QVERIFY(failed);
    QVERIFY2(changes >= 10 && changes <= 80, qPrintable(QString::number(changes))); // 20 failures in the mean, and as many ends of one
    QCOMPARE(night.figures().state.lastTrouble, night.history().constLast());
}

void DeskNightTest::withoutTroubleNothingIsToldAtOnce()
{
    DeskNight night(left, 3, evening, {.betweenTroubles = std::chrono::hours(1000000), .troubleLasts = 10s});
    QVERIFY(!night.advanceTo(evening.addSecs(600)).isOfState);
    QVERIFY(night.history().isEmpty());
}

void DeskNightTest::figuresWanderAndStayInBounds()
{
    DeskNight night(left, 5, evening, {});
    const DeskFigures before = night.figures();
    night.advanceTo(evening.addSecs(600));
    const DeskFigures after = night.figures();
    QVERIFY(before.numbers != after.numbers);
    for (const BoardWire::LinkMeasurements &link : after.numbers.links) {
        QVERIFY(*link.roundTrip > 0us && *link.roundTrip < 2s);
        QVERIFY(*link.bytesInPerSecond > 0 && *link.bytesInPerSecond <= 4000000);
    }
}

void DeskNightTest::theHistoryIsBounded()
{
    DeskNight night(left, 5, evening, {.betweenTroubles = 1s, .troubleLasts = 1s});
    night.advanceTo(evening.addSecs(600));
    QCOMPARE(night.history().size(), 60);
}

void DeskNightTest::timeThatGoesBackChangesNothing()
{
    DeskNight night(left, 5, evening, {});
    night.advanceTo(evening.addSecs(60));
    const DeskFigures before = night.figures();
    QVERIFY(!night.advanceTo(evening).isOfState);
    QCOMPARE(night.figures().numbers, before.numbers);
}

NIGHTDESK_GUILESS_TEST(DeskNightTest)
#include "desknighttest.moc"
