// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/connectionlevel.h"
#include "monitors/link/connectionhistory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Nightdesk;
using Level = ConnectionLevel::Level;
using Reason = ConnectionLevel::Reason;
using Verdict = ConnectionLevel::Verdict;

namespace
{
/// What a connection goes through: probes of one kind, or another state.
struct Event {
    int probes = 0;
    std::optional<std::chrono::microseconds> roundTrip;
    FlowLimit received = FlowLimit::Idle;
    std::optional<LinkState> state;
    bool isLost = false;
};

Event probes(int count, std::optional<std::chrono::microseconds> roundTrip, FlowLimit received = FlowLimit::Idle)
{
    return {.probes = count, .roundTrip = roundTrip, .received = received, .state = {}};
}

Event enters(LinkState state, bool isLost = false)
{
    return {.probes = 0, .roundTrip = {}, .state = state, .isLost = isLost};
}

constexpr ConnectionHistory::Time start{1000h};
}
using Events = QList<Event>;

/// A connection in one word with its reason, and its last ten minutes.
class ConnectionLevelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void verdicts_data();
    void verdicts();
    void columnsHoldTheLongestRoundTrip();
    void anOutageLastsFromTheLastAnswer();
    void whatIsOldIsForgotten();
};

void ConnectionLevelTest::verdicts_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<std::optional<Verdict>>("expected");
    const auto live = enters(LinkState::Live);
    const auto usual = probes(60, 80ms);
    const auto row = [](const char *name, const Events &events, const std::optional<Verdict> &expected) {
        QTest::newRow(name) << events << expected;
    };
    row("nobody wants it", {}, std::nullopt);
    row("it is made for the first time", {enters(LinkState::Resolving), enters(LinkState::LoggingIn)}, Verdict{Level::Degraded, Reason::Connecting});
    row("live, and nothing is known yet", {live}, Verdict{});
    row("as ever", {live, usual}, Verdict{});
    row("slower than usual", {live, usual, probes(5, 220ms)}, Verdict{Level::Degraded, Reason::SlowerThanUsual});
    row("much slower than usual", {live, usual, probes(5, 420ms)}, Verdict{Level::Fault, Reason::SlowerThanUsual});
    row("between the limits it stays degraded", {live, usual, probes(5, 220ms), probes(5, 150ms)}, Verdict{Level::Degraded, Reason::SlowerThanUsual});
    row("and below them it recovers", {live, usual, probes(5, 220ms), probes(5, 100ms)}, Verdict{});
    row("far away: as ever, and still slow", {live, probes(60, 600ms)}, Verdict{Level::Degraded, Reason::Slow});
    row("slower, for it is full", {live, usual, probes(5, 220ms, FlowLimit::Bandwidth)}, Verdict{Level::Degraded, Reason::BandwidthUsedUp});
    row("full, and as quick as ever", {live, probes(60, 80ms, FlowLimit::Bandwidth)}, Verdict{});
    row("probes without answers", {live, usual, probes(5, {})}, Verdict{Level::Fault, Reason::NoAnswer});
    row("one answer after them", {live, usual, probes(5, {}), probes(1, 80ms)}, Verdict{Level::Degraded, Reason::JustReconnected});
    row("three answers after them", {live, usual, probes(5, {}), probes(3, 80ms)}, Verdict{});
    row("stalled", {live, usual, enters(LinkState::Stalled)}, Verdict{Level::Fault, Reason::NoAnswer});
    row("just back", {live, usual, enters(LinkState::Stalled), live}, Verdict{Level::Degraded, Reason::JustReconnected});
    row("back for good", {live, usual, enters(LinkState::Stalled), live, probes(3, 80ms)}, Verdict{});
    row("lost", {live, usual, enters(LinkState::Closed, true)}, Verdict{Level::Fault, Reason::Lost});
    row("lost, and being made again", {live, usual, enters(LinkState::Closed, true), enters(LinkState::Connecting)}, Verdict{Level::Fault, Reason::Lost});
    row("it never came up", {enters(LinkState::Connecting), enters(LinkState::Closed, true)}, Verdict{Level::Fault, Reason::Lost});
    row("closed by a person", {live, usual, enters(LinkState::Closed)}, std::nullopt);
    row("made again after that", {live, enters(LinkState::Closed), enters(LinkState::Connecting)}, Verdict{Level::Degraded, Reason::Connecting});
}

void ConnectionLevelTest::verdicts()
{
    QFETCH(Events, events);
    QFETCH(std::optional<Verdict>, expected);
    ConnectionLevel level;
    for (const Event &event : events) {
        if (event.state) {
            level.setState(*event.state, event.isLost);
        }
        for (int i = 0; i < event.probes; ++i) {
            level.addProbeResult(event.roundTrip, event.received);
        }
    }
    const auto verdict = level.verdict();
    QCOMPARE(verdict.has_value(), expected.has_value());
    if (verdict) {
        QCOMPARE(verdict->level, expected->level);
        QCOMPARE(verdict->reason, expected->reason);
    }
}

void ConnectionLevelTest::columnsHoldTheLongestRoundTrip()
{
    ConnectionHistory past;
    QCOMPARE(past.timeSlots(start, 10), QList<ConnectionHistory::TimeSlot>(10));
    past.addAnswer(start, 80ms);
    past.addAnswer(start + 1s, 200ms);
    past.addAnswer(start + 2s, 90ms);
    past.addAnswer(start + 10min, 70ms);
    const auto columns = past.timeSlots(start + 10min, 10);
    QCOMPARE(columns.first().roundTrip, std::optional<std::chrono::microseconds>(200ms));
    QCOMPARE(columns.last().roundTrip, std::optional<std::chrono::microseconds>(70ms));
    QVERIFY(!columns[5].roundTrip && !columns[5].isOutage); // nothing is known of it
    QVERIFY(past.timeSlots(start, 0).isEmpty());
}

void ConnectionLevelTest::anOutageLastsFromTheLastAnswer()
{
    ConnectionHistory past;
    past.addAnswer(start, 80ms);
    past.beginOutage(start + 65s);
    past.beginOutage(start + 70s); // said again
    const auto outAt = [&past](std::chrono::seconds now) {
        QList<int> out;
        const auto columns = past.timeSlots(start + now, 10); // a minute each
        for (int i = 0; i < columns.size(); ++i) {
            if (columns[i].isOutage) {
                out.append(i);
            }
        }
        return out;
    };
    QCOMPARE(outAt(90s), (QList{8, 9})); // it goes on
    past.addAnswer(start + 100s, 80ms);
    QCOMPARE(outAt(590s), (QList{0, 1}));
    QCOMPARE(past.outageCount(start + 590s), 1);
    past.addAnswer(start + 199s, 80ms);
    past.beginOutage(start + 202s);
    past.endOutage(start + 205s);
    past.endOutage(start + 300s); // it has ended already
    QCOMPARE(outAt(590s), (QList{0, 1, 3}));
    QCOMPARE(past.outageCount(start + 590s), 2);
}

void ConnectionLevelTest::whatIsOldIsForgotten()
{
    ConnectionHistory past;
    past.addAnswer(start, 80ms);
    past.beginOutage(start + 5s);
    past.addAnswer(start + 10s, 80ms);
    past.addAnswer(start + 1h, 80ms);
    QCOMPARE(past.outageCount(start + 1h), 0);
    const auto columns = past.timeSlots(start + 1h, 10);
    QVERIFY(std::ranges::none_of(columns, &ConnectionHistory::TimeSlot::isOutage));
    QVERIFY(columns.last().roundTrip);
}

NIGHTDESK_GUILESS_TEST(ConnectionLevelTest)

#include "connectionleveltest.moc"
