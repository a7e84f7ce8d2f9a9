// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/trial/desktoptrial.h"
#include "sessions/links/login/nightsecrets.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto patience = 130s; ///< longer than the trials below may take

SharedLinkObjects surroundingsOf(const Link &link)
{
    return {.secrets = link.secrets(), .hopPool = {}, .connectionRecords = {}};
}

bool hasEnded(const DesktopTrial &trial)
{
    return trial.isOver();
}
}

/// Settings tried on a real desktop, through a real sshd, beside the connection that shows it.
class DesktopTrialTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void allSettingsAreMeasured();
    void cancelEndsItWithinASecond_data();
    void cancelEndsItWithinASecond();
    void aServerForOneViewerRefuses_data();
    void aServerForOneViewerRefuses();
    void aDesktopThatIsNotShownIsRefused();
    void bytesHaveALimit();
    void timeHasALimit();
    void aServerThatGoesAwayEndsIt();
    void aPasswordThatIsRememberedIsUsed();
    void aPasswordThatIsForgottenIsNotAskedFor();
    void aHostThatIsNotKnownIsNotAskedAbout();

private:
    Summit m_summit;
};

void DesktopTrialTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void DesktopTrialTest::allSettingsAreMeasured()
{
    XvncServer server;
    QVERIFY(server.start());
    QVERIFY(server.x().output({u"xsetroot"_s, u"-mod"_s, u"3"_s, u"5"_s, u"-fg"_s, u"red"_s, u"-bg"_s, u"blue"_s}));
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(DesktopTrial::unavailableReason(&viewer.session).isEmpty());
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s});
    const QSignalSpy ended(&trial, &DesktopTrial::trialEnded);
    QCOMPARE(trial.settingCount(), 8);
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY2(trial.problem().isEmpty(), qPrintable(trial.problem()));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(trial.results().size(), 8);
    Bytes measured;
    for (const TrialResult &row : trial.results()) {
        measured = measured + row.bytesBeforeSsh;
        QVERIFY(row.bytesBeforeSsh.count > 1000);
        QVERIFY(row.transferTime > 0us);
        QVERIFY(row.cpuTime > 0us);
        QVERIFY2(row.setting.isCompressed || row.networkBytes >= row.bytesBeforeSsh, "ssh adds to each packet");
        const auto same = std::ranges::count(trial.results(), row.setting, &TrialResult::setting);
        QCOMPARE(same, 1);
    }
    // Three times another connection than before had its turn: a picture that is not measured goes first.
    const auto least = std::ranges::min_element(trial.results(), {}, &TrialResult::bytesBeforeSsh)->bytesBeforeSsh;
    QVERIFY2(trial.receivedBytes().count >= measured.count + 3 * least.count, qPrintable(u"%1 of %2"_s.arg(measured.count).arg(trial.receivedBytes().count)));
    QVERIFY2(viewer.session.state() == SessionState::Live && viewer.states.count(SessionState::Live) == 1, "what is shown was not disturbed");
}

void DesktopTrialTest::cancelEndsItWithinASecond_data()
{
    QTest::addColumn<int>("rows");
    QTest::newRow("while it connects") << 0;
    QTest::newRow("while it measures") << 1;
}

void DesktopTrialTest::cancelEndsItWithinASecond()
{
    QFETCH(int, rows);
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s});
    trial.start();
    QVERIFY(WAIT_FOR(trial.results().size() >= rows, patience));
    QElapsedTimer clock;
    clock.start();
    trial.cancel();
    QVERIFY(trial.isOver());
    QVERIFY2(clock.durationElapsed() < underLoad(1s), qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(trial.problem().contains(u"canceled"_s), qPrintable(trial.problem()));
    QVERIFY(trial.results().size() >= rows);
    QVERIFY(viewer.session.state() == SessionState::Live);
}

void DesktopTrialTest::aServerForOneViewerRefuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("it turns the second away") << QStringList{u"-AlwaysShared=0"_s, u"-NeverShared"_s, u"-DisconnectClients=0"_s};
    QTest::newRow("it turns the first away") << QStringList{u"-AlwaysShared=0"_s, u"-NeverShared"_s};
}

void DesktopTrialTest::aServerForOneViewerRefuses()
{
    QFETCH(QStringList, arguments);
    XvncServer server({.arguments = arguments});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s});
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY2(trial.problem().contains(u"does not accept a second viewer"_s), qPrintable(trial.problem()));
    QVERIFY(trial.results().isEmpty());
    QVERIFY2(viewer.waitForState(SessionState::Live), "it is shown, again or still");
    // Nobody is interrupted a second time.
    QVERIFY(DesktopTrial::unavailableReason(&viewer.session).contains(u"does not accept a second viewer"_s));
    DesktopTrial again(&viewer.session, surroundingsOf(m_summit.link()));
    again.start();
    QVERIFY(again.isOver());
    QVERIFY(viewer.session.state() == SessionState::Live);
}

void DesktopTrialTest::aDesktopThatIsNotShownIsRefused()
{
    XvncServer server;
    QVERIFY(server.start());
    const Viewer viewer(m_summit.link(), server.address());
    QVERIFY(DesktopTrial::unavailableReason(&viewer.session).contains(u"not connected"_s));
}

void DesktopTrialTest::bytesHaveALimit()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // A channel's window less than this, and some hundreds of bytes, are for pictures: one does not fit.
    constexpr std::int64_t limit = 2'201'000;
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s, .networkBytes = {limit}});
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY2(trial.problem().contains(u"limit of 2 MB"_s), qPrintable(trial.problem()));
    QVERIFY(trial.results().size() < trial.settingCount());
    QVERIFY2(trial.receivedBytes().count <= 1000, qPrintable(QString::number(trial.receivedBytes().count)));
}

void DesktopTrialTest::timeHasALimit()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    server.freeze();
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 1s});
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY2(trial.problem().contains(u"limit of 1 seconds"_s), qPrintable(trial.problem()));
    QVERIFY(trial.results().isEmpty());
}

void DesktopTrialTest::aServerThatGoesAwayEndsIt()
{
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s});
    connect(&trial, &DesktopTrial::rowMeasured, this, [&server] {
        server.kill();
    });
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY(!trial.problem().isEmpty());
    QVERIFY(!trial.problem().contains(u"second viewer"_s));
    QVERIFY(trial.results().size() >= 1);
}

void DesktopTrialTest::aPasswordThatIsRememberedIsUsed()
{
    XvncServer server({.password = u"tonight"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 1));
    viewer.session.answerSecret(Secret::fromText(u"tonight"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial trial(&viewer.session, surroundingsOf(m_summit.link()), {.trialDuration = 120s});
    trial.start();
    QVERIFY(WAIT_FOR(!trial.results().isEmpty() || hasEnded(trial), patience));
    QVERIFY2(!trial.results().isEmpty(), qPrintable(trial.problem()));
    QCOMPARE(viewer.secretAttempts.size(), 1);
}

void DesktopTrialTest::aPasswordThatIsForgottenIsNotAskedFor()
{
    XvncServer server({.password = u"tonight"_s});
    QVERIFY(server.start());
    Viewer viewer(m_summit.link(), server.address());
    viewer.session.start();
    QVERIFY(WAIT_FOR(viewer.secretAttempts.size() == 1));
    viewer.session.answerSecret(Secret::fromText(u"tonight"_s));
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial trial(&viewer.session, {.secrets = std::make_shared<NightSecrets>(), .hopPool = {}, .connectionRecords = {}}, {.trialDuration = 120s});
    trial.start();
    QVERIFY(WAIT_FOR(trial.isOver(), patience));
    QVERIFY2(trial.problem().contains(u"asks for its password again"_s), qPrintable(trial.problem()));
    QVERIFY(trial.results().isEmpty());
    QVERIFY(viewer.session.state() == SessionState::Live);
}

/// The host's key was accepted for one run, and is in no file.
void DesktopTrialTest::aHostThatIsNotKnownIsNotAskedAbout()
{
    LinkSpec spec = m_summit.server().linkSpec();
    spec.knownHostsPath.clear();
    Link link(LinkTarget{spec, false});
    connect(&link, &Link::hostKeyQuestionAsked, &link, [&link](const HostKeyQuestion &question) {
        link.answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
    });
    link.open();
    QVERIFY(WAIT_FOR(link.isLive()));
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(link, server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    DesktopTrial stranger(&viewer.session, {.secrets = std::make_shared<NightSecrets>(), .hopPool = {}, .connectionRecords = {}}, {.trialDuration = 120s});
    stranger.start();
    QVERIFY(WAIT_FOR(stranger.isOver(), patience));
    QVERIFY2(stranger.problem().contains(u"host key of"_s), qPrintable(stranger.problem()));
    DesktopTrial trial(&viewer.session, surroundingsOf(link), {.trialDuration = 120s});
    trial.start();
    QVERIFY(WAIT_FOR(!trial.results().isEmpty() || hasEnded(trial), patience));
    QVERIFY2(!trial.results().isEmpty(), qPrintable(trial.problem()));
}

NIGHTDESK_GUILESS_TEST(DesktopTrialTest)
#include "desktoptrialtest.moc"
