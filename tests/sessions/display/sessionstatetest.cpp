// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/sessionstate.h"
#include "sessions/links/facts/backoff.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QSet>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using State = SessionState;
using Event = SessionEvent;

namespace
{
constexpr State allStates[] = {State::Idle, State::WaitingForLink, State::Opening, State::Starting, State::Live, State::Retrying, State::Failed, State::Ended};
constexpr Event allEvents[] = {Event::StartRequested,
                               Event::LinkLive,
                               Event::LinkLost,
                               Event::Opened,
                               Event::ContentAppeared,
                               Event::FailedTransiently,
                               Event::PauseOver,
                               Event::FailedPermanently,
                               Event::Ended};

/// Everything that can happen to a display, told once more and apart from the table itself.
constexpr Test::StateSentence<State, Event> sentences[] = {
    {"a display that is asked for waits for its link", State::Idle, Event::StartRequested, State::WaitingForLink},
    {"retry brings back what failed", State::Failed, Event::StartRequested, State::WaitingForLink},
    {"start brings back what ended", State::Ended, Event::StartRequested, State::WaitingForLink},
    {"retry cuts a pause short", State::Retrying, Event::StartRequested, State::WaitingForLink},
    {"with the link comes the channel", State::WaitingForLink, Event::LinkLive, State::Opening},
    {"with the channel comes the handshake", State::Opening, Event::Opened, State::Starting},
    {"with the first picture it is live", State::Starting, Event::ContentAppeared, State::Live},
    {"a pause ends in another attempt", State::Retrying, Event::PauseOver, State::WaitingForLink},
    {"the link dies while the channel opens", State::Opening, Event::LinkLost, State::WaitingForLink},
    {"the link dies in the handshake", State::Starting, Event::LinkLost, State::WaitingForLink},
    {"the link dies under a live display", State::Live, Event::LinkLost, State::WaitingForLink},
    {"the link dies in a pause", State::Retrying, Event::LinkLost, State::WaitingForLink},
    {"the channel fails for a moment", State::Opening, Event::FailedTransiently, State::Retrying},
    {"the handshake fails for a moment", State::Starting, Event::FailedTransiently, State::Retrying},
    {"a live display's server goes away", State::Live, Event::FailedTransiently, State::Retrying},
    {"the link itself is refused", State::WaitingForLink, Event::FailedPermanently, State::Failed},
    {"the channel is refused", State::Opening, Event::FailedPermanently, State::Failed},
    {"the login is refused", State::Starting, Event::FailedPermanently, State::Failed},
    {"a live display is refused", State::Live, Event::FailedPermanently, State::Failed},
    {"a refusal comes in a pause", State::Retrying, Event::FailedPermanently, State::Failed},
    {"not wanted while it waits", State::WaitingForLink, Event::Ended, State::Ended},
    {"not wanted while it opens", State::Opening, Event::Ended, State::Ended},
    {"not wanted while it starts", State::Starting, Event::Ended, State::Ended},
    {"a live display's program ends", State::Live, Event::Ended, State::Ended},
    {"not wanted in a pause", State::Retrying, Event::Ended, State::Ended},
    {"not wanted after it failed", State::Failed, Event::Ended, State::Ended},
};
}

/// The life of a display and its pauses, without a display.
class SessionStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappens_data();
    void whatHappens();
    void everyStateCanBeLeftAndEnded();
    void pausesGrow();
    void pausesStayInTheirBounds();
    void aResetBeginsAgain();
    void pausesDiffer();
};

void SessionStateTest::whatHappens_data()
{
    QTest::addColumn<State>("from");
    QTest::addColumn<Event>("on");
    QTest::addColumn<std::optional<State>>("to");
    for (const auto &pair : Test::everyPair(sentences, State::Ended, Event::Ended)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void SessionStateTest::whatHappens()
{
    QFETCH(State, from);
    QFETCH(Event, on);
    QFETCH(std::optional<State>, to);
    QVERIFY(nextState(from, on) == to);
}

void SessionStateTest::everyStateCanBeLeftAndEnded()
{
    for (const State from : allStates) {
        QVERIFY(std::ranges::any_of(allEvents, [from](Event on) {
            return nextState(from, on).has_value();
        }));
        QCOMPARE(nextState(from, Event::Ended).has_value(), from != State::Idle && from != State::Ended);
    }
}

void SessionStateTest::pausesGrow()
{
    Backoff backoff;
    std::chrono::milliseconds plain = 500ms;
    for (int i = 0; i < 5; ++i) {
        const auto pause = backoff.nextPause();
        QVERIFY2(pause >= plain && pause <= plain * 5 / 4, qPrintable(QString::number(pause.count())));
        plain *= 2;
    }
}

void SessionStateTest::pausesStayInTheirBounds()
{
    Backoff backoff;
    for (int i = 0; i < 10000; ++i) {
        const auto pause = backoff.nextPause();
        QVERIFY(pause >= 500ms);
        QVERIFY(pause <= 18750ms);
        if (i >= 5) {
            QVERIFY(pause >= 15s);
        }
    }
}

void SessionStateTest::aResetBeginsAgain()
{
    Backoff backoff;
    for (int i = 0; i < 8; ++i) {
        (void)backoff.nextPause();
    }
    backoff.reset();
    QVERIFY(backoff.nextPause() <= 625ms);
    QVERIFY(backoff.nextPause() >= 1s);
}

void SessionStateTest::pausesDiffer()
{
    QSet<qint64> seen;
    for (int i = 0; i < 200; ++i) {
        seen.insert(Backoff().nextPause().count());
    }
    QVERIFY(seen.size() > 5); // many that fell together do not all knock together
}

NIGHTDESK_GUILESS_TEST(SessionStateTest)
#include "sessionstatetest.moc"
