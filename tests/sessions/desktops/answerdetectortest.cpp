// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/answerdetector.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Nightdesk;
using std::chrono::milliseconds;
using Verdict = ServerAnswerDetector::Verdict;

class AnswerDetectorTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void silenceIsJudged_data();
    void silenceIsJudged();
    void oneSlowAnswerDoesNotStretchTheLimits();
    void noAnswerStretchesTheLimitsWithoutBound();
    void aNewConnectionForgetsHowSlowTheServerWas();
    void whatIsHiddenHasLongerLimits();
    void shownAgainItHasItsTimeToAnswer();
    void shownAgainAnOldWordIsNoFreshOne();
    void shownAgainWhatWasSilentIsNotTrusted();
    void givingUpTakesALinkThatAnswers_data();
    void givingUpTakesALinkThatAnswers();
    void sleepHoldsInputAtOnceAndGivesUpNothing();
    void whoHungHimselfTrustsNoKeys();
    void whoHearsTheFutureHearsNow();
    void anOldHearingChangesNothing();
    void aNewConnectionStartsAfresh();
    void waitingIsAddedUp_data();
    void waitingIsAddedUp();
};

namespace
{
const ServerAnswerDetector::Instant begin{1000h};
}

void AnswerDetectorTest::silenceIsJudged_data()
{
    QTest::addColumn<milliseconds>("server"); // round trip to it; 0: unknown
    QTest::addColumn<milliseconds>("link");
    QTest::addColumn<milliseconds>("silent");
    QTest::addColumn<bool>("linkAnswers");
    QTest::addColumn<Verdict>("expected");
    const auto row = [](const char *name, milliseconds server, milliseconds link, milliseconds silent, bool linkAnswers, Verdict expected) {
        QTest::newRow(name) << server << link << silent << linkAnswers << expected;
    };
    row("just heard", 0ms, 0ms, 0ms, true, Verdict::Answers);
    row("silent for 1.5 s", 0ms, 0ms, 1500ms, true, Verdict::Answers);
    row("silent for more", 0ms, 0ms, 1501ms, true, Verdict::HoldInput);
    row("silent for 3 s", 0ms, 0ms, 3000ms, true, Verdict::HoldInput);
    row("silent for more than 3 s", 0ms, 0ms, 3001ms, true, Verdict::Stalled);
    row("at 100 ms the same limits hold", 100ms, 100ms, 1501ms, true, Verdict::HoldInput);
    row("at 600 ms input waits for five round trips", 600ms, 0ms, 3000ms, true, Verdict::Answers);
    row("at 600 ms it is stalled after 3 s", 600ms, 0ms, 3001ms, true, Verdict::Stalled);
    row("at 1 s silence of four round trips is stalled, and stops input too", 1s, 0ms, 4001ms, true, Verdict::Stalled);
    row("at 1 s it still answers before", 1s, 0ms, 4000ms, true, Verdict::Answers);
    row("the link's time counts where it is the longer one", 1ms, 500ms, 2500ms, true, Verdict::Answers);
    row("the server's time counts where it is the longer one", 500ms, 100ms, 2501ms, true, Verdict::HoldInput);
    row("a silent link stops input although the desktop just spoke", 0ms, 0ms, 0ms, false, Verdict::HoldInput);
    row("a silent link does not hide a stalled desktop", 0ms, 0ms, 4s, false, Verdict::Stalled);
    row("an hour of a silent link is nobody's giving up", 0ms, 0ms, milliseconds(1h), false, Verdict::Stalled);
}

void AnswerDetectorTest::silenceIsJudged()
{
    QFETCH(const milliseconds, server);
    QFETCH(const milliseconds, link);
    QFETCH(const milliseconds, silent);
    QFETCH(const bool, linkAnswers);
    QFETCH(const Verdict, expected);
    ServerAnswerDetector judge;
    judge.begin(begin - 1h);
    judge.noteDataReceived(begin, begin);
    if (server != 0ms) {
        judge.addServerRoundTrip(server);
    }
    if (link != 0ms) {
        judge.addLinkRoundTrip(link);
    }
    QCOMPARE(judge.currentVerdict(begin + silent, linkAnswers), expected);
}

void AnswerDetectorTest::oneSlowAnswerDoesNotStretchTheLimits()
{
    ServerAnswerDetector judge;
    judge.addServerRoundTrip(6s); // the one that waited for a cut line
    QCOMPARE(judge.maxInputAge(), 25s);
    judge.addServerRoundTrip(100ms);
    QCOMPARE(judge.maxInputAge(), 1500ms);
    judge.addServerRoundTrip(6s);
    QCOMPARE(judge.maxInputAge(), 1500ms);
    for (int i = 0; i < 8; ++i) {
        judge.addServerRoundTrip(700ms); // the line has become slow for good
    }
    QCOMPARE(judge.maxInputAge(), 3500ms);
}

void AnswerDetectorTest::noAnswerStretchesTheLimitsWithoutBound()
{
    ServerAnswerDetector judge;
    judge.addServerRoundTrip(1h);
    judge.addLinkRoundTrip(1h);
    QCOMPARE(judge.maxInputAge(), 25s);
    QCOMPARE(judge.silenceUntilStalled(), 20s);
    QCOMPARE(judge.connectionGiveUpLimit(), 50s);
    QCOMPARE(judge.loginSilenceLimit(), 60s);
}

void AnswerDetectorTest::aNewConnectionForgetsHowSlowTheServerWas()
{
    ServerAnswerDetector judge;
    judge.addLinkRoundTrip(400ms);
    judge.addServerRoundTrip(4s);
    QCOMPARE(judge.loginSilenceLimit(), 50s);
    judge.begin(begin);
    QCOMPARE(judge.maxInputAge(), 2s); // the link is the same
    QCOMPARE(judge.loginSilenceLimit(), 14s);
}

void AnswerDetectorTest::whatIsHiddenHasLongerLimits()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.setHidden(true, begin);
    QCOMPARE(judge.currentVerdict(begin + 3000ms, true), Verdict::Answers);
    QCOMPARE(judge.currentVerdict(begin + 3001ms, true), Verdict::HoldInput);
    QCOMPARE(judge.currentVerdict(begin + 4501ms, true), Verdict::Stalled);
}

void AnswerDetectorTest::shownAgainItHasItsTimeToAnswer()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.setHidden(true, begin);
    judge.setHidden(false, begin + 1s);
    QCOMPARE(judge.currentVerdict(begin + 1500ms, true), Verdict::Answers);
    QCOMPARE(judge.currentVerdict(begin + 1501ms, true), Verdict::HoldInput);
    QCOMPARE(judge.currentVerdict(begin + 4s, true), Verdict::HoldInput);
    QCOMPARE(judge.currentVerdict(begin + 4001ms, true), Verdict::Stalled);
}

void AnswerDetectorTest::shownAgainAnOldWordIsNoFreshOne()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.setHidden(true, begin);
    for (int i = 0; i < 3; ++i) { // whoever looks through his pages
        judge.setHidden(false, begin + 2s + i * 100ms);
        QCOMPARE(judge.lastDataAt(), begin);
        QCOMPARE(judge.currentVerdict(begin + 2s + i * 100ms, true), Verdict::HoldInput);
        judge.setHidden(true, begin + 2s + i * 100ms);
    }
    judge.setHidden(false, begin + 2500ms);
    judge.noteDataReceived(begin + 2600ms, begin + 2600ms);
    QCOMPARE(judge.currentVerdict(begin + 2600ms, true), Verdict::Answers);
}

void AnswerDetectorTest::shownAgainWhatWasSilentIsNotTrusted()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.setHidden(true, begin);
    judge.setHidden(false, begin + 4s);
    QCOMPARE(judge.currentVerdict(begin + 4s, true), Verdict::Stalled);
}

void AnswerDetectorTest::givingUpTakesALinkThatAnswers_data()
{
    QTest::addColumn<milliseconds>("roundTrip");
    QTest::addColumn<milliseconds>("linkSilentFor"); // at first
    QTest::addColumn<milliseconds>("expected"); // after the last word
    QTest::newRow("the link answers all the time") << 100ms << 0ms << 20250ms;
    QTest::newRow("ten long round trips") << 3000ms << 0ms << 30250ms;
    QTest::newRow("time in which the link was silent does not count") << 100ms << 30000ms << 50250ms;
}

void AnswerDetectorTest::givingUpTakesALinkThatAnswers()
{
    QFETCH(const milliseconds, roundTrip);
    QFETCH(const milliseconds, linkSilentFor);
    QFETCH(const milliseconds, expected);
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.addLinkRoundTrip(roundTrip);
    judge.updateSilence(begin, true);
    milliseconds at{};
    while (at < 200s) {
        at += 250ms;
        const bool linkAnswers = at > linkSilentFor;
        judge.updateSilence(begin + at, linkAnswers);
        if (judge.currentVerdict(begin + at, linkAnswers) == Verdict::GivenUp) {
            break;
        }
    }
    QCOMPARE(at, expected);
    judge.noteDataReceived(begin + at, begin + at); // and it is forgotten with the first word
    QCOMPARE(judge.currentVerdict(begin + at, true), Verdict::Answers);
}

void AnswerDetectorTest::sleepHoldsInputAtOnceAndGivesUpNothing()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.updateSilence(begin, true);
    const auto awake = begin + 8h;
    QCOMPARE(judge.currentVerdict(awake, true), Verdict::Stalled);
    judge.updateSilence(awake, true);
    QCOMPARE(judge.currentVerdict(awake, true), Verdict::Stalled);
    judge.noteDataReceived(begin + 1s, awake); // what it said before the lid was closed
    QCOMPARE(judge.currentVerdict(awake, true), Verdict::Stalled);
    judge.noteDataReceived(awake + 100ms, awake + 110ms);
    QCOMPARE(judge.currentVerdict(awake + 110ms, true), Verdict::HoldInput); // keys from before may still wait to be read
    QCOMPARE(judge.currentVerdict(awake + 500ms, true), Verdict::Answers);
}

void AnswerDetectorTest::whoHungHimselfTrustsNoKeys()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.updateSilence(begin, true);
    judge.updateSilence(begin + 250ms, true);
    judge.noteDataReceived(begin + 9s, begin + 9s); // the worker went on
    QCOMPARE(judge.currentVerdict(begin + 9s, true), Verdict::HoldInput);
    judge.updateSilence(begin + 9s, true);
    QCOMPARE(judge.currentVerdict(begin + 9499ms, true), Verdict::HoldInput);
    QCOMPARE(judge.currentVerdict(begin + 9500ms, true), Verdict::Answers);
    judge.updateSilence(begin + 10s, true); // a busy moment is no absence
    QCOMPARE(judge.currentVerdict(begin + 10s, true), Verdict::Answers);
}

void AnswerDetectorTest::whoHearsTheFutureHearsNow()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.noteDataReceived(begin + 100h, begin + 1s);
    QCOMPARE(judge.lastDataAt(), begin + 1s);
    QCOMPARE(judge.currentVerdict(begin + 5s, true), Verdict::Stalled);
}

void AnswerDetectorTest::anOldHearingChangesNothing()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.noteDataReceived(begin - 1s, begin + 1s);
    QCOMPARE(judge.lastDataAt(), begin);
}

void AnswerDetectorTest::aNewConnectionStartsAfresh()
{
    ServerAnswerDetector judge;
    judge.begin(begin);
    judge.updateSilence(begin, true);
    for (int i = 1; i <= 25; ++i) {
        judge.updateSilence(begin + std::chrono::seconds(i), true);
    }
    QCOMPARE(judge.currentVerdict(begin + 25s, true), Verdict::GivenUp);
    judge.begin(begin + 26s);
    QCOMPARE(judge.currentVerdict(begin + 26s, true), Verdict::Answers);
}

void AnswerDetectorTest::waitingIsAddedUp_data()
{
    QTest::addColumn<QList<int>>("looks"); // ms
    QTest::addColumn<QList<bool>>("counts");
    QTest::addColumn<int>("expected"); // ms
    QTest::newRow("the first look is the begin") << QList{5000} << QList{true} << 0;
    QTest::newRow("looks add up") << QList{0, 500, 1000, 1700} << QList{true, true, true, true} << 1700;
    QTest::newRow("a long pause counts as a second") << QList{0, 60000, 60500} << QList{true, true, true} << 1500;
    QTest::newRow("what cannot come is not waited for") << QList{0, 500, 1000, 1500} << QList{true, true, false, true} << 1000;
    QTest::newRow("a clock that went back") << QList{5000, 100, 600} << QList{true, true, true} << 500;
}

void AnswerDetectorTest::waitingIsAddedUp()
{
    QFETCH(const QList<int>, looks);
    QFETCH(const QList<bool>, counts);
    QFETCH(const int, expected);
    WaitMeter meter;
    for (qsizetype i = 0; i < looks.size(); ++i) {
        meter.addInterval(begin + milliseconds(looks[i]), counts[i]);
    }
    QCOMPARE(meter.waited(), milliseconds(expected));
    meter.restart();
    QCOMPARE(meter.waited(), 0ms);
}

NIGHTDESK_GUILESS_TEST(AnswerDetectorTest)
#include "answerdetectortest.moc"
