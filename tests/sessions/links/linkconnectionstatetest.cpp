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
using Need = LinkConnectionUserActionNeed;
using NeedOn = LinkConnectionUserActionNeedEvent;

constexpr Test::StateSentence<Run, On> runSentences[] = {
    {"a name that is looked up again", Run::Resolving, On::ResolvingStarted, Run::Resolving},
    {"the name is known", Run::Resolving, On::ConnectingStarted, Run::Connecting},
    {"a proxy that answers at once", Run::Resolving, On::HostCheckStarted, Run::CheckingHost},
    {"a login without a step before it", Run::Resolving, On::LoginStarted, Run::LoggingIn},
    {"a link without ssh is live at once", Run::Resolving, On::LoggedIn, Run::Live},
    {"no such name", Run::Resolving, On::Ended, Run::Closed},
    {"the hop before it looks its name up again", Run::Connecting, On::ResolvingStarted, Run::Resolving},
    {"another try to connect", Run::Connecting, On::ConnectingStarted, Run::Connecting},
    {"TCP is there", Run::Connecting, On::HostCheckStarted, Run::CheckingHost},
    {"the host key was checked before", Run::Connecting, On::LoginStarted, Run::LoggingIn},
    {"connected without a login", Run::Connecting, On::LoggedIn, Run::Live},
    {"nobody answers", Run::Connecting, On::Ended, Run::Closed},
    {"the host closed, and is looked up again", Run::CheckingHost, On::ResolvingStarted, Run::Resolving},
    {"the host closed, and is tried again", Run::CheckingHost, On::ConnectingStarted, Run::Connecting},
    {"another key exchange", Run::CheckingHost, On::HostCheckStarted, Run::CheckingHost},
    {"the host is the right one", Run::CheckingHost, On::LoginStarted, Run::LoggingIn},
    {"nothing is asked", Run::CheckingHost, On::LoggedIn, Run::Live},
    {"the host key is refused", Run::CheckingHost, On::Ended, Run::Closed},
    {"a login over another TCP connection, from the name on", Run::LoggingIn, On::ResolvingStarted, Run::Resolving},
    {"a login over another TCP connection", Run::LoggingIn, On::ConnectingStarted, Run::Connecting},
    {"its key exchange", Run::LoggingIn, On::HostCheckStarted, Run::CheckingHost},
    {"the next method", Run::LoggingIn, On::LoginStarted, Run::LoggingIn},
    {"logged in", Run::LoggingIn, On::LoggedIn, Run::Live},
    {"the login is refused", Run::LoggingIn, On::Ended, Run::Closed},
    {"it goes on answering", Run::Live, On::HostAnswered, Run::Live},
    {"a first silence", Run::Live, On::InputBlocked, Run::InputBlocked},
    {"a longer one, seen late", Run::Live, On::HostStalled, Run::Stalled},
    {"a long one, seen late", Run::Live, On::SilentForLong, Run::Dead},
    {"its TCP ends", Run::Live, On::Ended, Run::Closed},
    {"heard again at once", Run::InputBlocked, On::HostAnswered, Run::Live},
    {"still silent", Run::InputBlocked, On::InputBlocked, Run::InputBlocked},
    {"silent for longer", Run::InputBlocked, On::HostStalled, Run::Stalled},
    {"silent after a sleep", Run::InputBlocked, On::SilentForLong, Run::Dead},
    {"its TCP ends in a first silence", Run::InputBlocked, On::Ended, Run::Closed},
    {"heard again", Run::Stalled, On::HostAnswered, Run::Live},
    {"limits that grew with the round trip", Run::Stalled, On::InputBlocked, Run::InputBlocked},
    {"still stalled", Run::Stalled, On::HostStalled, Run::Stalled},
    {"silent for good", Run::Stalled, On::SilentForLong, Run::Dead},
    {"its TCP ends while it is stalled", Run::Stalled, On::Ended, Run::Closed},
    {"heard after all", Run::Dead, On::HostAnswered, Run::Live},
    {"limits that grew, after long", Run::Dead, On::InputBlocked, Run::InputBlocked},
    {"the same, less", Run::Dead, On::HostStalled, Run::Stalled},
    {"still dead", Run::Dead, On::SilentForLong, Run::Dead},
    {"its TCP ends at last", Run::Dead, On::Ended, Run::Closed},
};

constexpr Test::StateSentence<Use, UseOn> useSentences[] = {
    {"a new connection takes its place", Use::Current, UseOn::Replaced, Use::ReplacedButInUse},
    {"it is not needed any more", Use::Current, UseOn::Released, Use::NotNeeded},
    {"the programs in it have ended", Use::ReplacedButInUse, UseOn::Released, Use::NotNeeded},
};

constexpr Test::StateSentence<Need, NeedOn> needSentences[] = {
    {"its hop waits for a person", Need::NoUserNeeded, NeedOn::HopNeedsUser, Need::UserNeededAtHop},
    {"it would have asked", Need::NoUserNeeded, NeedOn::ConnectionNeedsUser, Need::EndedBecauseUserNeeded},
    {"behind the hop it would have asked", Need::UserNeededAtHop, NeedOn::ConnectionNeedsUser, Need::EndedBecauseUserNeeded},
};

constexpr std::pair<SilenceLevel, Run> silences[] = {
    {SilenceLevel::None, Run::Live},
    {SilenceLevel::InputBlocked, Run::InputBlocked},
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
    for (const auto &pair : Test::everyPair(useSentences, Use::NotNeeded, UseOn::Released)) {
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
    for (const auto &pair : Test::everyPair(needSentences, Need::EndedBecauseUserNeeded, NeedOn::ConnectionNeedsUser)) {
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
    QVERIFY(asLinkState(Run::InputBlocked) == LinkState::Live);
    QVERIFY(asLinkState(Run::Stalled) == LinkState::Stalled);
    QVERIFY(asLinkState(Run::Dead) == LinkState::Dead);
    QVERIFY(asLinkState(Run::Closed) == LinkState::Closed);
}

NIGHTDESK_GUILESS_TEST(LinkConnectionStateTest)
#include "linkconnectionstatetest.moc"
