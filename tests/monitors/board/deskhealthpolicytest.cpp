// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskhealthpolicy.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <deque>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using BoardWire::Health;
using Seconds = QList<QPair<int, QString>>;

Q_DECLARE_METATYPE(Nightdesk::BoardWire::Health)

namespace
{
BoardWire::DeskState stateOf(const QString &link, const QString &display, const QString &answering = {})
{
    BoardWire::DeskState state;
    state.links = {{.id = u"lris/summit"_s, .state = link, .isCompressed = false}};
    BoardWire::DisplayReport report;
    report.key = u"lris/control0"_s;
    report.title = u"Control 0"_s;
    report.state = display;
    report.answering = answering;
    state.displays = {report};
    return state;
}

BoardWire::DeskMeasurements numbersOf(std::chrono::milliseconds roundTrip, std::chrono::milliseconds age)
{
    BoardWire::DeskMeasurements numbers;
    numbers.links = {{.id = u"lris/summit"_s, .roundTrip = roundTrip, .bytesInPerSecond = {}, .bytesOutPerSecond = {}, .compressionRatio = {}}};
    numbers.displays = {{.key = u"lris/control0"_s, .imageAge = age, .framesPerSecond = {}}};
    return numbers;
}
}

class DeskHealthPolicyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void statesInTime_data();
    void statesInTime();
    void numbersWithTwoLimits_data();
    void numbersWithTwoLimits();
    void theWorstComesFirst();
    void nothingIsGood();
};

void DeskHealthPolicyTest::statesInTime_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<Seconds>("display"); ///< from that second on
    QTest::addColumn<int>("second"); ///< when it is looked at
    QTest::addColumn<Health>("expected");
    QTest::newRow("live") << u"live"_s << Seconds{{0, u"live"_s}} << 60 << Health::Good;
    QTest::newRow("just retrying") << u"live"_s << Seconds{{0, u"live"_s}, {10, u"retrying"_s}} << 12 << Health::Good;
    QTest::newRow("retrying for 5 s") << u"live"_s << Seconds{{0, u"live"_s}, {10, u"retrying"_s}} << 15 << Health::Bad;
    QTest::newRow("retrying and opening by turns") << u"live"_s << Seconds{{0, u"retrying"_s}, {2, u"opening"_s}, {3, u"retrying"_s}, {4, u"opening"_s}} << 6
                                                   << Health::Bad;
    QTest::newRow("live in between") << u"live"_s << Seconds{{0, u"retrying"_s}, {2, u"live"_s}, {3, u"retrying"_s}} << 6 << Health::Good;
    QTest::newRow("failed, at once") << u"live"_s << Seconds{{0, u"live"_s}, {10, u"failed"_s}} << 10 << Health::Bad;
    QTest::newRow("opening for the first time") << u"live"_s << Seconds{{0, u"opening"_s}} << 60 << Health::Good;
    QTest::newRow("ended by its person") << u"live"_s << Seconds{{0, u"retrying"_s}, {6, u"ended"_s}} << 7 << Health::Good;
    QTest::newRow("well again") << u"live"_s << Seconds{{0, u"retrying"_s}, {20, u"live"_s}} << 21 << Health::Good;
    QTest::newRow("a state of a later version") << u"live"_s << Seconds{{0, u"hibernating"_s}} << 60 << Health::Good;
    QTest::newRow("a link that logs in for the first time") << u"logging-in"_s << Seconds{{0, u"waiting-for-link"_s}} << 60 << Health::Good;
    QTest::newRow("a stalled link") << u"stalled"_s << Seconds{{0, u"live"_s}} << 0 << Health::Poor;
    QTest::newRow("a dead link") << u"dead"_s << Seconds{{0, u"live"_s}} << 0 << Health::Bad;
    QTest::newRow("a closed link, at first") << u"closed"_s << Seconds{{0, u"waiting-for-link"_s}} << 3 << Health::Good;
    QTest::newRow("a closed link") << u"closed"_s << Seconds{{0, u"waiting-for-link"_s}} << 6 << Health::Bad;
}

void DeskHealthPolicyTest::statesInTime()
{
    QFETCH(QString, link);
    QFETCH(Seconds, display);
    QFETCH(int, second);
    QFETCH(Health, expected);
    DeskHealthPolicy judge;
    const DeskHealthPolicy::Clock::time_point began{1000h};
    DeskHealthPolicy::Verdict verdict;
    std::deque<BoardWire::DeskState> states;
    for (const auto &[at, state] : display) {
        verdict = judge.evaluate(&states.emplace_back(stateOf(link, state)), nullptr, began + std::chrono::seconds(at));
    }
    // As its owner does it: it asks again when it is told to.
    const auto end = began + std::chrono::seconds(second);
    while (judge.nextCheckAt() && *judge.nextCheckAt() <= end) {
        const auto at = *judge.nextCheckAt();
        verdict = judge.evaluate(&states.back(), nullptr, at);
        QVERIFY(!judge.nextCheckAt() || *judge.nextCheckAt() > at);
    }
    QCOMPARE(verdict.health, expected);
    QCOMPARE(verdict.healthReason.isEmpty(), expected == Health::Good);
}

void DeskHealthPolicyTest::numbersWithTwoLimits_data()
{
    QTest::addColumn<QList<int>>("roundTrips"); ///< ms
    QTest::addColumn<QList<int>>("ages"); ///< ms
    QTest::addColumn<Health>("expected");
    QTest::newRow("quick") << QList{100} << QList{80} << Health::Good;
    QTest::newRow("slow") << QList{401} << QList{80} << Health::Poor;
    QTest::newRow("between the limits nothing changes: slow") << QList{500, 350} << QList{80, 80} << Health::Poor;
    QTest::newRow("between the limits nothing changes: quick") << QList{100, 390} << QList{80, 80} << Health::Good;
    QTest::newRow("below the lower limit it recovers") << QList{500, 310} << QList{80, 80} << Health::Good;
    QTest::newRow("an old picture") << QList{100} << QList{2001} << Health::Poor;
    QTest::newRow("still an old picture") << QList{100, 100} << QList{3000, 1600} << Health::Poor;
    QTest::newRow("a fresh picture again") << QList{100, 100} << QList{3000, 1400} << Health::Good;
}

void DeskHealthPolicyTest::numbersWithTwoLimits()
{
    QFETCH(QList<int>, roundTrips);
    QFETCH(QList<int>, ages);
    QFETCH(Health, expected);
    DeskHealthPolicy judge;
    const BoardWire::DeskState state = stateOf(u"live"_s, u"live"_s, u"yes"_s);
    DeskHealthPolicy::Verdict verdict;
    for (qsizetype i = 0; i < roundTrips.size(); ++i) {
        const auto numbers = numbersOf(std::chrono::milliseconds(roundTrips.at(i)), std::chrono::milliseconds(ages.at(i)));
        verdict = judge.evaluate(&state, &numbers, DeskHealthPolicy::Clock::time_point(1000h + i * 5s));
    }
    QCOMPARE(verdict.health, expected);
    QCOMPARE(verdict.healthReason.isEmpty(), expected == Health::Good);
    QVERIFY(!judge.nextCheckAt());
}

void DeskHealthPolicyTest::theWorstComesFirst()
{
    DeskHealthPolicy judge;
    BoardWire::DeskState state = stateOf(u"live"_s, u"live"_s, u"stalled"_s);
    BoardWire::DisplayReport failed = state.displays.first();
    failed.key = u"lris/ds9"_s;
    failed.title.clear();
    failed.state = u"failed"_s;
    failed.problemText = u"The program was not found."_s;
    state.displays.append(failed);
    const auto numbers = numbersOf(700ms, 80ms);
    const auto verdict = judge.evaluate(&state, &numbers, DeskHealthPolicy::Clock::time_point(1000h));
    QCOMPARE(verdict.health, Health::Bad);
    QVERIFY2(verdict.healthReason.startsWith(u"lris/ds9: The program was not found."_s), qPrintable(verdict.healthReason));
    QVERIFY2(verdict.healthReason.contains(u"2 more"_s), qPrintable(verdict.healthReason));
}

void DeskHealthPolicyTest::nothingIsGood()
{
    DeskHealthPolicy judge;
    QVERIFY(judge.evaluate(nullptr, nullptr, DeskHealthPolicy::Clock::time_point(1000h)) == DeskHealthPolicy::Verdict());
}

NIGHTDESK_GUILESS_TEST(DeskHealthPolicyTest)
#include "deskhealthpolicytest.moc"
