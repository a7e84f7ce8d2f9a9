// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkpolicy.h"
#include "sessions/links/channel/silencetracker.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;

using LinkStatus = LinkPolicy::LinkStatus;
using Action = LinkPolicy::Action;
using Decision = LinkPolicy::Decision;

namespace
{
Failure failure(FailureKind kind, bool answered = true)
{
    return {kind, u"what"_s, u"where"_s, u"advice"_s, answered};
}

LinkStatus up(LinkState state, bool answers = false, bool isRenewing = false)
{
    return {state, answers, isRenewing, {}};
}

LinkStatus closed(const std::optional<Failure> &why, bool isRenewing = false)
{
    return {LinkState::Closed, false, isRenewing, why};
}

const LinkPolicy::Time start(1000s);
}

/// What a link's keeper decides, and when a link is called silent: told by events and times alone.
class LinkPolicyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aStateIsAnswered_data();
    void aStateIsAnswered();
    void pausesFollowWhoSaidNo_data();
    void pausesFollowWhoSaidNo();
    void aRenewalThatIsHeldGoesOn();
    void aRefusedRenewalIsNotRepeated();
    void aPersonMayAskForIt();
    void whatRanWellComesBackAtOnce();
    void pausesAreShortAgain_data();
    void pausesAreShortAgain();
    void lookingAgain_data();
    void lookingAgain();
    void nobodyWantsIt();
    void silenceAcrossTime_data();
    void silenceAcrossTime();
    void aProbeAcrossAStopMeasuresNothing();
    void theNextVerdictIsInTime();
    void oldOnes();
};

void LinkPolicyTest::aStateIsAnswered_data()
{
    QTest::addColumn<LinkStatus>("view");
    QTest::addColumn<Decision>("expected");
    QTest::newRow("a stalled link is renewed") << up(LinkState::Stalled) << Decision(Action::Renew);
    QTest::newRow("a dead link is renewed") << up(LinkState::Dead) << Decision(Action::Renew);
    QTest::newRow("but only once at a time") << up(LinkState::Dead, false, true) << Decision();
    QTest::newRow("input held is not yet a reason") << up(LinkState::Live, false) << Decision();
    QTest::newRow("when the old one speaks again the new one is not needed") << up(LinkState::Live, true, true) << Decision(Action::StopRenewal);
    QTest::newRow("a live link needs nothing") << up(LinkState::Live, true) << Decision();
    QTest::newRow("one being made needs nothing") << up(LinkState::LoggingIn) << Decision();
    QTest::newRow("a refusal waits for a person") << closed(failure(FailureKind::Refused)) << Decision();
    QTest::newRow("so does a broken set-up") << closed(failure(FailureKind::Internal)) << Decision();
    QTest::newRow("what was closed on purpose stays so") << closed({}) << Decision();
}

void LinkPolicyTest::aStateIsAnswered()
{
    QFETCH(LinkStatus, view);
    LinkPolicy policy;
    QCOMPARE(policy.handleLinkNeeded(up(LinkState::Idle), start), Decision(Action::Open));
    QTEST(policy.handleLinkChanged(view, start), "expected");
    QVERIFY(!policy.nextAttemptDueAt());
}

void LinkPolicyTest::pausesFollowWhoSaidNo_data()
{
    QTest::addColumn<Failure>("why");
    QTest::addColumn<bool>("renewing");
    QTest::addColumn<std::chrono::milliseconds>("least");
    QTest::addColumn<std::chrono::milliseconds>("most");
    QTest::newRow("nobody answered: a second after it was begun") << failure(FailureKind::Transient, false) << false << 1000ms << 1000ms;
    QTest::newRow("a peer said no: after a pause") << failure(FailureKind::Transient) << false << 500ms << 625ms;
    QTest::newRow("nobody answered the new one: likewise") << failure(FailureKind::Transient, false) << true << 1000ms << 1000ms;
    QTest::newRow("the new one was told no: after a pause") << failure(FailureKind::Transient) << true << 500ms << 625ms;
}

void LinkPolicyTest::pausesFollowWhoSaidNo()
{
    QFETCH(Failure, why);
    QFETCH(bool, renewing);
    QFETCH(std::chrono::milliseconds, least);
    QFETCH(std::chrono::milliseconds, most);
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    const LinkStatus now = renewing ? up(LinkState::Dead) : closed(why);
    QCOMPARE(renewing ? policy.handleLinkRenewalFailed(now, why, start) : policy.handleLinkChanged(now, start), Decision());
    QVERIFY(policy.nextAttemptDueAt());
    QVERIFY(*policy.nextAttemptDueAt() - start >= least);
    QVERIFY(*policy.nextAttemptDueAt() - start <= most);
    // The pause is not cut short by another display that waits, nor by the link getting from stalled to dead.
    QCOMPARE(renewing ? policy.handleLinkChanged(now, start) : policy.handleLinkNeeded(now, start), Decision());
    QCOMPARE(policy.handleNextAttemptDue(now, start), Decision(renewing ? Action::Renew : Action::Open));
    QVERIFY(!policy.nextAttemptDueAt());
    // What took its time before it failed is begun again at once.
    LinkPolicy late;
    late.handleLinkNeeded(up(LinkState::Idle), start - 20s);
    renewing ? late.handleLinkRenewalFailed(now, why, start) : late.handleLinkChanged(now, start);
    QCOMPARE(*late.nextAttemptDueAt() == start, !why.hasPeerAnswered);
    // They grow where a peer keeps saying no, up to 15 s and a quarter.
    std::chrono::nanoseconds last{};
    for (int i = 0; i < 10; ++i) {
        renewing ? policy.handleLinkRenewalFailed(now, why, start) : policy.handleLinkChanged(now, start);
        last = *policy.nextAttemptDueAt() - start;
        policy.handleNextAttemptDue(now, start);
    }
    QVERIFY(last >= (why.hasPeerAnswered ? 15s : 1s));
    QVERIFY(last <= (why.hasPeerAnswered ? 18750ms : 1000ms));
}

void LinkPolicyTest::aRenewalThatIsHeldGoesOn()
{
    // What it goes over was refused: told of, and waited for.
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    QCOMPARE(policy.handleLinkChanged(up(LinkState::Dead), start), Decision(Action::Renew));
    QCOMPARE(policy.handleLinkRenewalFailed(up(LinkState::Dead, false, true), failure(FailureKind::Refused), start + 1s), Decision());
    QCOMPARE(policy.handleLinkRenewalFailed(up(LinkState::Dead), failure(FailureKind::Transient, false), start + 9s), Decision());
    QVERIFY(policy.nextAttemptDueAt());
    QCOMPARE(policy.handleNextAttemptDue(up(LinkState::Dead), start + 9s), Decision(Action::Renew));
    QCOMPARE(policy.handleLinkRequestedByUser(up(LinkState::Dead, false, true), start + 10s), Decision(Action::RenewInteractively));
}

void LinkPolicyTest::aRefusedRenewalIsNotRepeated()
{
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    QCOMPARE(policy.handleLinkChanged(up(LinkState::Stalled), start), Decision(Action::Renew));
    QCOMPARE(policy.handleLinkRenewalFailed(up(LinkState::Stalled), failure(FailureKind::Refused), start + 1s), Decision());
    QVERIFY(!policy.nextAttemptDueAt());
    QCOMPARE(policy.handleLinkChanged(up(LinkState::Dead), start + 20s), Decision());
    QCOMPARE(policy.checkConnectivity(up(LinkState::Dead), start), Decision(Action::CheckConnectivity));
    // The old TCP has ended: now it is opened as any other, and asks.
    policy.handleLinkChanged(closed(failure(FailureKind::Transient)), start + 100s);
    QVERIFY(policy.nextAttemptDueAt());
    QCOMPARE(policy.handleNextAttemptDue(closed(failure(FailureKind::Transient)), start), Decision(Action::Open));
}

void LinkPolicyTest::aPersonMayAskForIt()
{
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    policy.handleLinkChanged(up(LinkState::Stalled), start);
    policy.handleLinkRenewalFailed(up(LinkState::Stalled), failure(FailureKind::Refused), start);
    QCOMPARE(policy.handleLinkRequestedByUser(up(LinkState::Dead), start), Decision(Action::RenewInteractively));
    QCOMPARE(policy.handleLinkRequestedByUser(up(LinkState::Live, true), start), Decision());
    QCOMPARE(policy.handleLinkRequestedByUser(up(LinkState::LoggingIn), start), Decision());
    QCOMPARE(policy.handleLinkRequestedByUser(closed(failure(FailureKind::Refused)), start), Decision(Action::Open));
}

void LinkPolicyTest::whatRanWellComesBackAtOnce()
{
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    policy.handleLinkChanged(up(LinkState::Live, true), start);
    policy.handleLinkChanged(closed(failure(FailureKind::Transient)), start + 31s);
    QCOMPARE(policy.nextAttemptDueAt(), std::optional(start + 31s));
    QCOMPARE(policy.handleNextAttemptDue(closed(failure(FailureKind::Transient)), start), Decision(Action::Open));
    policy.handleLinkChanged(up(LinkState::Live, true), start + 40s);
    policy.handleLinkChanged(closed(failure(FailureKind::Transient)), start + 41s);
    QVERIFY(*policy.nextAttemptDueAt() >= start + 41s + 500ms);
    // With a new connection under way already there is nothing to wait for.
    policy.handleLinkChanged(closed(failure(FailureKind::Transient), true), start + 42s);
    QCOMPARE(policy.nextAttemptDueAt(), std::optional(start + 42s));
}

void LinkPolicyTest::pausesAreShortAgain_data()
{
    QTest::addColumn<std::chrono::milliseconds>("answered");
    QTest::addColumn<LinkState>("then");
    QTest::addColumn<bool>("isShort");
    QTest::newRow("it answered for a minute and stalled") << 60000ms << LinkState::Stalled << true;
    QTest::newRow("it answered for a minute and lost its address") << 60000ms << LinkState::Dead << true;
    QTest::newRow("it answered for a minute and ended") << 60000ms << LinkState::Closed << true;
    QTest::newRow("it came back for a moment only and stalled") << 5000ms << LinkState::Stalled << false;
    QTest::newRow("it came back for a moment only and ended") << 5000ms << LinkState::Closed << false;
}

void LinkPolicyTest::pausesAreShortAgain()
{
    QFETCH(std::chrono::milliseconds, answered);
    QFETCH(LinkState, then);
    QFETCH(bool, isShort);
    const Failure no = failure(FailureKind::Transient);
    LinkPolicy policy;
    auto now = start;
    policy.handleLinkNeeded(up(LinkState::Idle), now);
    policy.handleLinkChanged(up(LinkState::Live, true), now);
    now += 1h;
    policy.handleLinkChanged(up(LinkState::Stalled), now);
    for (int i = 0; i < 10; ++i) { // the new one is told no again and again
        policy.handleLinkRenewalFailed(up(LinkState::Stalled), no, now);
        QVERIFY(policy.nextAttemptDueAt());
        now = *policy.nextAttemptDueAt();
        policy.handleNextAttemptDue(up(LinkState::Stalled), now);
    }
    policy.handleLinkChanged(up(LinkState::Live, true), now); // and then not
    now += answered;
    if (then == LinkState::Closed) {
        policy.handleLinkChanged(closed(no), now);
        QCOMPARE(policy.nextAttemptDueAt() == std::optional(now), isShort);
        policy.handleNextAttemptDue(closed(no), now);
        policy.handleLinkChanged(closed(no), now);
    } else {
        policy.handleLinkChanged(up(then), now);
        policy.handleLinkRenewalFailed(up(then), no, now);
    }
    QVERIFY(policy.nextAttemptDueAt());
    QCOMPARE(*policy.nextAttemptDueAt() - now <= 625ms, isShort);
    QCOMPARE(*policy.nextAttemptDueAt() - now >= 10s, !isShort);
}

void LinkPolicyTest::lookingAgain_data()
{
    QTest::addColumn<LinkStatus>("view");
    QTest::addColumn<bool>("pausing");
    QTest::addColumn<Decision>("expected");
    const auto transient = failure(FailureKind::Transient);
    QTest::newRow("a live link is asked") << up(LinkState::Live, true) << false << Decision(Action::CheckConnectivity);
    QTest::newRow("one that takes no input is renewed") << up(LinkState::Live, false) << false << Decision(Action::Renew);
    QTest::newRow("a stalled one is renewed") << up(LinkState::Stalled) << false << Decision(Action::Renew);
    QTest::newRow("a dead one in a pause is renewed at once") << up(LinkState::Dead) << true << Decision(Action::Renew);
    QTest::newRow("one being renewed looks whether it still has its address")
        << up(LinkState::Dead, false, true) << false << Decision(Action::CheckConnectivity);
    QTest::newRow("a closed one in a pause is opened") << closed(transient) << true << Decision(Action::Open);
    QTest::newRow("a closed one that waits for a person is left alone") << closed(failure(FailureKind::Refused)) << false << Decision();
    QTest::newRow("so does one being connected") << up(LinkState::Connecting) << false << Decision(Action::CheckConnectivity);
    QTest::newRow("and one that waits for a person's answer") << up(LinkState::LoggingIn) << false << Decision(Action::CheckConnectivity);
}

void LinkPolicyTest::lookingAgain()
{
    QFETCH(LinkStatus, view);
    QFETCH(bool, pausing);
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    if (pausing) {
        view.state == LinkState::Closed ? policy.handleLinkChanged(view, start) : policy.handleLinkRenewalFailed(view, failure(FailureKind::Transient), start);
        QVERIFY(policy.nextAttemptDueAt());
    }
    QTEST(policy.checkConnectivity(view, start), "expected");
    QVERIFY(!policy.nextAttemptDueAt());
}

void LinkPolicyTest::nobodyWantsIt()
{
    LinkPolicy policy;
    policy.handleLinkNeeded(up(LinkState::Idle), start);
    policy.handleLinkChanged(closed(failure(FailureKind::Transient)), start);
    policy.handleLinkReleased();
    QVERIFY(!policy.nextAttemptDueAt());
    QCOMPARE(policy.handleLinkChanged(closed(failure(FailureKind::Transient)), start), Decision());
    QVERIFY(!policy.nextAttemptDueAt());
    QCOMPARE(policy.handleLinkChanged(up(LinkState::Stalled), start), Decision());
    QCOMPARE(policy.handleNextAttemptDue(closed(failure(FailureKind::Transient)), start), Decision());
    QCOMPARE(policy.checkConnectivity(closed(failure(FailureKind::Transient)), start), Decision());
}

namespace
{
enum class What {
    Turn,
    Hear,
    Answer, ///< to what was asked at `asked`
    Doubt,
    Lose
};
struct Event {
    std::chrono::milliseconds at;
    What what;
    std::chrono::milliseconds asked{};
};
}

void LinkPolicyTest::silenceAcrossTime_data()
{
    QTest::addColumn<QList<Event>>("events");
    QTest::addColumn<std::chrono::milliseconds>("now");
    QTest::addColumn<SilenceLevel>("expected");
    const auto turns = [](std::chrono::milliseconds until) {
        QList<Event> events;
        for (auto at = 500ms; at <= until; at += 500ms) {
            events << Event{at, What::Turn};
        }
        return events;
    };
    QTest::newRow("heard a moment ago") << turns(1000ms) << 1000ms << SilenceLevel::None;
    QTest::newRow("silent for two seconds") << turns(2000ms) << 2000ms << SilenceLevel::InputBlocked;
    QTest::newRow("silent for four") << turns(4000ms) << 4000ms << SilenceLevel::Stalled;
    QTest::newRow("silent for half a minute") << turns(30000ms) << 30000ms << SilenceLevel::Dead;
    QTest::newRow("spoke again") << turns(30000ms) + QList{Event{30000ms, What::Hear}} << 30100ms << SilenceLevel::None;
    QTest::newRow("everything was stopped for a minute: not dead yet, but no input")
        << QList{Event{60000ms, What::Turn}} << 60000ms << SilenceLevel::InputBlocked;
    QTest::newRow("data that was unread for some time proves nothing")
        << QList{Event{60000ms, What::Turn}, Event{60000ms, What::Hear}} << 60100ms << SilenceLevel::InputBlocked;
    QTest::newRow("nor is the answer to a question of before")
        << QList{Event{60000ms, What::Turn}, Event{60001ms, What::Answer, 500ms}} << 60100ms << SilenceLevel::InputBlocked;
    QTest::newRow("the answer to a new one is") << QList{Event{60000ms, What::Turn}, Event{60150ms, What::Answer, 60001ms}} << 60200ms << SilenceLevel::None;
    QTest::newRow("asleep for an hour, and it does not answer: dead")
        << QList{Event{3600s, What::Turn}, Event{3600s + 900ms, What::Turn}} << 3600s + 1600ms << SilenceLevel::Dead;
    QTest::newRow("stopped for five seconds, and it does not answer: stalled")
        << QList{Event{5000ms, What::Turn}, Event{6000ms, What::Turn}} << 6600ms << SilenceLevel::Stalled;
    QTest::newRow("the network changed: that alone is nothing") << turns(1000ms) + QList{Event{1000ms, What::Doubt}} << 1200ms << SilenceLevel::None;
    QTest::newRow("the network changed and it says nothing: stalled sooner")
        << turns(1000ms) + QList{Event{1000ms, What::Hear}, Event{1000ms, What::Doubt}} << 2600ms << SilenceLevel::Stalled;
    QTest::newRow("the network changed and it answers")
        << turns(1000ms) + QList{Event{1000ms, What::Doubt}, Event{1100ms, What::Answer, 1000ms}} << 2500ms << SilenceLevel::None;
    QTest::newRow("our address is gone: dead at once")
        << turns(1000ms) + QList{Event{1000ms, What::Hear}, Event{1000ms, What::Lose}} << 1001ms << SilenceLevel::Dead;
    QTest::newRow("it came back and with it the host's words")
        << turns(1500ms) + QList{Event{1000ms, What::Lose}, Event{1500ms, What::Hear}} << 1600ms << SilenceLevel::None;
    QTest::newRow("a turn that is late by a second is no sleep") << QList{Event{1900ms, What::Turn}, Event{1900ms, What::Hear}} << 1900ms << SilenceLevel::None;
}

void LinkPolicyTest::silenceAcrossTime()
{
    QFETCH(QList<Event>, events);
    QFETCH(std::chrono::milliseconds, now);
    const SilenceTracker::Time begin(100h);
    SilenceTracker watch(begin);
    for (const Event &event : std::as_const(events)) {
        switch (event.what) {
        case What::Turn:
            watch.noteLoopIteration(begin + event.at);
            break;
        case What::Hear:
            watch.noteDataReceived(begin + event.at);
            break;
        case What::Answer:
            watch.noteProbeAnswer(begin + event.asked, begin + event.at);
            break;
        case What::Doubt:
            watch.markPathDoubtful(begin + event.at);
            break;
        case What::Lose:
            watch.noteLocalAddressLost();
            break;
        }
    }
    QTEST(watch.silenceLevel(begin + now, 100ms), "expected");
}

void LinkPolicyTest::aProbeAcrossAStopMeasuresNothing()
{
    const SilenceTracker::Time begin(100h);
    SilenceTracker watch(begin);
    watch.noteLoopIteration(begin + 1s);
    QVERIFY(!watch.wasProcessStoppedSince(begin + 900ms));
    watch.noteLoopIteration(begin + 1h); // its answer lay in the socket meanwhile
    QVERIFY(watch.wasProcessStoppedSince(begin + 900ms));
    QVERIFY(!watch.wasProcessStoppedSince(begin + 1h));
    watch.noteProbeAnswer(begin + 900ms, begin + 1h);
    QVERIFY(watch.isPathInDoubt()); // so another one is sent
    watch.noteProbeAnswer(begin + 1h, begin + 1h + 100ms);
    QVERIFY(!watch.isPathInDoubt());
}

void LinkPolicyTest::theNextVerdictIsInTime()
{
    const SilenceTracker::Time begin(100h);
    const SilenceTracker watch(begin);
    // Whoever sleeps until then sees each verdict within a millisecond of its moment.
    QList<SilenceLevel> seen;
    QList<std::chrono::milliseconds> when;
    for (auto now = begin; now < begin + 30s; now = watch.nextSilenceLevelChangeAt(now, 100ms)) {
        const SilenceLevel silence = watch.silenceLevel(now, 100ms);
        if (seen.isEmpty() || seen.last() != silence) {
            seen << silence;
            when << std::chrono::duration_cast<std::chrono::milliseconds>(now - begin);
        }
    }
    QCOMPARE(seen, (QList{SilenceLevel::None, SilenceLevel::InputBlocked, SilenceLevel::Stalled, SilenceLevel::Dead}));
    QCOMPARE(when, (QList{0ms, 1501ms, 3001ms, 20001ms}));
}

void LinkPolicyTest::oldOnes()
{
    static_assert(!OldConnectionPolicy::isWorthKeeping(false, 0s));
    static_assert(OldConnectionPolicy::isWorthKeeping(true, 14min));
    static_assert(!OldConnectionPolicy::isWorthKeeping(true, 15min));
    QVERIFY(OldConnectionPolicy::maxOldConnections > 1);
}

NIGHTDESK_GUILESS_TEST(LinkPolicyTest)
#include "linkpolicytest.moc"
