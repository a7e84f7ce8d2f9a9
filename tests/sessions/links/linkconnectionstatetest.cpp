// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkconnectionstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <utility>

using namespace Nightdesk;

namespace
{
using Run = LinkConnectionState;
using On = LinkConnectionEvent;
using Use = LinkConnectionUse;
using UseOn = LinkConnectionUseEvent;
using Need = LinkConnectionUserNeed;
using NeedOn = LinkConnectionUserNeedEvent;

constexpr Test::StateSentence<Run, On> runSentences[] = {
    {"a name that is looked up again", Run::Resolving, On::Resolves, Run::Resolving},
    {"the name is known", Run::Resolving, On::Connects, Run::Connecting},
    {"a proxy that answers at once", Run::Resolving, On::ChecksHost, Run::CheckingHost},
    {"a login without a step before it", Run::Resolving, On::LogsIn, Run::LoggingIn},
    {"a link without ssh is live at once", Run::Resolving, On::LoggedIn, Run::Live},
    {"no such name", Run::Resolving, On::Ended, Run::Closed},
    {"the hop before it looks its name up again", Run::Connecting, On::Resolves, Run::Resolving},
    {"another try to connect", Run::Connecting, On::Connects, Run::Connecting},
    {"TCP is there", Run::Connecting, On::ChecksHost, Run::CheckingHost},
    {"the host key was checked before", Run::Connecting, On::LogsIn, Run::LoggingIn},
    {"connected without a login", Run::Connecting, On::LoggedIn, Run::Live},
    {"nobody answers", Run::Connecting, On::Ended, Run::Closed},
    {"the host closed, and is looked up again", Run::CheckingHost, On::Resolves, Run::Resolving},
    {"the host closed, and is tried again", Run::CheckingHost, On::Connects, Run::Connecting},
    {"another key exchange", Run::CheckingHost, On::ChecksHost, Run::CheckingHost},
    {"the host is the right one", Run::CheckingHost, On::LogsIn, Run::LoggingIn},
    {"nothing is asked", Run::CheckingHost, On::LoggedIn, Run::Live},
    {"the host key is refused", Run::CheckingHost, On::Ended, Run::Closed},
    {"a login over another TCP connection, from the name on", Run::LoggingIn, On::Resolves, Run::Resolving},
    {"a login over another TCP connection", Run::LoggingIn, On::Connects, Run::Connecting},
    {"its key exchange", Run::LoggingIn, On::ChecksHost, Run::CheckingHost},
    {"the next method", Run::LoggingIn, On::LogsIn, Run::LoggingIn},
    {"logged in", Run::LoggingIn, On::LoggedIn, Run::Live},
    {"the login is refused", Run::LoggingIn, On::Ended, Run::Closed},
    {"it goes on answering", Run::Live, On::Answers, Run::Live},
    {"a first silence", Run::Live, On::HoldsInput, Run::InputHeld},
    {"a longer one, seen late", Run::Live, On::Stalls, Run::Stalled},
    {"a long one, seen late", Run::Live, On::Dies, Run::Dead},
    {"its TCP ends", Run::Live, On::Ended, Run::Closed},
    {"heard again at once", Run::InputHeld, On::Answers, Run::Live},
    {"still silent", Run::InputHeld, On::HoldsInput, Run::InputHeld},
    {"silent for longer", Run::InputHeld, On::Stalls, Run::Stalled},
    {"silent after a sleep", Run::InputHeld, On::Dies, Run::Dead},
    {"its TCP ends in a first silence", Run::InputHeld, On::Ended, Run::Closed},
    {"heard again", Run::Stalled, On::Answers, Run::Live},
    {"limits that grew with the round trip", Run::Stalled, On::HoldsInput, Run::InputHeld},
    {"still stalled", Run::Stalled, On::Stalls, Run::Stalled},
    {"silent for good", Run::Stalled, On::Dies, Run::Dead},
    {"its TCP ends while it is stalled", Run::Stalled, On::Ended, Run::Closed},
    {"heard after all", Run::Dead, On::Answers, Run::Live},
    {"limits that grew, after long", Run::Dead, On::HoldsInput, Run::InputHeld},
    {"the same, less", Run::Dead, On::Stalls, Run::Stalled},
    {"still dead", Run::Dead, On::Dies, Run::Dead},
    {"its TCP ends at last", Run::Dead, On::Ended, Run::Closed},
};

constexpr Test::StateSentence<Use, UseOn> useSentences[] = {
    {"a new connection takes its place", Use::Current, UseOn::Replaced, Use::Old},
    {"it is not needed any more", Use::Current, UseOn::StoodDown, Use::Leaving},
    {"the programs in it have ended", Use::Old, UseOn::StoodDown, Use::Leaving},
};

constexpr Test::StateSentence<Need, NeedOn> needSentences[] = {
    {"its hop waits for a person", Need::None, NeedOn::HopHeld, Need::AtHop},
    {"it would have asked", Need::None, NeedOn::UserNeeded, Need::Unmet},
    {"behind the hop it would have asked", Need::AtHop, NeedOn::UserNeeded, Need::Unmet},
};

constexpr std::pair<SilenceLevel, Run> silences[] = {
    {SilenceLevel::None, Run::Live},
    {SilenceLevel::InputHeld, Run::InputHeld},
    {SilenceLevel::Stalled, Run::Stalled},
    {SilenceLevel::Dead, Run::Dead},
};
}

/// What one connection of a link is, without a connection.
class LinkConnectionStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatAConnectionReports_data();
    void whatAConnectionReports();
    void whatItIsFor_data();
    void whatItIsFor();
    void whoNeedsAPerson_data();
    void whoNeedsAPerson();
    void reportedStepsAreThoseOfTheLink();
    void silenceLeadsToItsState();
};

void LinkConnectionStateTest::whatAConnectionReports_data()
{
    QTest::addColumn<Run>("from");
    QTest::addColumn<On>("on");
    QTest::addColumn<std::optional<Run>>("to");
    for (const auto &pair : Test::everyPair(runSentences, Run::Closed, On::Ended)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void LinkConnectionStateTest::whatAConnectionReports()
{
    QFETCH(Run, from);
    QFETCH(On, on);
    QFETCH(std::optional<Run>, to);
    QVERIFY(nextState(from, on) == to);
}

void LinkConnectionStateTest::whatItIsFor_data()
{
    QTest::addColumn<Use>("from");
    QTest::addColumn<UseOn>("on");
    QTest::addColumn<std::optional<Use>>("to");
    for (const auto &pair : Test::everyPair(useSentences, Use::Leaving, UseOn::StoodDown)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void LinkConnectionStateTest::whatItIsFor()
{
    QFETCH(Use, from);
    QFETCH(UseOn, on);
    QFETCH(std::optional<Use>, to);
    QVERIFY(nextState(from, on) == to);
}

void LinkConnectionStateTest::whoNeedsAPerson_data()
{
    QTest::addColumn<Need>("from");
    QTest::addColumn<NeedOn>("on");
    QTest::addColumn<std::optional<Need>>("to");
    for (const auto &pair : Test::everyPair(needSentences, Need::Unmet, NeedOn::UserNeeded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void LinkConnectionStateTest::whoNeedsAPerson()
{
    QFETCH(Need, from);
    QFETCH(NeedOn, on);
    QFETCH(std::optional<Need>, to);
    QVERIFY(nextState(from, on) == to);
}

void LinkConnectionStateTest::reportedStepsAreThoseOfTheLink()
{
    for (const LinkState reported : {LinkState::Resolving, LinkState::Connecting, LinkState::CheckingHost, LinkState::LoggingIn, LinkState::Live}) {
        const auto event = eventOf(reported);
        QVERIFY(event);
        const auto to = nextState(Run::Connecting, *event);
        QVERIFY(to);
        QVERIFY(asLinkState(*to) == reported);
    }
    for (const LinkState other : {LinkState::Idle, LinkState::Stalled, LinkState::Dead, LinkState::Closed}) {
        QVERIFY(!eventOf(other));
    }
}

void LinkConnectionStateTest::silenceLeadsToItsState()
{
    for (const auto &[silence, state] : silences) {
        QVERIFY(nextState(Run::Live, eventOf(silence)) == state);
    }
    QVERIFY(asLinkState(Run::InputHeld) == LinkState::Live);
    QVERIFY(asLinkState(Run::Stalled) == LinkState::Stalled);
    QVERIFY(asLinkState(Run::Dead) == LinkState::Dead);
    QVERIFY(asLinkState(Run::Closed) == LinkState::Closed);
}

NIGHTDESK_GUILESS_TEST(LinkConnectionStateTest)
#include "linkconnectionstatetest.moc"
