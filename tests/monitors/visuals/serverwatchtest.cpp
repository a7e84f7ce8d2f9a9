// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/xservermonitor.h"
#include "sessions/desk/desk.h"
#include "sessions/display/session.h"
#include "sessions/links/hop/link.h"
#include "tests/support/bareserver.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// X servers here and, through a real ssh connection, of desktops there.
class ServerWatchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void here();
    void there();
    void aServerThatIsNoXvncIsNotTheDesktops();
    void asJson();

private:
    InstrumentProfile profileOf(const SshServer &summit, int display) const;

    std::unique_ptr<BareServer> m_server;
};

void ServerWatchTest::initTestCase()
{
    m_server = std::make_unique<BareServer>(QStringList{u"-screen"_s, u"0"_s, u"800x600x24"_s});
    QVERIFY(m_server->serves());
    qputenv("DISPLAY", m_server->display().toLatin1());
}

InstrumentProfile ServerWatchTest::profileOf(const SshServer &summit, int display) const
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {summit.linkSpec()};
    DesktopSpec desktop;
    desktop.id = u"control"_s;
    desktop.title = u"Control"_s;
    desktop.link = profile.links.first().id;
    desktop.address = DisplayNumber{display};
    desktop.expectedServer = {.visual = u"TrueColor 24"_s, .size = PixelSize{.width = 640, .height = 480}};
    profile.desktops = {desktop};
    WindowSpec window;
    window.id = u"ds9"_s;
    window.title = u"Image display"_s;
    window.link = desktop.link;
    window.command = {u"true"_s};
    window.start = StartPolicy::Manual;
    window.needs.visuals = {u"PseudoColor 8"_s};
    profile.windows = {window};
    return profile;
}

void ServerWatchTest::here()
{
    Desk desk(nullptr);
    XServerMonitor watch(&desk);
    QSignalSpy read(&watch, &XServerMonitor::localServerRead);
    QVERIFY(!watch.localServerFacts());
    InstrumentProfile profile = profileOf(SshServer(), 1);
    QVERIFY(watch.fitProblemsOfProfile(profile).isEmpty()); // nothing is known: nothing is said
    watch.rereadServers();
    QVERIFY(WAIT_FOR(watch.localServerFacts().has_value()));
    QCOMPARE(watch.localServerFacts()->screens.value(0).size, QSize(800, 600));
    const auto fitProblemsOfProfile = watch.fitProblemsOfProfile(profile);
    QCOMPARE(fitProblemsOfProfile.size(), 1);
    QCOMPARE(fitProblemsOfProfile.first().first, u"Image display"_s);
    QCOMPARE(fitProblemsOfProfile.first().second.verdict, XServerFit::Verdict::FitsAsVncApp);
    QCOMPARE(fitProblemsOfProfile.first().second.visualOfPrivateServer, u"PseudoColor 8"_s);
    // A font that a profile begins to need is looked for.
    profile.windows.first().needs = {.visuals = {}, .needsBackingStore = false, .fonts = {u"-no-such-font-*"_s}};
    QVERIFY(watch.fitProblemsOfProfile(profile).isEmpty());
    Facility facility;
    facility.profiles = {profile};
    watch.setFontPatterns(XServerMonitor::fontPatternsOf(facility));
    QVERIFY(WAIT_FOR(read.size() == 2));
    QCOMPARE(watch.fitProblemsOfProfile(profile).value(0).second.findings.value(0).cause, XServerFit::Cause::Font);
    watch.setFontPatterns({u"-no-such-font-*"_s}); // the same
    QCoreApplication::processEvents();
    QCOMPARE(read.size(), 2);
}

void ServerWatchTest::there()
{
    XvncServer xvnc(XvncServer::Options{.size = {1024, 768}});
    QVERIFY(xvnc.start());
    SshServer summit;
    QVERIFY(summit.start());
    Desk desk(nullptr);
    XServerMonitor watch(&desk);
    const InstrumentProfile profile = profileOf(summit, xvnc.x().display().mid(1).toInt());
    desk.connectProfile(profile);
    QVERIFY(WAIT_FOR(!desk.links().isEmpty() && desk.links().first()->isLive()));
    QVERIFY(WAIT_FOR(!watch.remoteServers().isEmpty()));
    QVERIFY(desk.sessions().first()->state() >= SessionState::Live); // not while the display starts
    const XServerMonitor::RemoteServer remote = watch.remoteServers().first();
    QVERIFY2(remote.facts.problem.isEmpty(), qPrintable(remote.facts.problem));
    QCOMPARE(remote.host, profile.links.first().host);
    QCOMPARE(remote.facts.screens.value(0).size, QSize(1024, 768));
    const auto fitProblemsOfProfile = watch.fitProblemsOfProfile(profile);
    QCOMPARE(fitProblemsOfProfile.size(), 1); // the window's server was not read
    QCOMPARE(fitProblemsOfProfile.first().first, u"Control"_s);
    QCOMPARE(fitProblemsOfProfile.first().second.findings.value(0).cause, XServerFit::Cause::Size);
    // What was known stays so when the connection ends, and when it cannot be read any more.
    desk.disconnectAll();
    QCOMPARE(watch.fitProblemsOfProfile(profile).size(), 1);
    xvnc.kill();
    desk.connectProfile(profile);
    QSignalSpy changed(&watch, &XServerMonitor::serverFactsChanged);
    QVERIFY(WAIT_FOR(!changed.isEmpty()));
    QCOMPARE(watch.remoteServers().size(), 1);
    QCOMPARE(watch.remoteServers().first().readAt, remote.readAt);
    QCOMPARE(watch.fitProblemsOfProfile(profile).size(), 1);
}

void ServerWatchTest::aServerThatIsNoXvncIsNotTheDesktops()
{
    SshServer summit;
    QVERIFY(summit.start());
    Desk desk(nullptr);
    XServerMonitor watch(&desk);
    const InstrumentProfile profile = profileOf(summit, m_server->display().mid(1).toInt());
    desk.connectProfile(profile);
    QVERIFY(WAIT_FOR(!watch.remoteServers().isEmpty()));
    QVERIFY(watch.remoteServers().first().facts.problem.isEmpty());
    QVERIFY(watch.fitProblemsOfProfile(profile).isEmpty()); // an Xvfb of 800x600: x11vnc may show any display under that number
}

void ServerWatchTest::asJson()
{
    SshServer summit;
    QVERIFY(summit.start());
    Desk desk(nullptr);
    XServerMonitor watch(&desk);
    watch.setFontPatterns({u"fixed"_s, u"-no-such-font-*"_s});
    desk.connectProfile(profileOf(summit, m_server->display().mid(1).toInt()));
    QVERIFY(WAIT_FOR(!watch.remoteServers().isEmpty()));
    const auto read = XServerMonitor::remoteServersOf(watch.json());
    QCOMPARE(read.size(), 1);
    QCOMPARE(read.first().host, watch.remoteServers().first().host);
    QCOMPARE(read.first().facts.screens, watch.remoteServers().first().facts.screens);
    QCOMPARE(read.first().facts.fontMatch(u"fixed"_s)->names, watch.remoteServers().first().facts.fontMatch(u"fixed"_s)->names);
    XServerFacts facts = read.first().facts;
    facts.fonts = watch.remoteServers().first().facts.fonts; // an object has no order
    QCOMPARE(facts, watch.remoteServers().first().facts);
    for (const QByteArray &other : {QByteArray(), QByteArray("{}"), QByteArray("{\"remotes\": 5}"), QByteArray("[1]")}) {
        QVERIFY(XServerMonitor::remoteServersOf(other).isEmpty());
    }
    QCOMPARE(XServerMonitor::remoteServersOf("{\"remotes\": [5]}").value(0).facts, XServerFacts());
}

NIGHTDESK_GUILESS_TEST(ServerWatchTest)
#include "serverwatchtest.moc"
