// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/problemlog.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using BoardWire::Health;

namespace
{
QDateTime at(int seconds)
{
    return QDateTime::fromSecsSinceEpoch(1'795'347'135 + seconds, QTimeZone::UTC);
}
const QString ds9 = u"lris/ds9"_s;
}

class ProblemLogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTroubleAndItsEnd();
    void whatGoesOnIsOneTrouble();
    void aFlappingDisplayIsOneTrouble();
    void whatComesBackLaterIsAnother();
    void itGetsWorse();
    void theNewestStay();
    void theLastTrouble();
    void itGoesOnAfterARestart();
};

void ProblemLogTest::aTroubleAndItsEnd()
{
    ProblemLog log;
    QVERIFY(!log.endProblem(ds9, u"fine"_s, at(0))); // of nothing
    QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(1)));
    QVERIFY(log.endProblem(ds9, u"fine"_s, at(9)));
    QVERIFY(!log.endProblem(ds9, u"fine"_s, at(10)));
    QCOMPARE(log.entries().size(), 2);
    QVERIFY((log.entries().at(0) == BoardWire::Trouble{.at = at(1), .health = Health::Bad, .subjectKey = ds9, .what = u"gone"_s}));
    QVERIFY((log.entries().at(1) == BoardWire::Trouble{.at = at(9), .health = Health::Good, .subjectKey = ds9, .what = u"fine"_s}));
    log.clear();
    QVERIFY(log.entries().isEmpty());
    QVERIFY(!log.last());
}

void ProblemLogTest::whatGoesOnIsOneTrouble()
{
    ProblemLog log;
    QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(1)));
    QVERIFY(!log.beginProblem(ds9, Health::Bad, u"still gone"_s, at(300)));
    QVERIFY(!log.beginProblem(ds9, Health::Poor, u"slow"_s, at(600)));
    QCOMPARE(log.entries().size(), 1);
}

void ProblemLogTest::aFlappingDisplayIsOneTrouble()
{
    ProblemLog log;
    for (int i = 0; i < 1000; ++i) {
        QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(i * 20)));
        QVERIFY(log.endProblem(ds9, u"fine"_s, at(i * 20 + 10)));
    }
    QCOMPARE(log.entries().size(), 2);
    QCOMPARE(log.entries().at(0).at, at(0));
    QCOMPARE(log.entries().at(1).at, at(999 * 20 + 10));
}

void ProblemLogTest::whatComesBackLaterIsAnother()
{
    ProblemLog log;
    log.beginProblem(ds9, Health::Bad, u"gone"_s, at(0));
    log.endProblem(ds9, u"fine"_s, at(10));
    QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(131)));
    QCOMPARE(log.entries().size(), 3);
}

void ProblemLogTest::itGetsWorse()
{
    ProblemLog log;
    log.beginProblem(ds9, Health::Poor, u"slow"_s, at(0));
    QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(10)));
    QCOMPARE(log.entries().size(), 1);
    QCOMPARE(log.entries().first().what, u"gone"_s);
    QCOMPARE(log.entries().first().at, at(0));
}

void ProblemLogTest::theNewestStay()
{
    ProblemLog log;
    for (int i = 0; i < 100; ++i) {
        log.beginProblem(QString::number(i), Health::Bad, u"gone"_s, at(i));
    }
    QCOMPARE(log.entries().size(), 60);
    QCOMPARE(log.entries().last().subjectKey, u"99"_s);
    QVERIFY(!log.endProblem(u"5"_s, u"fine"_s, at(200))); // forgotten
}

void ProblemLogTest::theLastTrouble()
{
    ProblemLog log;
    log.beginProblem(ds9, Health::Bad, u"gone"_s, at(0));
    log.beginProblem(u"lris/summit"_s, Health::Poor, u"slow"_s, at(5));
    QCOMPARE(log.last()->what, u"slow"_s);
    log.endProblem(u"lris/summit"_s, u"fine"_s, at(6));
    QCOMPARE(log.last()->what, u"gone"_s); // it goes on
    log.endProblem(ds9, u"fine"_s, at(7));
    QCOMPARE(log.last()->what, u"slow"_s);
}

void ProblemLogTest::itGoesOnAfterARestart()
{
    const QString control = u"lris/control0"_s;
    ProblemLog before;
    QVERIFY(before.beginProblem(control, Health::Poor, u"slow"_s, at(0)));
    QVERIFY(before.endProblem(control, u"fine"_s, at(5)));
    QVERIFY(before.beginProblem(ds9, Health::Bad, u"gone"_s, at(10)));

    ProblemLog log;
    log.restoreHistory(before.entries(), u"restarted"_s, at(60));
    QCOMPARE(log.entries().size(), 4);
    QVERIFY((log.entries().at(3) == BoardWire::Trouble{.at = at(60), .health = Health::Good, .subjectKey = ds9, .what = u"restarted"_s}));
    QVERIFY(log.beginProblem(ds9, Health::Bad, u"gone"_s, at(70))); // it is there still
    QVERIFY(log.entries() == before.entries());

    ProblemLog late; // it began before what was kept was read
    QVERIFY(late.beginProblem(ds9, Health::Bad, u"gone"_s, at(70)));
    late.restoreHistory(before.entries(), u"restarted"_s, at(75));
    QVERIFY(late.entries() == before.entries());

    ProblemLog nothing;
    nothing.restoreHistory({}, u"restarted"_s, at(60));
    QVERIFY(nothing.entries().isEmpty());
}

NIGHTDESK_GUILESS_TEST(ProblemLogTest)
#include "troublelogtest.moc"
