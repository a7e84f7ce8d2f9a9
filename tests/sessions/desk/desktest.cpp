// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/desk.h"
#include "sessions/xwindows/localx.h"
#include "tests/support/heldport.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
/// Generous: several programs start, on a machine that does other things too.
constexpr int patience = 90'000;

int openDescriptors()
{
    return static_cast<int>(QDir(u"/proc/self/fd"_s).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size());
}

/// Children of this process whose program's name begins with @p name.
int childrenNamed(const QByteArray &name)
{
    int count = 0;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        QFile stat(u"/proc/%1/stat"_s.arg(pid));
        if (!stat.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QByteArray line = stat.readAll();
        const qsizetype end = line.lastIndexOf(')');
        const QByteArray comm = line.mid(line.indexOf('(') + 1, end - line.indexOf('(') - 1);
        if (comm.startsWith(name) && line.mid(end + 2).split(' ').value(1).toLongLong() == ::getpid()) {
            ++count;
        }
    }
    return count;
}

DesktopSpec desktop(const QString &id, const DesktopAddress &address)
{
    DesktopSpec spec;
    spec.id = id;
    spec.title = id;
    spec.link = u"summit"_s;
    spec.address = address;
    return spec;
}

WindowSpec clockWindow(const QString &id, RestartPolicy restart = RestartPolicy::Auto)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    spec.link = u"summit"_s;
    spec.command = QStringList{u"xclock"_s, u"-title"_s, id};
    spec.isTrusted = true;
    spec.restart = restart;
    return spec;
}
}

/// The whole desk with a real sshd, real VNC servers and a real X server.
class DeskTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();

    void oneClickBringsAllLive();
    void withoutAnXServerTheDesktopsComeAlone();
    void whatStartsByHandWaits();
    void whatIsWarmStartsBeforeTheRest();
    void warmProgramsOfAnotherFormStartAnew();
    void oneThatFailsHoldsUpNothing();
    void theServerDiesAndAllReturns();
    void desktopsMoveFromASilentLinkAndProgramsWait();
    void aRefusedHostKeyIsNotRepeated();
    void oneRetryBringsBackAllOfALink();
    void aLinkThatOnlyFindsIsConnectedAgain();
    void aHostThatIsNotThereIsTriedAgain();
    void disconnectingLeavesNothing();
    void aDeskMayGoWhileAllIsLive();
    void disconnectingIsQuickWhileTheServerHangs();
    void connectingAgainReplaces();
    void linksNobodyUsesAreNotMade();
    void linksConnectWhileDisplaysAreCreated();
    void twoProfilesStandSideBySide();
    void theSameDisplayIsShownByBoth();
    void oneGoesAndTheOtherNoticesNothing();
    void oneThatCannotBeReachedHoldsUpNoOther();
    void connectingOneOfTwoAgainKeepsItsPlace();
    void displaysComeAndGoAlone();

private:
    InstrumentProfile profile(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows = {}) const;
    InstrumentProfile nires(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows = {}) const;
    bool allLive() const;
    QString report() const;

    QTemporaryDir m_home;
    SshServer m_sshd;
    XvncServer m_vnc;
    XServer m_x;
    std::unique_ptr<LocalX> m_localX;
    std::unique_ptr<Desk> m_desk;
};

void DeskTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY2(QFile::exists(qEnvironmentVariable("NIGHTDESK_WORKER")), "NIGHTDESK_WORKER names no worker program");
    QVERIFY(m_sshd.start());
    QVERIFY(m_vnc.start());
    QVERIFY2(m_x.start(), qPrintable(m_x.problem()));
    m_localX = std::make_unique<LocalX>(m_x.display(), m_x.authorityFile());
    QVERIFY(!m_localX->problem());
}

void DeskTest::cleanupTestCase()
{
    m_localX.reset();
}

void DeskTest::init()
{
    m_desk = std::make_unique<Desk>(m_localX.get());
}

void DeskTest::cleanup()
{
    if (QTest::currentTestFailed()) {
        qWarning().noquote() << report();
    }
    m_desk.reset();
}

InstrumentProfile DeskTest::profile(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows) const
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.name = u"LRIS"_s;
    profile.links = {m_sshd.linkSpec()};
    profile.desktops = desktops;
    profile.windows = windows;
    return profile;
}

/// A second one; with the first at the same host.
InstrumentProfile DeskTest::nires(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows) const
{
    InstrumentProfile second = profile(desktops, windows);
    second.id = u"nires"_s;
    second.name = u"NIRES"_s;
    return second;
}

bool DeskTest::allLive() const
{
    const QList<Session *> sessions = m_desk->sessions();
    return !sessions.isEmpty() && std::ranges::all_of(sessions, [](const Session *session) {
        return session->state() == SessionState::Live;
    });
}

QString DeskTest::report() const
{
    QString text;
    for (const Session *session : m_desk ? m_desk->sessions() : QList<Session *>()) {
        const auto failure = session->failure();
        text += u"%1: state %2 %3\n"_s.arg(session->id()).arg(int(session->state())).arg(failure ? failure->what : QString());
    }
    for (const Link *link : m_desk ? m_desk->links() : QList<Link *>()) {
        text += u"link: state %1 %2\n"_s.arg(int(link->state())).arg(link->lastFailure() ? link->lastFailure()->what : QString());
    }
    return text;
}

void DeskTest::oneClickBringsAllLive()
{
    QSignalSpy links(m_desk.get(), &Desk::linkAdded);
    QSignalSpy sessions(m_desk.get(), &Desk::sessionAdded);
    QSignalSpy connected(m_desk.get(), &Desk::connectedChanged);
    QVERIFY(!m_desk->isConnected());
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QVERIFY(m_desk->isConnected());
    QCOMPARE(m_desk->profiles().value(0).name, u"LRIS"_s);
    QCOMPARE(links.size(), 1);
    QCOMPARE(sessions.size(), 2);
    QCOMPARE(connected.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);

    auto *control = qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s));
    QVERIFY(control);
    QCOMPARE(control->picture().image.size(), QSize(800, 600));
    QVERIFY(control->timeTakenUntilLive());
    auto *clock = qobject_cast<WindowSession *>(m_desk->session(u"clock"_s));
    QVERIFY(clock);
    QTRY_VERIFY_WITH_TIMEOUT(m_x.window(u"clock"_s), patience);
    QCOMPARE(clock->connectionCount(), 1); // one channel, adopted once
    QCOMPARE(m_desk->links().size(), 1); // one verified connection for both
    QVERIFY(!m_desk->session(u"nothing"_s));
}

void DeskTest::withoutAnXServerTheDesktopsComeAlone()
{
    m_desk = std::make_unique<Desk>(nullptr);
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, patience);
    Session *clock = m_desk->session(u"clock"_s);
    QTRY_COMPARE_WITH_TIMEOUT(clock->state(), SessionState::Failed, patience);
    QVERIFY(clock->failure());
    QVERIFY(!clock->failure()->what.isEmpty());
    QCOMPARE(m_desk->session(u"control0"_s)->state(), SessionState::Live);
}

void DeskTest::whatStartsByHandWaits()
{
    WindowSpec byHand = clockWindow(u"byhand"_s);
    byHand.start = StartPolicy::Manual;
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {byHand}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, patience);
    QCOMPARE(m_desk->session(u"byhand"_s)->state(), SessionState::Idle);
    m_desk->retry(m_desk->session(u"byhand"_s)); // its Start button
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
}

void DeskTest::whatIsWarmStartsBeforeTheRest()
{
    WindowSpec warm = clockWindow(u"warm"_s);
    warm.start = StartPolicy::Preload;
    const InstrumentProfile lris = profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s), warm});
    QVERIFY(!m_desk->isOnlyPreloaded(u"lris"_s));
    m_desk->preload(lris);
    QVERIFY(m_desk->isConnected(u"lris"_s));
    QVERIFY(m_desk->isOnlyPreloaded(u"lris"_s));
    auto *early = qobject_cast<WindowSession *>(m_desk->session(u"warm"_s));
    QTRY_COMPARE_WITH_TIMEOUT(early->state(), SessionState::Live, patience);
    QVERIFY(early->isIconified());
    for (const QString &id : {u"control0"_s, u"clock"_s}) {
        QCOMPARE(m_desk->session(id)->state(), SessionState::Idle);
    }
    m_desk->preload(lris); // once more changes nothing
    QCOMPARE(early->state(), SessionState::Live);
    // The evening: the rest comes, and what runs stays.
    QSignalSpy leaving(m_desk.get(), &Desk::profileAboutToDisconnect);
    QSignalSpy started(m_desk.get(), &Desk::preloadedProfileStarted);
    m_desk->connectProfile(lris);
    QVERIFY(!m_desk->isOnlyPreloaded(u"lris"_s));
    QCOMPARE(started.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QCOMPARE(leaving.size(), 0);
    QVERIFY(m_desk->session(u"warm"_s) == early && early->isIconified());
    QVERIFY(!m_desk->session(u"clock"_s)->isIconified());
    // What ended meanwhile is started by a second Warm Up, covered again.
    early->stop();
    m_desk->preload(lris);
    QTRY_COMPARE_WITH_TIMEOUT(early->state(), SessionState::Live, patience);
    QVERIFY(early->isIconified());
}

void DeskTest::warmProgramsOfAnotherFormStartAnew()
{
    WindowSpec warm = clockWindow(u"warm"_s);
    warm.start = StartPolicy::Preload;
    m_desk->preload(profile({}, {warm}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"warm"_s)->state(), SessionState::Live, patience);
    QSignalSpy leaving(m_desk.get(), &Desk::profileAboutToDisconnect);
    warm.command.append({u"-name"_s, u"other"_s});
    m_desk->connectProfile(profile({}, {warm}));
    QCOMPARE(leaving.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"warm"_s)->state(), SessionState::Live, patience);
    QVERIFY(m_desk->session(u"warm"_s)->isIconified()); // Connect shows nothing that is warm
    // A profile without warm programs is connected, and that is all.
    m_desk->preload(nires({}, {clockWindow(u"clock"_s)}));
    QCOMPARE(m_desk->session(u"nires/clock"_s)->state(), SessionState::Idle);
}

void DeskTest::oneThatFailsHoldsUpNothing()
{
    HeldPort nobody;
    const DesktopAddress place = TcpAddress{.port = nobody.number()};
    m_desk->connectProfile(profile({desktop(u"missing"_s, place), desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"clock"_s)->state(), SessionState::Live, patience);
    Session *missing = m_desk->session(u"missing"_s);
    QTRY_VERIFY_WITH_TIMEOUT(missing->failure().has_value(), patience);
    QVERIFY(missing->state() != SessionState::Live);
    QVERIFY(!missing->failure()->what.isEmpty());
    QVERIFY(m_desk->links().first()->isLive());

    // Its server comes up at last (bytes are carried from the port that the profile names), and somebody presses Retry.
    QTcpServer relay;
    nobody.release();
    QVERIFY(relay.listen(QHostAddress::LocalHost, nobody.number()));
    connect(&relay, &QTcpServer::newConnection, this, [this, &relay] {
        QTcpSocket *in = relay.nextPendingConnection();
        auto *out = new QTcpSocket(in);
        connect(in, &QTcpSocket::readyRead, out, [in, out] {
            out->write(in->readAll());
        });
        connect(out, &QTcpSocket::readyRead, in, [in, out] {
            in->write(out->readAll());
        });
        out->connectToHost(QHostAddress::LocalHost, m_vnc.port());
    });
    m_desk->retry(missing);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QVERIFY(!missing->failure());
    m_desk->disconnectAll();
}

void DeskTest::theServerDiesAndAllReturns()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    m_sshd.stop();
    for (const Session *session : m_desk->sessions()) {
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::WaitingForLink, patience);
        QVERIFY(session->failure());
    }
    // The last picture stays to be looked at.
    QVERIFY(!qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s))->picture().image.isNull());
    QVERIFY(m_sshd.restart());
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_x.window(u"clock"_s), patience);
    for (const Session *session : m_desk->sessions()) {
        QVERIFY(!session->failure());
    }
}

void DeskTest::desktopsMoveFromASilentLinkAndProgramsWait()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_x.window(u"clock"_s), patience);
    Link *link = m_desk->links().first();
    auto *control = qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s));
    Session *clock = m_desk->session(u"clock"_s);
    QSignalSpy renewed(link, &Link::connectionRenewed);
    QSignalSpy controlStates(control, &Session::stateChanged);
    QSignalSpy clockStates(clock, &Session::stateChanged);
    m_sshd.freezeSessions(); // the connections alone: who comes anew is served
    QTRY_COMPARE_WITH_TIMEOUT(renewed.size(), 1, patience);
    QVERIFY(!control->picture().image.isNull()); // the old one, until there is a new one
    QTRY_COMPARE_WITH_TIMEOUT(control->state(), SessionState::Live, patience);
    QTRY_COMPARE_WITH_TIMEOUT(control->answering(), Session::AnswerState::Responding, patience);
    QVERIFY(controlStates.size() >= 3);
    QVERIFY(link->isHostAnswering());
    QCOMPARE(link->oldConnectionCount(), 1);
    // The program is alive in the old one.
    QTRY_COMPARE_WITH_TIMEOUT(clock->answering(), Session::AnswerState::UsingSilentOldConnection, patience);
    QVERIFY(m_x.window(u"clock"_s));
    m_sshd.thaw();
    QTRY_COMPARE_WITH_TIMEOUT(clock->answering(), Session::AnswerState::Responding, patience);
    QCOMPARE(clock->state(), SessionState::Live);
    QVERIFY(clockStates.isEmpty());
    QCOMPARE(renewed.size(), 1);
}

void DeskTest::aRefusedHostKeyIsNotRepeated()
{
    InstrumentProfile unknown = profile({desktop(u"control0"_s, m_vnc.address())});
    unknown.links[0].knownHostsPath.clear();
    int questions = 0;
    connect(m_desk.get(), &Desk::linkAdded, this, [&questions](Link *link) {
        connect(link, &Link::hostKeyQuestionAsked, link, [&questions, link](const HostKeyQuestion &question) {
            ++questions;
            link->answerHostKey(question.id, HostKeyAnswer::Refuse);
        });
    });
    m_desk->connectProfile(unknown);
    Session *control = m_desk->session(u"control0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(control->state(), SessionState::Failed, patience);
    QCOMPARE(questions, 1);
    QVERIFY(control->failure()->kind == FailureKind::Refused);
    // Longer than the first three pauses of a back-off together would be.
    QVERIFY(!WAIT_FOR(questions > 1 || m_desk->links().first()->state() != LinkState::Closed, 5s));
    m_desk->retry(control);
    QTRY_COMPARE_WITH_TIMEOUT(questions, 2, patience);
    QTRY_COMPARE_WITH_TIMEOUT(control->state(), SessionState::Failed, patience);
}

void DeskTest::oneRetryBringsBackAllOfALink()
{
    InstrumentProfile unknown = profile({desktop(u"control0"_s, m_vnc.address()), desktop(u"control1"_s, m_vnc.address())}, {clockWindow(u"clock"_s)});
    unknown.links[0].knownHostsPath.clear();
    HostKeyAnswer answer = HostKeyAnswer::Refuse;
    connect(m_desk.get(), &Desk::linkAdded, this, [&answer](Link *link) {
        connect(link, &Link::hostKeyQuestionAsked, link, [&answer, link](const HostKeyQuestion &question) {
            link->answerHostKey(question.id, answer);
        });
    });
    m_desk->connectProfile(unknown);
    for (const Session *session : m_desk->sessions()) {
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Failed, patience);
    }
    answer = HostKeyAnswer::AcceptOnce;
    m_desk->retry(m_desk->session(u"control1"_s));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
}

void DeskTest::aLinkThatOnlyFindsIsConnectedAgain()
{
    InstrumentProfile finder = profile({});
    finder.links[0].knownHostsPath.clear();
    finder.links[0].discover = DiscoverSpec{{u"true"_s}, u"^:(?<display>\\d+)"_s};
    HostKeyAnswer answer = HostKeyAnswer::Refuse;
    connect(m_desk.get(), &Desk::linkAdded, this, [&answer](Link *link) {
        connect(link, &Link::hostKeyQuestionAsked, link, [&answer, link](const HostKeyQuestion &question) {
            link->answerHostKey(question.id, answer);
        });
    });
    m_desk->connectProfile(finder);
    Link *link = m_desk->links().first();
    QTRY_VERIFY_WITH_TIMEOUT(link->state() == LinkState::Closed && link->lastFailure(), patience);
    answer = HostKeyAnswer::AcceptOnce;
    m_desk->reconnect(link);
    QTRY_COMPARE_WITH_TIMEOUT(link->state(), LinkState::Live, patience);
}

void DeskTest::aHostThatIsNotThereIsTriedAgain()
{
    const HeldPort nobody;
    InstrumentProfile away = profile({desktop(u"control0"_s, m_vnc.address())});
    away.links[0].port = nobody.number();
    m_desk->connectProfile(away);
    const Link *link = m_desk->links().first();
    int attempts = 0;
    connect(link, &Link::stateChanged, this, [&attempts](LinkState state) {
        attempts += state == LinkState::Closed ? 1 : 0;
    });
    QTRY_VERIFY_WITH_TIMEOUT(attempts >= 3, patience);
    const Session *control = m_desk->session(u"control0"_s);
    QCOMPARE(control->state(), SessionState::WaitingForLink);
    QVERIFY(control->failure());
    m_desk->disconnectAll();
    QVERIFY(m_desk->links().isEmpty());
}

void DeskTest::disconnectingLeavesNothing()
{
    const auto once = [this] {
        m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
        const bool isLive = WAIT_FOR(allLive(), 90s);
        QSignalSpy leaving(m_desk.get(), &Desk::profileAboutToDisconnect);
        m_desk->disconnectAll();
        return isLive && leaving.size() == 1;
    };
    const auto isQuiet = [this] {
        return childrenNamed("nightdesk-rfb") == 0 && !m_x.window(u"clock"_s);
    };
    QVERIFY(once());
    QVERIFY(!m_desk->isConnected());
    QVERIFY(m_desk->sessions().isEmpty());
    QVERIFY(m_desk->links().isEmpty());
    QCOMPARE(m_desk->profiles().value(0), InstrumentProfile());
    QTRY_VERIFY_WITH_TIMEOUT(isQuiet(), patience);
    const int before = openDescriptors();
    for (int i = 0; i < 3; ++i) {
        QVERIFY(once());
    }
    QTRY_VERIFY_WITH_TIMEOUT(isQuiet(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(openDescriptors() <= before, qPrintable(u"%1 instead of %2"_s.arg(openDescriptors()).arg(before)), 30000);
    m_desk->disconnectAll(); // once more is nothing
}

void DeskTest::aDeskMayGoWhileAllIsLive()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QElapsedTimer timer;
    timer.start();
    m_desk.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(3s), qPrintable(QString::number(timer.elapsed())));
    QTRY_COMPARE_WITH_TIMEOUT(childrenNamed("nightdesk-rfb"), 0, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!m_x.window(u"clock"_s), patience);
}

void DeskTest::disconnectingIsQuickWhileTheServerHangs()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    m_sshd.freeze();
    QElapsedTimer timer;
    timer.start();
    m_desk->disconnectAll();
    const qint64 took = timer.elapsed();
    m_sshd.thaw();
    QVERIFY2(std::chrono::milliseconds(took) < underLoad(3s), qPrintable(QString::number(took)));
}

void DeskTest::connectingAgainReplaces()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QSignalSpy leaving(m_desk.get(), &Desk::profileAboutToDisconnect);
    m_desk->connectProfile(m_desk->profiles().value(0)); // its own, which goes on the way
    QCOMPARE(leaving.size(), 1);
    QCOMPARE(m_desk->profiles().value(0).id, u"lris"_s);
    QCOMPARE(m_desk->sessions().size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    InstrumentProfile same = profile({});
    m_desk->connectProfile(same);
    QVERIFY(m_desk->sessions().isEmpty());
    QVERIFY(m_desk->isConnected());
}

void DeskTest::linksNobodyUsesAreNotMade()
{
    InstrumentProfile two = profile({desktop(u"control0"_s, m_vnc.address())});
    LinkSpec unused = two.links.first();
    unused.id = u"unused"_s;
    two.links.append(unused);
    DesktopSpec lost = desktop(u"lost"_s, m_vnc.address());
    lost.link = u"no-such-link"_s; // the reader refuses such a profile; the desk must live with it all the same
    two.desktops.append(lost);
    m_desk->connectProfile(two);
    QCOMPARE(m_desk->links().size(), 1);
    QCOMPARE(m_desk->sessions().size(), 1);
    m_desk->retry(nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
}

void DeskTest::linksConnectWhileDisplaysAreCreated()
{
    QList<LinkState> states;
    connect(m_desk.get(), &Desk::sessionAdded, this, [&states](const Session *session) {
        states.append(session->link()->state());
    });
    WindowSpec byHand = clockWindow(u"byhand"_s);
    byHand.start = StartPolicy::Manual;
    m_desk->connectProfile(profile({}, {byHand}));
    QCOMPARE(states, QList{LinkState::Idle}); // nothing starts, so nothing is connected
    states.clear();
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {byHand}));
    QCOMPARE(states.size(), 2);
    QVERIFY(!states.contains(LinkState::Idle));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, patience);
}

void DeskTest::twoProfilesStandSideBySide()
{
    QSignalSpy connected(m_desk.get(), &Desk::connectedChanged);
    QSignalSpy came(m_desk.get(), &Desk::profileConnected);
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    const Session *first = m_desk->session(u"control0"_s);
    QCOMPARE(first->key(), u"lris/control0"_s);
    QCOMPARE(first->label(), u"control0"_s); // alone, it needs no more
    QSignalSpy renamed(first, &Session::labelChanged);
    m_desk->connectProfile(nires({desktop(u"quicklook"_s, m_vnc.address())}, {clockWindow(u"timer"_s)}));
    QCOMPARE(renamed.size(), 1);
    QCOMPARE(first->label(), u"LRIS: control0"_s);
    QCOMPARE(connected.size(), 1); // the desk was connected already
    QCOMPARE(came, (QList<QVariantList>{{u"lris"_s}, {u"nires"_s}}));
    QVERIFY(m_desk->isConnected(u"lris"_s) && m_desk->isConnected(u"nires"_s) && !m_desk->isConnected(u"hires"_s));
    QCOMPARE(m_desk->profiles().size(), 2);
    QCOMPARE(m_desk->sessions().size(), 4);
    QCOMPARE(m_desk->sessions(u"nires"_s).size(), 2);
    QVERIFY(m_desk->sessions(u"hires"_s).isEmpty());
    QCOMPARE(m_desk->links().size(), 2); // each has its own, to the same host
    const Session *second = m_desk->session(u"nires/quicklook"_s);
    QVERIFY(second);
    QCOMPARE(second->profileId(), u"nires"_s);
    QCOMPARE(second->profileName(), u"NIRES"_s);
    QCOMPARE(m_desk->profileOf(second).id, u"nires"_s);
    QCOMPARE(m_desk->profileOf(second->link()).id, u"nires"_s);
    QCOMPARE(m_desk->links(u"nires"_s), QList<Link *>{second->link()});
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_x.window(u"clock"_s) && m_x.window(u"timer"_s), patience);
    QVERIFY(first->link()->facts().account == second->link()->facts().account);
}

void DeskTest::theSameDisplayIsShownByBoth()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}));
    m_desk->connectProfile(nires({desktop(u"control0"_s, m_vnc.address())}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    auto *one = qobject_cast<DesktopSession *>(m_desk->session(u"lris/control0"_s));
    auto *other = qobject_cast<DesktopSession *>(m_desk->session(u"nires/control0"_s));
    QVERIFY(one && other && one != other);
    QCOMPARE(m_desk->session(u"control0"_s), one); // the id alone is the first one's
    QCOMPARE(other->picture().image.size(), QSize(800, 600));
    other->setViewOnly(true);
    QVERIFY(!one->isViewOnly());
}

void DeskTest::oneGoesAndTheOtherNoticesNothing()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    m_desk->connectProfile(nires({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"timer"_s)}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_x.window(u"timer"_s), patience);
    const QList<Session *> staying = m_desk->sessions(u"nires"_s);
    std::vector<std::unique_ptr<QSignalSpy>> spies;
    int silences = 0; // who only holds back input for a moment may have been held up by a busy machine
    const QObject here; // who counts them no longer than silences lives
    for (const Session *session : staying) {
        spies.push_back(std::make_unique<QSignalSpy>(session, &Session::stateChanged));
        connect(session, &Session::answeringChanged, &here, [&silences](Session::AnswerState answering) {
            silences += answering == Session::AnswerState::Stalled || answering == Session::AnswerState::UsingSilentOldConnection ? 1 : 0;
        });
    }
    const Link *link = m_desk->links(u"nires"_s).first();
    spies.push_back(std::make_unique<QSignalSpy>(link, &Link::stateChanged));
    QSignalSpy about(m_desk.get(), &Desk::profileAboutToDisconnect);
    QSignalSpy connected(m_desk.get(), &Desk::connectedChanged);
    QStringList gone;
    connect(m_desk.get(), &Desk::sessionAboutToBeRemoved, this, [this, &gone](const Session *session) {
        gone << session->key() + (m_desk->sessions().contains(session) ? u" is still listed"_s : QString());
    });

    m_desk->disconnectProfile(u"lris"_s);
    QCOMPARE(gone, (QStringList{u"lris/control0"_s, u"lris/clock"_s}));
    QCOMPARE(about, (QList<QVariantList>{{u"lris"_s}}));
    QCOMPARE(connected.size(), 0);
    QCOMPARE(m_desk->sessions(), staying);
    QCOMPARE(staying.first()->label(), u"control0"_s); // alone again
    QTRY_VERIFY_WITH_TIMEOUT(!m_x.window(u"clock"_s), patience);
    QTRY_COMPARE_WITH_TIMEOUT(childrenNamed("nightdesk-rfb"), 1, patience);
    // It goes on taking input.
    auto *desktop = qobject_cast<DesktopSession *>(staying.first());
    QVERIFY(WAIT_FOR(desktop->takesInput()));
    QVERIFY(WAIT_FOR(desktop->sendPointer({100, 100}, 0)));
    QVERIFY(m_x.window(u"timer"_s));
    QVERIFY(link->isLive());
    for (const auto &spy : spies) {
        QCOMPARE(spy->size(), 0);
    }
    QCOMPARE(silences, 0);
    m_desk->disconnectProfile(u"lris"_s); // once more is nothing
    m_desk->disconnectProfile(QString());
    QCOMPARE(about.size(), 1);
    m_desk->disconnectProfile(u"nires"_s);
    QCOMPARE(connected, (QList<QVariantList>{{false}}));
    QVERIFY(!m_desk->isConnected());
    QVERIFY(m_desk->links().isEmpty());
}

void DeskTest::oneThatCannotBeReachedHoldsUpNoOther()
{
    const HeldPort nobody;
    InstrumentProfile away = nires({desktop(u"control0"_s, m_vnc.address())});
    away.links.first().port = nobody.number();
    m_desk->connectProfile(away);
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}, {clockWindow(u"clock"_s)}));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"lris/control0"_s)->state(), SessionState::Live, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"lris/clock"_s)->state(), SessionState::Live, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_desk->session(u"nires/control0"_s)->failure(), patience);
    m_desk->retry(m_desk->session(u"nires/control0"_s)); // its own link alone
    QCOMPARE(m_desk->session(u"lris/control0"_s)->state(), SessionState::Live);
    QVERIFY(m_desk->links(u"lris"_s).first()->isLive());
}

void DeskTest::connectingOneOfTwoAgainKeepsItsPlace()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}));
    m_desk->connectProfile(nires({desktop(u"control0"_s, m_vnc.address())}));
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    const Session *staying = m_desk->session(u"nires/control0"_s);
    QSignalSpy states(staying, &Session::stateChanged);
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address()), desktop(u"control1"_s, m_vnc.address())}));
    QStringList keys;
    for (const Session *session : m_desk->sessions()) {
        keys << session->key();
    }
    QCOMPARE(keys, (QStringList{u"lris/control0"_s, u"lris/control1"_s, u"nires/control0"_s}));
    QCOMPARE(m_desk->session(u"lris/control1"_s)->label(), u"LRIS: control1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    QCOMPARE(states.size(), 0);
}

void DeskTest::displaysComeAndGoAlone()
{
    m_desk->connectProfile(profile({desktop(u"control0"_s, m_vnc.address())}));
    QSignalSpy added(m_desk.get(), &Desk::sessionAdded);
    Session *found = m_desk->addDisplay(u"lris"_s, desktop(u"found"_s, m_vnc.address()));
    QVERIFY(found);
    QCOMPARE(added.size(), 1);
    QCOMPARE(found->state(), SessionState::Idle); // whoever adds it starts it
    QCOMPARE(found->key(), u"lris/found"_s);
    found->start();
    QTRY_VERIFY_WITH_TIMEOUT(allLive(), patience);
    DesktopSpec lost = desktop(u"lost"_s, m_vnc.address());
    lost.link = u"no-such-link"_s;
    QVERIFY(!m_desk->addDisplay(u"lris"_s, lost));
    QVERIFY(!m_desk->addDisplay(u"nires"_s, desktop(u"found"_s, m_vnc.address())));
    QSignalSpy going(m_desk.get(), &Desk::sessionAboutToBeRemoved);
    m_desk->removeDisplay(found);
    QCOMPARE(going.size(), 1);
    QCOMPARE(m_desk->sessions().size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(childrenNamed("nightdesk-rfb"), 1, patience);
    m_desk->removeDisplay(nullptr);
    QVERIFY(allLive());
}

NIGHTDESK_TEST(DeskTest)
#include "desktest.moc"
