// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopliveness.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Nightdesk;
using State = LivenessState;
using Event = LivenessEvent;
using Verdict = ServerAnswerDetector::Verdict;

/// The waiting for a desktop's server, without a server.
class DesktopLivenessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappens_data();
    void whatHappens();
    void aSilentLoginIsGivenUp_data();
    void aSilentLoginIsGivenUp();
    void aShownDesktopIsJudgedByItsAnswers();
    void aNewConnectionIsWaitedForAfresh();
};

namespace
{
const DesktopLiveness::Instant begin{1000h};
constexpr auto pause = 250ms;

/// Looks four times a second, for @p time.
bool isGivenUp(DesktopLiveness &liveness, DesktopLiveness::Instant from, std::chrono::milliseconds time, bool linkAnswers = true, bool asksPerson = false)
{
    bool is = false;
    for (auto waited = 0ms; waited <= time; waited += pause) {
        is = liveness.checkSilence(from + waited, linkAnswers, asksPerson);
    }
    return is;
}
}

void DesktopLivenessTest::whatHappens_data()
{
    QTest::addColumn<State>("from");
    QTest::addColumn<Event>("on");
    QTest::addColumn<std::optional<State>>("to");
    constexpr Test::StateSentence<State, Event> sentences[] = {
        {"a connection is wanted", State::NotConnected, Event::ConnectionBegun, State::LoggingIn},
        {"another one is wanted during the login", State::LoggingIn, Event::ConnectionBegun, State::LoggingIn},
        {"another one is wanted while it is shown", State::ImageShown, Event::ConnectionBegun, State::LoggingIn},
        {"the first picture comes", State::LoggingIn, Event::FirstImageArrived, State::ImageShown},
        {"it is dropped during the login", State::LoggingIn, Event::ConnectionDropped, State::NotConnected},
        {"it is dropped while it is shown", State::ImageShown, Event::ConnectionDropped, State::NotConnected},
    };
    for (const auto &pair : Test::everyPair(sentences, State::ImageShown, Event::ConnectionDropped)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void DesktopLivenessTest::whatHappens()
{
    QFETCH(State, from);
    QFETCH(Event, on);
    QFETCH(std::optional<State>, to);
    QVERIFY(nextState(from, on) == to);
}

void DesktopLivenessTest::aSilentLoginIsGivenUp_data()
{
    QTest::addColumn<std::chrono::milliseconds>("time");
    QTest::addColumn<bool>("linkAnswers");
    QTest::addColumn<bool>("asksPerson");
    QTest::addColumn<bool>("expected");
    QTest::newRow("not after ten seconds") << 10000ms << true << false << false;
    QTest::newRow("after more than ten seconds") << 10250ms << true << false << true;
    QTest::newRow("never while the link does not answer") << 60000ms << false << false << false;
    QTest::newRow("never while a person is asked for the password") << 60000ms << true << true << false;
}

void DesktopLivenessTest::aSilentLoginIsGivenUp()
{
    QFETCH(std::chrono::milliseconds, time);
    QFETCH(bool, linkAnswers);
    QFETCH(bool, asksPerson);
    QFETCH(bool, expected);
    DesktopLiveness liveness;
    QVERIFY(!isGivenUp(liveness, begin, 60s, linkAnswers, asksPerson)); // nothing is waited for
    liveness.noteConnecting(begin);
    QCOMPARE(isGivenUp(liveness, begin, time, linkAnswers, asksPerson), expected);
    QCOMPARE(liveness.silence(begin + time), expected ? 10s : linkAnswers && !asksPerson ? 10s : 0s);
    liveness.noteLoginProgress();
    QVERIFY(!isGivenUp(liveness, begin + time, 9s, linkAnswers, asksPerson));
}

void DesktopLivenessTest::aShownDesktopIsJudgedByItsAnswers()
{
    DesktopLiveness liveness;
    liveness.noteConnecting(begin);
    QVERIFY(liveness.noteImageAppeared(begin + 5s));
    QVERIFY(!liveness.noteImageAppeared(begin + 6s));
    QVERIFY(liveness.hasFirstImage());
    QVERIFY(!isGivenUp(liveness, begin + 5s, 60s)); // that is for who asks currentVerdict()
    QVERIFY(liveness.currentVerdict(begin + 65s, true) == Verdict::GivenUp);
    QCOMPARE(liveness.silence(begin + 65s), 60s);
    liveness.noteDataReceived(begin + 65s, begin + 65s);
    QVERIFY(liveness.currentVerdict(begin + 66s, true) == Verdict::Answers);
    liveness.noteConnectionDropped();
    QVERIFY(liveness.state() == State::NotConnected);
}

void DesktopLivenessTest::aNewConnectionIsWaitedForAfresh()
{
    DesktopLiveness liveness;
    liveness.noteConnecting(begin);
    QVERIFY(isGivenUp(liveness, begin, 11s));
    liveness.noteConnectionDropped();
    liveness.noteConnecting(begin + 20s);
    QVERIFY(!isGivenUp(liveness, begin + 20s, 10s));
    liveness.notePreparedConnectionUsed(begin + 30s); // it was only made ready before
    QVERIFY(!isGivenUp(liveness, begin + 30s, 10s));
}

NIGHTDESK_GUILESS_TEST(DesktopLivenessTest)
#include "desktoplivenesstest.moc"
