// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/session.h"
#include "sessions/display/occupied.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QFile>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// A display that does nothing but what the test says.
class TestSession : public Session
{
public:
    explicit TestSession(Link *link, Kind kind = Kind::Desktop)
        : Session(kind, u"control0"_s, u"Control 0"_s, u"left"_s, link, nullptr)
    {
        connect(this, &Session::stateChanged, this, [this](SessionState state) {
            states.append(state);
        });
    }
    ~TestSession() override = default;

    using Session::reportContentAppeared;
    using Session::reportEnded;
    using Session::reportFailure;
    using Session::reportOccupied;
    using Session::reportOpened;
    using Session::reportStartWarning;
    using Session::reportStepAfterOpen;

    using Session::reportIconified;

    void appear()
    {
        reportOpened();
        reportContentAppeared();
    }

    int opens = 0;
    int drops = 0;
    QList<SessionState> states;
    std::function<void()> onOpen;
    bool canBeAsked = false;
    int asked = 0;
    bool reopens = false;
    bool hasQuestion = false;

protected:
    bool hasQuestionThatOutlivesLink() const override
    {
        return hasQuestion;
    }
    bool reopensWhenLinkRenewed() const override
    {
        return reopens;
    }
    bool requestProgramClose() override
    {
        ++asked;
        return canBeAsked;
    }
    void open() override
    {
        ++opens;
        if (onOpen) {
            onOpen();
        }
    }
    void drop() override
    {
        ++drops;
    }
};

const AppHolder keola{.program = u"xpose"_s,
                      .since = QDateTime({2026, 11, 22}, {18, 2}, QTimeZone::UTC),
                      .site = u"waimea"_s,
                      .account = u"keola"_s,
                      .process = 4711,
                      .isStartedByNightdesk = true,
                      .canWatch = true,
                      .socket = u"/tmp/nightdesk-1000/one.lris.xpose/rfb"_s};

const Failure passing{FailureKind::Transient, u"The server went away."_s, u"summit"_s, {}};
const Failure lasting{FailureKind::Refused, u"There is no such display."_s, u"summit"_s, u"Ask."_s};

LinkTarget nowhere()
{
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = u"127.0.0.1"_s;
    spec.port = 1;
    return {spec, false};
}

bool goLive(Link &link)
{
    link.open();
    return WAIT_FOR(link.isLive() || link.state() == LinkState::Closed) && link.isLive();
}
}

/// What all displays share: waiting for a link that is really there or not, trying again, and keeping still when a person
/// has to act.
class SessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void itTellsWhatItIs();
    void itWaitsForItsLink();
    void aLiveLinkIsUsedAtOnce();
    void aDisplayMayOpenWithoutAPause();
    void aPassingFailureIsTriedAgain();
    void retryCutsThePauseShort();
    void aRefusalStaysUntilRetry();
    void aRefusedDisplayKeepsItsReasonWhenTheLinkDies();
    void theLinkDiesAndComesBack();
    void aLinkClosedOnPurposeIsNoFailure();
    void aRefusedHostKeyFailsIt();
    void aLinkThatCannotBeReachedLeavesItWaiting();
    void lateReportsAreIgnored_data();
    void lateReportsAreIgnored();
    void anEndedProgramIsNoFailure();
    void aSlotMayGoOnFirst();
    void stoppingDropsOnce();
    void closingEndsAtOnceWhatNobodyCanAsk();
    void closingAsksFirst_data();
    void closingAsksFirst();
    void aRestartEndsAndStarts_data();
    void aRestartEndsAndStarts();
    void itIsPutAsideUntilItEnds();
    void anOccupiedProgramIsAskedAbout_data();
    void anOccupiedProgramIsAskedAbout();
    void whatIsWatchedIsWatchedUntilItEnds();
    void aCaveatLastsAsLongAsItsStart();
    void itIsSaidWhoHasIt_data();
    void itIsSaidWhoHasIt();

private:
    SshServer m_server;
    QTemporaryDir m_home;
};

void SessionTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_server.start());
}

void SessionTest::itTellsWhatItIs()
{
    Link link(nowhere());
    const TestSession session(&link);
    QCOMPARE(session.kind(), Session::Kind::Desktop);
    QCOMPARE(session.id(), u"control0"_s);
    QCOMPARE(session.title(), u"Control 0"_s);
    QCOMPARE(session.screenName(), u"left"_s);
    QCOMPARE(session.link(), &link);
    QCOMPARE(session.state(), SessionState::Idle);
    QVERIFY(session.steps().isEmpty());
    QVERIFY(!session.failure());
    QVERIFY(!session.timeTakenUntilLive());
}

void SessionTest::itWaitsForItsLink()
{
    Link link({m_server.linkSpec(), false});
    TestSession session(&link);
    session.start();
    QCOMPARE(session.state(), SessionState::WaitingForLink);
    session.start(); // a second click means nothing
    QCOMPARE(session.states, QList{SessionState::WaitingForLink});
    QCOMPARE(session.opens, 0);

    QVERIFY(goLive(link));
    QTRY_COMPARE(session.opens, 1);
    QCOMPARE(session.state(), SessionState::Opening);
    session.reportOpened();
    QCOMPARE(session.state(), SessionState::Starting);
    QVERIFY(!session.timeTakenUntilLive());
    session.reportStepAfterOpen(StartStep::Rfb);
    session.reportContentAppeared();
    QCOMPARE(session.state(), SessionState::Live);
    QVERIFY(session.timeTakenUntilLive());
    QVERIFY(!session.failure());

    // One after the other, from the click on: a step whose clock began with another step would count that time twice.
    QList<StartStep> steps;
    std::chrono::milliseconds together{};
    for (const StepTiming &step : session.steps()) {
        steps.append(step.step);
        together += step.duration;
    }
    QVERIFY2(together <= *session.timeTakenUntilLive(),
             qPrintable(u"%1 ms of steps in %2 ms"_s.arg(together.count()).arg(session.timeTakenUntilLive()->count())));
    QCOMPARE(steps,
             (QList{StartStep::Resolving, StartStep::Tcp, StartStep::HostKey, StartStep::Login, StartStep::Channel, StartStep::Rfb, StartStep::FirstPicture}));
}

void SessionTest::aLiveLinkIsUsedAtOnce()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession desktop(&link);
    desktop.start();
    QCOMPARE(desktop.states, (QList{SessionState::WaitingForLink, SessionState::Opening}));
    QCOMPARE(desktop.opens, 1);
    TestSession window(&link, Session::Kind::Window);
    window.start();
    window.appear();
    QCOMPARE(window.steps().last().step, StartStep::FirstWindow);
    QCOMPARE(window.steps().at(window.steps().size() - 2).step, StartStep::Program);
}

void SessionTest::aDisplayMayOpenWithoutAPause()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.onOpen = [&session] {
        session.appear(); // at once, from inside open()
    };
    session.start();
    QCOMPARE(session.states, (QList{SessionState::WaitingForLink, SessionState::Opening, SessionState::Starting, SessionState::Live}));
}

void SessionTest::aPassingFailureIsTriedAgain()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.start();
    for (int attempt = 1; attempt <= 2; ++attempt) {
        session.reportFailure(passing);
        QCOMPARE(session.state(), SessionState::Retrying);
        QVERIFY(session.failure() == passing);
        QVERIFY(session.drops >= attempt);
        QTRY_COMPARE_WITH_TIMEOUT(session.opens, attempt + 1, 20000);
        QVERIFY(session.failure() == passing); // until it is better
    }
    session.appear();
    QCOMPARE(session.state(), SessionState::Live);
    QVERIFY(!session.failure());
    session.reportFailure(passing); // and from live
    QTRY_COMPARE_WITH_TIMEOUT(session.opens, 4, 20000);
}

void SessionTest::retryCutsThePauseShort()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.start();
    session.reportFailure(passing);
    session.retry();
    QCOMPARE(session.state(), SessionState::Opening);
    QCOMPARE(session.opens, 2);
    QVERIFY(!session.failure());
}

void SessionTest::aRefusalStaysUntilRetry()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    for (const FailureKind kind : {FailureKind::Refused, FailureKind::Internal}) {
        TestSession session(&link);
        session.start();
        Failure failure = lasting;
        failure.kind = kind;
        session.reportFailure(failure);
        QCOMPARE(session.state(), SessionState::Failed);
        QVERIFY(session.failure() == failure);
        // Longer than the first pauses of the back-off.
        QVERIFY(!WAIT_FOR(session.opens > 1, std::chrono::milliseconds(1500)));
        session.retry();
        QCOMPARE(session.opens, 2);
        session.appear();
        QCOMPARE(session.state(), SessionState::Live);
        QVERIFY(!session.failure());
    }
}

void SessionTest::aRefusedDisplayKeepsItsReasonWhenTheLinkDies()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.start();
    session.reportFailure(lasting);
    m_server.killSessions();
    QTRY_COMPARE_WITH_TIMEOUT(link.state(), LinkState::Closed, 30000);
    QCOMPARE(session.state(), SessionState::Failed);
    QVERIFY(session.failure() == lasting);
}

void SessionTest::theLinkDiesAndComesBack()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession live(&link);
    live.start();
    live.appear();
    TestSession opening(&link);
    opening.start();
    TestSession pausing(&link);
    pausing.start();
    pausing.reportFailure(passing);
    const auto all = {&live, &opening, &pausing};

    m_server.killSessions();
    QTRY_COMPARE_WITH_TIMEOUT(link.state(), LinkState::Closed, 30000);
    for (TestSession *session : all) {
        QCOMPARE(session->state(), SessionState::WaitingForLink);
        QVERIFY(session->failure());
        QVERIFY(session->failure() == link.lastFailure());
        QVERIFY(session->drops >= 1);
    }
    QVERIFY(goLive(link));
    for (TestSession *session : all) {
        QTRY_COMPARE(session->state(), SessionState::Opening);
        session->appear();
        QCOMPARE(session->state(), SessionState::Live);
        QVERIFY(!session->failure());
    }
}

void SessionTest::aLinkClosedOnPurposeIsNoFailure()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.start();
    session.appear();
    link.close();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::WaitingForLink, 30000);
    QVERIFY(!session.failure());
    QCOMPARE(session.drops, 1);
}

void SessionTest::aRefusedHostKeyFailsIt()
{
    LinkSpec spec = m_server.linkSpec();
    spec.knownHostsPath = m_home.path() + u"/nobody-known"_s;
    QVERIFY(QFile(spec.knownHostsPath).open(QIODevice::WriteOnly));
    Link link({spec, false});
    connect(&link, &Link::hostKeyQuestionAsked, &link, [&link](const HostKeyQuestion &question) {
        link.answerHostKey(question.id, HostKeyAnswer::Refuse);
    });
    TestSession session(&link);
    session.start();
    link.open();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Failed, 30000);
    QVERIFY(session.failure());
    QVERIFY(session.failure()->kind == FailureKind::Refused);
    QVERIFY(!session.failure()->what.isEmpty());
    QCOMPARE(session.opens, 0);
    session.retry();
    QCOMPARE(session.state(), SessionState::WaitingForLink);
    QVERIFY(!session.failure());
}

void SessionTest::aLinkThatCannotBeReachedLeavesItWaiting()
{
    Link link(nowhere());
    TestSession session(&link);
    session.start();
    link.open();
    QTRY_COMPARE_WITH_TIMEOUT(link.state(), LinkState::Closed, 30000);
    QCOMPARE(session.state(), SessionState::WaitingForLink); // whoever owns the link tries again
    QVERIFY(session.failure());
    QVERIFY(session.failure()->kind == FailureKind::Transient);
    QCOMPARE(session.opens, 0);
}

void SessionTest::lateReportsAreIgnored_data()
{
    QTest::addColumn<QString>("where");
    QTest::newRow("before it was wanted") << u"idle"_s;
    QTest::newRow("after it was stopped") << u"ended"_s;
    QTest::newRow("after it failed") << u"failed"_s;
    QTest::newRow("while it waits for the link") << u"waiting"_s;
}

void SessionTest::lateReportsAreIgnored()
{
    QFETCH(QString, where);
    Link link({m_server.linkSpec(), false});
    TestSession session(&link);
    if (where == u"waiting") {
        session.start();
    } else if (where != u"idle") {
        QVERIFY(goLive(link));
        session.start();
        where == u"ended" ? session.stop() : session.reportFailure(lasting);
    }
    const SessionState state = session.state();
    const auto failure = session.failure();
    session.reportOpened();
    session.reportContentAppeared();
    session.reportFailure(passing);
    QCOMPARE(session.state(), state);
    QVERIFY(session.failure() == failure);
    QVERIFY(!session.timeTakenUntilLive());
}

void SessionTest::anEndedProgramIsNoFailure()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link, Session::Kind::Window);
    session.start();
    session.appear();
    session.reportEnded();
    QCOMPARE(session.state(), SessionState::Ended);
    m_server.killSessions();
    QTRY_COMPARE_WITH_TIMEOUT(link.state(), LinkState::Closed, 30000);
    QCOMPARE(session.state(), SessionState::Ended);
    QVERIFY(!session.failure());
    QVERIFY(goLive(link));
    QCOMPARE(session.state(), SessionState::Ended); // not wanted, not started
    session.start();
    QCOMPARE(session.opens, 2);
}

void SessionTest::aSlotMayGoOnFirst()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    connect(&session, &Session::stateChanged, &session, [&session](SessionState state) {
        if (state == SessionState::Opening) {
            session.stop();
        }
    });
    session.start();
    QCOMPARE(session.state(), SessionState::Ended);
    QCOMPARE(session.opens, 0);
}

void SessionTest::stoppingDropsOnce()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.stop();
    QCOMPARE(session.state(), SessionState::Idle);
    session.start();
    session.appear();
    session.stop();
    session.stop();
    QCOMPARE(session.state(), SessionState::Ended);
    QCOMPARE(session.drops, 1);
    QVERIFY(!session.failure());
}

void SessionTest::closingEndsAtOnceWhatNobodyCanAsk()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.close();
    QCOMPARE(session.states, QList<SessionState>()); // nothing to close
    session.start();
    QVERIFY(!session.liveSince());
    session.appear();
    QVERIFY(session.liveSince() && *session.liveSince() <= std::chrono::steady_clock::now());
    session.close();
    QCOMPARE(session.state(), SessionState::Ended);
    QCOMPARE(session.asked, 1);
    QVERIFY(!session.isClosing());
    QVERIFY(!session.liveSince());
    session.start();
    QCOMPARE(session.state(), SessionState::Opening); // it is opened again
}

void SessionTest::closingAsksFirst_data()
{
    QTest::addColumn<std::function<void(TestSession &, Link &)>>("then");
    QTest::addColumn<SessionState>("state");
    using Then = std::function<void(TestSession &, Link &)>;
    QTest::newRow("it ends by itself") << Then([](TestSession &session, Link &) {
        session.reportEnded();
    }) << SessionState::Ended;
    QTest::newRow("it ends with an exit code of its own") << Then([](TestSession &session, Link &) {
        session.reportFailure(lasting);
    }) << SessionState::Ended;
    QTest::newRow("its channel breaks") << Then([](TestSession &session, Link &) {
        session.reportFailure(passing);
    }) << SessionState::Ended;
    QTest::newRow("it has no answer") << Then([](TestSession &session, Link &) {
        session.reportEnded();
    }) << SessionState::Ended;
    QTest::newRow("a person closes it once more") << Then([](TestSession &session, Link &) {
        session.close();
    }) << SessionState::Ended;
    QTest::newRow("its link is closed") << Then([](TestSession &, Link &link) {
        link.close();
    }) << SessionState::Ended;
    QTest::newRow("its link is closed, and it asks something at the summit") << Then([](TestSession &session, Link &link) {
        session.hasQuestion = true;
        link.close();
    }) << SessionState::WaitingForLink;
    QTest::newRow("a person wants to keep it") << Then([](TestSession &session, Link &) {
        session.cancelClose();
    }) << SessionState::Live;
}

void SessionTest::closingAsksFirst()
{
    QFETCH(std::function<void(TestSession &, Link &)>, then);
    QFETCH(SessionState, state);
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link, Session::Kind::Window);
    session.canBeAsked = true;
    session.start();
    session.appear();
    session.close();
    QCOMPARE(session.state(), SessionState::Live);
    QVERIFY(session.isClosing());
    then(session, link);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), state, 30000);
    QVERIFY(!session.isClosing());
    QVERIFY(!session.failure());
    QCOMPARE(session.asked, 1);
}

void SessionTest::aRestartEndsAndStarts_data()
{
    QTest::addColumn<bool>("canBeAsked");
    QTest::newRow("a desktop") << false;
    QTest::newRow("a program that is asked first") << true;
}

void SessionTest::aRestartEndsAndStarts()
{
    QFETCH(bool, canBeAsked);
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    session.canBeAsked = canBeAsked;
    session.restart(); // of what does not run: it starts
    QCOMPARE(session.state(), SessionState::Opening);
    session.appear();
    session.states.clear();
    session.restart();
    if (canBeAsked) {
        QVERIFY(session.isClosing());
        session.reportFailure(lasting);
    }
    QCOMPARE(session.states, (QList{SessionState::Ended, SessionState::WaitingForLink, SessionState::Opening}));
    session.appear();
    session.stop();
    QCOMPARE(session.state(), SessionState::Ended); // for good
    session.restart();
    session.appear();
    if (canBeAsked) {
        session.restart();
        session.stop(); // the desk is disconnected meanwhile
        QCOMPARE(session.state(), SessionState::Ended);
        session.retry();
        session.appear();
        session.restart();
        session.cancelClose();
        session.reportEnded(); // later, of its own will
        QCOMPARE(session.state(), SessionState::Ended);
        session.retry();
        session.appear();
        session.reopens = true;
        session.restart();
        QVERIFY(session.isClosing());
        Q_EMIT link.connectionRenewed(); // it opens again over the new connection, and runs on
        QCOMPARE(session.state(), SessionState::Opening);
        QVERIFY(!session.isClosing());
        session.appear();
        session.reportEnded();
        QCOMPARE(session.state(), SessionState::Ended);
    }
}

void SessionTest::itIsPutAsideUntilItEnds()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link);
    QList<bool> told;
    connect(&session, &Session::iconifiedChanged, this, [&told](bool iconified) {
        told.append(iconified);
    });
    session.iconify();
    QVERIFY(!session.isIconified()); // there is nothing
    session.start();
    session.appear();
    session.iconify();
    QVERIFY(session.isIconified());
    session.reportFailure(passing); // it comes back where it was put
    QVERIFY(session.isIconified());
    session.deiconify();
    QVERIFY(!session.isIconified());
    session.iconify();
    session.close();
    QVERIFY(!session.isIconified());
    QCOMPARE(told, (QList{true, false, true, false}));
}

void SessionTest::anOccupiedProgramIsAskedAbout_data()
{
    QTest::addColumn<bool>("canWatch");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<SessionState>("state"); // from then on
    QTest::addColumn<bool>("isWatched");
    QTest::newRow("watch") << true << u"showHolderProgram"_s << SessionState::Opening << true;
    QTest::newRow("watch what cannot be watched") << false << u"showHolderProgram"_s << SessionState::Failed << false;
    QTest::newRow("leave") << true << u"stopAndLeaveProgramToHolder"_s << SessionState::Ended << false;
    QTest::newRow("look again") << true << u"retry"_s << SessionState::Opening << false;
    QTest::newRow("close") << true << u"close"_s << SessionState::Ended << false;
    QTest::newRow("no answer at all") << true << QString() << SessionState::Failed << false;
}

void SessionTest::anOccupiedProgramIsAskedAbout()
{
    QFETCH(bool, canWatch);
    QFETCH(QString, answer);
    QFETCH(SessionState, state);
    QFETCH(bool, isWatched);
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link, Session::Kind::Window);
    session.showHolderProgram(); // nobody has it that we know of
    session.stopAndLeaveProgramToHolder();
    QCOMPARE(session.state(), SessionState::Idle);
    session.start();
    AppHolder holder = keola;
    holder.canWatch = canWatch;
    session.reportOccupied(holder);
    QCOMPARE(session.state(), SessionState::Failed);
    QVERIFY(session.occupancy().holder() == holder);
    QVERIFY(!session.occupancy().watchedHolder());
    QVERIFY(session.failure() && session.failure()->kind == FailureKind::Refused);
    QCOMPARE(session.opens, 1);
    if (!answer.isEmpty()) {
        QVERIFY(QMetaObject::invokeMethod(&session, qPrintable(answer)));
    }
    QCOMPARE(session.state(), state);
    QCOMPARE(session.opens, state == SessionState::Opening ? 2 : 1);
    QCOMPARE(session.occupancy().holder().has_value(), state == SessionState::Failed);
    QVERIFY(session.occupancy().watchedHolder() == (isWatched ? std::optional(holder) : std::nullopt));
}

void SessionTest::whatIsWatchedIsWatchedUntilItEnds()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link, Session::Kind::Window);
    session.start();
    session.reportOccupied(keola);
    session.showHolderProgram();
    session.appear();
    QCOMPARE(session.state(), SessionState::Live);
    QVERIFY(session.occupancy().watchedHolder());
    m_server.killSessions(); // its link breaks: it looks on again when that is back
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::WaitingForLink, 30000);
    QVERIFY(session.occupancy().watchedHolder());
    QVERIFY(goLive(link));
    QTRY_COMPARE(session.state(), SessionState::Opening);
    QVERIFY(session.occupancy().watchedHolder());
    session.reportFailure(passing); // and when its server comes back
    QVERIFY(session.occupancy().watchedHolder());
    session.retry(); // but who presses Retry wants one of his own
    QVERIFY(!session.occupancy().watchedHolder());
    session.reportOccupied(keola);
    session.showHolderProgram();
    session.appear();
    session.reportFailure(Occupied::holderProgramEnded(keola)); // who started it has ended it
    QCOMPARE(session.state(), SessionState::Failed);
    QVERIFY(!session.occupancy().watchedHolder());
    QVERIFY(!session.occupancy().holder());
    session.reportOccupied(keola); // a word that comes late
    QVERIFY(!session.occupancy().holder());
    session.stop();
    session.start();
    session.reportOccupied(keola);
    session.showHolderProgram();
    session.stop();
    QVERIFY(!session.occupancy().watchedHolder());
}

void SessionTest::aCaveatLastsAsLongAsItsStart()
{
    Link link({m_server.linkSpec(), false});
    QVERIFY(goLive(link));
    TestSession session(&link, Session::Kind::Window);
    session.start();
    session.reportStartWarning(u"Nobody knows."_s);
    session.appear();
    QCOMPARE(session.startWarning(), u"Nobody knows."_s);
    session.reportFailure(lasting);
    session.retry();
    QCOMPARE(session.startWarning(), QString());
}

void SessionTest::itIsSaidWhoHasIt_data()
{
    QTest::addColumn<AppHolder>("holder");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("advice"); // a part of it
    const auto with = [](auto change) {
        AppHolder holder = keola;
        change(holder);
        return holder;
    };
    QTest::newRow("it can be watched") << keola << u"xpose is already running: started at 18:02 UT from waimea (keola)."_s << u"Press “Watch Program”"_s;
    QTest::newRow("it cannot be watched") << with([](AppHolder &holder) {
        holder.canWatch = false;
    }) << u"xpose is already running: started at 18:02 UT from waimea (keola)."_s
                                          << u"cannot be shown here"_s;
    QTest::newRow("nobody said from where") << with([](AppHolder &holder) {
        holder.site.clear();
    }) << u"xpose is already running: started at 18:02 UT by keola."_s
                                            << u"Watch"_s;
    QTest::newRow("from this desk") << with([](AppHolder &holder) {
        holder.isStartedByThisDesk = true;
        holder.canWatch = false;
    }) << u"xpose is already running: started at 18:02 UT from this workstation."_s
                                    << u"press Retry"_s;
    QTest::newRow("since the day before") << with([](AppHolder &holder) {
        holder.since = holder.since.addDays(-1);
    }) << u"xpose is already running: started at 2026-11-21 18:02 UT from waimea (keola)."_s
                                          << u"Watch"_s;
    QTest::newRow("since nobody knows when") << with([](AppHolder &holder) {
        holder.since = {};
    }) << u"xpose is already running: started at ? UT from waimea (keola)."_s
                                             << u"Watch"_s;
    QTest::newRow("it may have ended") << with([](AppHolder &holder) {
        holder.claimFile = u"/tmp/nightdesk-1000.one/one.lris.xpose"_s;
    }) << u"xpose is already running: started at 18:02 UT from waimea (keola)."_s
                                       << u"remove /tmp/nightdesk-1000.one/one.lris.xpose"_s;
    QTest::newRow("started by somebody's hand") << with([](AppHolder &holder) {
        holder.isStartedByNightdesk = false;
    }) << u"xpose is already running (process 4711 of keola, since 18:02 UT). Nightdesk did not start it and cannot show it here."_s
                                                << u"press Retry"_s;
    QTest::newRow("started by somebody's hand, nobody knows when") << with([](AppHolder &holder) {
        holder.isStartedByNightdesk = false;
        holder.since = {};
    }) << u"xpose is already running (process 4711 of keola). Nightdesk did not start it and cannot show it here."_s
                                                                   << u"press Retry"_s;
}

void SessionTest::itIsSaidWhoHasIt()
{
    QFETCH(AppHolder, holder);
    QFETCH(QString, what);
    QFETCH(QString, advice);
    const Failure failure = Occupied::alreadyRunning(holder, QDateTime({2026, 11, 22}, {23, 0}, QTimeZone::UTC));
    QCOMPARE(failure.what, what);
    QVERIFY2(failure.advice.contains(advice), qPrintable(failure.advice));
    QVERIFY2(failure.advice.contains(u"nothing was started"_s), qPrintable(failure.advice));
    QCOMPARE(failure.kind, FailureKind::Refused);
}

NIGHTDESK_GUILESS_TEST(SessionTest)
#include "sessiontest.moc"
