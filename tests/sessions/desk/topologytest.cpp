// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/desk/summitviewer.h"
#include "sessions/desk/vncatsummitsession.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xwindows/localx.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr int topologyPatience = 60'000;
const QColor deskBlue(0x20, 0x60, 0xa0);

DesktopSpec desktopAt(const QString &id, const DesktopAddress &address)
{
    DesktopSpec spec;
    spec.id = id;
    spec.title = id;
    spec.link = u"summit"_s;
    spec.address = address;
    return spec;
}

bool isAlive(qint64 pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (!stat.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray line = stat.readAll();
    return line.mid(line.lastIndexOf(')') + 2, 1) != "Z";
}

/// It can be asked to close.
bool hasWindows(const Session *session)
{
    if (const auto *app = qobject_cast<const AppSession *>(session)) {
        return !app->programTitle().isEmpty();
    }
    if (const auto *atSummit = qobject_cast<const VncAtSummitSession *>(session)) {
        return atSummit->programWindowCount() > 0;
    }
    const auto *window = qobject_cast<const WindowSession *>(session);
    return window && window->windowRect().has_value();
}

bool isAskingUser(const Session *session)
{
    const auto *app = qobject_cast<const AppSession *>(session);
    const auto *window = qobject_cast<const WindowSession *>(session);
    return app ? app->isAskingUser() : window && window->isAskingUser();
}
}

/// Ways to show a display, and changing them while it is shown: with a real sshd, Xvnc, X server and TigerVNC's viewer.
class TopologyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();

    void aViewerIsToldWhereTheDesktopIs_data();
    void aViewerIsToldWhereTheDesktopIs();
    void aViewerIsToldNoMoreThanItKnows_data();
    void aViewerIsToldNoMoreThanItKnows();
    void itsCommandIsTheProfiles_data();
    void itsCommandIsTheProfiles();

    void aDesktopIsShownByAViewerAtTheSummit();
    void itsViewerRunsOnAnotherHost();
    void aDesktopIsFoundForItsViewer();
    void withoutAViewerItSaysSo();
    void withoutAnXServerThatWayCannotBeChosen();
    void aDesktopChangesItsWayAndBack();
    void whatDoesNotRunChangesItsWayAtOnce();
    void aWayThatItDoesNotHaveIsIgnored();
    void theLinkIsCutWhileItChanges();
    void aViewerComesBackWithItsLink();
    void aProgramChangesItsWay_data();
    void aProgramChangesItsWay();
    void whatAProgramSaysIsWrittenDown_data();
    void whatAProgramSaysIsWrittenDown();
    void aProgramThatAsksKeepsItsWay_data();
    void aProgramThatAsksKeepsItsWay();
    void theLinkIsCutWhileAProgramChanges();
    void aProgramThatCannotHearChangesLater();
    void aProgramOutlivesTheLinkOfItsViewer();
    void whatAnotherDeskShowsIsLeft_data();
    void whatAnotherDeskShowsIsLeft();
    void whatCannotBeConfinedIsShownAsChosen_data();
    void whatCannotBeConfinedIsShownAsChosen();

private:
    InstrumentProfile profile(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows = {}) const;
    QStringList logged(const QStringList &command) const; ///< runs() knows of each start
    WindowSpec program(Topology topology) const;
    QList<qint64> runs() const; ///< process ids, first start first
    bool isShown(const Session *session);
    std::optional<XServer::Window> viewer();
    bool showsDesktop();

    QTemporaryDir m_home;
    SshServer m_sshd;
    XvncServer m_vnc;
    XServer m_x;
    std::unique_ptr<LocalX> m_localX;
    std::unique_ptr<Desk> m_desk;
};

void TopologyTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("HOME", m_home.path().toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    QVERIFY(m_sshd.start());
    QVERIFY(m_vnc.start());
    QVERIFY(m_vnc.x().output({u"xsetroot"_s, u"-solid"_s, deskBlue.name()}));
    QVERIFY2(m_x.start(), qPrintable(m_x.problem()));
    m_localX = std::make_unique<LocalX>(m_x.display(), m_x.authorityFile());
    QVERIFY(!m_localX->problem());
}

void TopologyTest::cleanupTestCase()
{
    m_localX.reset();
}

void TopologyTest::init()
{
    m_desk = std::make_unique<Desk>(m_localX.get());
}

void TopologyTest::cleanup()
{
    for (const Session *session : m_desk &&QTest::currentTestFailed() ? m_desk->sessions() : QList<Session *>()) {
        qWarning() << session->id() << int(session->state()) << (session->failure() ? session->failure()->what + session->failure()->advice : QString());
        if (const auto *window = qobject_cast<const WindowSession *>(session)) {
            qWarning().noquote() << window->outputLines().join(u'\n');
        }
    }
    if (m_desk) {
        m_desk->disconnectAll(); // which ends programs, too
    }
    const bool allEnd = WAIT_FOR(std::ranges::none_of(runs(), isAlive), 60s);
    for (const qint64 pid : runs()) {
        if (isAlive(pid)) {
            ::kill(static_cast<pid_t>(pid), SIGKILL);
        }
    }
    m_desk.reset();
    QVERIFY(allEnd);
    QTRY_VERIFY_WITH_TIMEOUT(!viewer(), topologyPatience); // nothing of it is left on the desk
    QFile::remove(m_home.filePath(u"runs"_s));
}

InstrumentProfile TopologyTest::profile(const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows) const
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.name = u"LRIS"_s;
    profile.links = {m_sshd.linkSpec()};
    profile.desktops = desktops;
    profile.windows = windows;
    return profile;
}

QStringList TopologyTest::logged(const QStringList &command) const
{
    return QStringList{u"sh"_s, u"-c"_s, u"echo $$ >>\"$1\"; shift; exec \"$@\""_s, u"sh"_s, m_home.filePath(u"runs"_s)} + command;
}

WindowSpec TopologyTest::program(Topology topology) const
{
    WindowSpec spec;
    spec.id = u"calc"_s;
    spec.title = u"Calculator"_s;
    spec.link = u"summit"_s;
    spec.command = logged({u"xcalc"_s, u"-title"_s, u"calc"_s});
    spec.topology = topology;
    spec.restart = RestartPolicy::Never;
    return spec;
}

QList<qint64> TopologyTest::runs() const
{
    QFile log(m_home.filePath(u"runs"_s));
    QList<qint64> pids;
    if (log.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : log.readAll().split('\n')) {
            if (!line.isEmpty()) {
                pids.append(line.toLongLong());
            }
        }
    }
    return pids;
}

bool TopologyTest::isShown(const Session *session)
{
    switch (session->displayModes().current) {
    case Topology::X11:
        return m_x.window(u"calc"_s).has_value();
    case Topology::VncApp: {
        const auto *app = qobject_cast<const AppSession *>(session);
        return app && !app->picture().image.isNull() && hasWindows(session);
    }
    default:
        return viewer() && hasWindows(session);
    }
}

std::optional<XServer::Window> TopologyTest::viewer()
{
    for (const XServer::Window &window : m_x.windows()) {
        if (window.viewable && window.title.contains("TigerVNC"_L1)) {
            return window;
        }
    }
    return std::nullopt;
}

bool TopologyTest::showsDesktop()
{
    const auto window = viewer();
    return window && m_x.pixel(window->rect.center()) == deskBlue;
}

void TopologyTest::aViewerIsToldWhereTheDesktopIs_data()
{
    QTest::addColumn<DesktopAddress>("address");
    QTest::addColumn<QString>("here"); // its viewer runs on the link's host
    QTest::addColumn<QString>("elsewhere");
    QTest::newRow("a display") << DesktopAddress(Nightdesk::DisplayNumber{1}) << u"localhost:1"_s << u"inner.example::5901"_s;
    QTest::newRow("a display that looks like a port") << DesktopAddress(Nightdesk::DisplayNumber{101}) << u"localhost::6001"_s << u"inner.example::6001"_s;
    QTest::newRow("a port") << DesktopAddress(TcpAddress{.port = 5902}) << u"localhost::5902"_s << u"inner.example::5902"_s;
    QTest::newRow("a port of another host") << DesktopAddress(TcpAddress{u"ctl.example"_s, 5902}) << u"ctl.example::5902"_s << u"ctl.example::5902"_s;
    QTest::newRow("a port of an address") << DesktopAddress(TcpAddress{u"fd00::2"_s, 5902}) << u"[fd00::2]::5902"_s << u"[fd00::2]::5902"_s;
    QTest::newRow("a port of the host itself, by its address")
        << DesktopAddress(TcpAddress{u"::1"_s, 5902}) << u"localhost::5902"_s << u"inner.example::5902"_s;
    QTest::newRow("a socket is reached by its own host alone") << DesktopAddress(UnixSocket{u"/run/vnc"_s}) << u"/run/vnc"_s << QString();
    QTest::newRow("one that is not found yet") << DesktopAddress(DesktopSelector{u"t"_s, {}}) << QString() << QString();
}

void TopologyTest::aViewerIsToldWhereTheDesktopIs()
{
    QFETCH(DesktopAddress, address);
    QTEST(SummitViewer::serverArgument(address, {}), "here");
    QTEST(SummitViewer::serverArgument(address, u"inner.example"_s), "elsewhere");
}

void TopologyTest::aViewerIsToldNoMoreThanItKnows_data()
{
    QTest::addColumn<QStringList>("viewers"); // programs of the host, and what their help says
    QTest::addColumn<bool>("isViewOnly");
    QTest::addColumn<QByteArray>("expected");
    const QString tiger = u"vncviewer=RemoteResize Shared ViewOnly AlertOnFatalError ReconnectOnError"_s;
    QTest::newRow("one of today") << QStringList{tiger} << false
                                  << "vncviewer -FullScreen=0 -RemoteResize=0 -Shared=1 -AlertOnFatalError=0 -ReconnectOnError=0 /run/a b\n"_ba;
    QTest::newRow("only watched") << QStringList{tiger} << true
                                  << "vncviewer -FullScreen=0 -RemoteResize=0 -Shared=1 -ViewOnly=1 -AlertOnFatalError=0 -ReconnectOnError=0 /run/a b\n"_ba;
    QTest::newRow("an older one") << QStringList{u"vncviewer=RemoteResize Shared"_s} << false
                                  << "vncviewer -FullScreen=0 -RemoteResize=0 -Shared=1 /run/a b\n"_ba;
    QTest::newRow("by its other name") << QStringList{u"xtigervncviewer=RemoteResize"_s} << false
                                       << "xtigervncviewer -FullScreen=0 -RemoteResize=0 -Shared=1 /run/a b\n"_ba;
    QTest::newRow("of two, the one that can be told") << QStringList{u"vncviewer=another"_s, u"xtigervncviewer=RemoteResize"_s} << false
                                                      << "xtigervncviewer -FullScreen=0 -RemoteResize=0 -Shared=1 /run/a b\n"_ba;
    QTest::newRow("none") << QStringList{} << false << "none: 127"_ba;
    QTest::newRow("none that can be told") << QStringList{u"vncviewer=another"_s} << false << "none: 127"_ba;
}

void TopologyTest::aViewerIsToldNoMoreThanItKnows()
{
    QFETCH(QStringList, viewers);
    QFETCH(bool, isViewOnly);
    QTemporaryDir programs;
    for (const QString &viewer : std::as_const(viewers)) {
        QFile file(programs.filePath(viewer.section(u'=', 0, 0)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n[ \"$1\" = --help ] && { echo '" + viewer.section(u'=', 1).toUtf8() + "' >&2; exit 1; }\necho \"${0##*/} $*\"\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }
    QStringList command = SummitViewer::command({}, u"/run/a b"_s, isViewOnly);
    QProcess process;
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, programs.path());
    process.setProcessEnvironment(environment);
    QCOMPARE(command.takeFirst(), u"sh"_s);
    process.start(u"/bin/sh"_s, command);
    QVERIFY(process.waitForFinished(topologyPatience));
    const QByteArray output = process.exitCode() == 0 ? process.readAllStandardOutput() : "none: " + QByteArray::number(process.exitCode());
    QTEST(output, "expected");
}

void TopologyTest::itsCommandIsTheProfiles_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("the server comes last") << QStringList{u"over"_s, u"-x"_s} << QStringList{u"over"_s, u"-x"_s, u"localhost:1"_s};
    QTest::newRow("or where it is named") << QStringList{u"over"_s, u"{server}"_s, u"-x"_s} << QStringList{u"over"_s, u"localhost:1"_s, u"-x"_s};
    QTest::newRow("inside a word, and twice") << QStringList{u"sh"_s, u"-c"_s, u"echo {server}; over {server}"_s}
                                              << QStringList{u"sh"_s, u"-c"_s, u"echo localhost:1; over localhost:1"_s};
}

void TopologyTest::itsCommandIsTheProfiles()
{
    QFETCH(QStringList, command);
    QTEST(SummitViewer::command({.link = {}, .command = command}, u"localhost:1"_s, true), "expected");
}

void TopologyTest::aDesktopIsShownByAViewerAtTheSummit()
{
    DesktopSpec spec = desktopAt(u"control0"_s, m_vnc.address());
    spec.topology = Topology::VncAtSummit;
    spec.input = InputPermission::ViewOnly;
    m_desk->connectProfile(profile({spec}));
    Session *session = m_desk->session(u"control0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
    QCOMPARE(session->kind(), Session::Kind::Window);
    QCOMPARE(session->displayModes().current, Topology::VncAtSummit);
    QCOMPARE(session->displayModes().ofProfile, Topology::VncAtSummit);
    QCOMPARE(viewer()->rect.size(), QSize(800, 600)); // as large as the desktop
    session->close();
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Ended, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!viewer(), topologyPatience);
    QVERIFY(m_vnc.x().pixel({5, 5}) == deskBlue); // the desktop goes on
}

void TopologyTest::itsViewerRunsOnAnotherHost()
{
    InstrumentProfile two = profile({desktopAt(u"control0"_s, m_vnc.address())});
    LinkSpec other = two.links.first();
    other.id = u"headquarters"_s;
    two.links.append(other);
    two.desktops[0].topology = Topology::VncAtSummit;
    two.desktops[0].viewer.link = other.id;
    m_desk->connectProfile(two);
    QCOMPARE(m_desk->links().size(), 2);
    QCOMPARE(m_desk->session(u"control0"_s)->link()->target().spec.id, u"headquarters"_s);
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
}

void TopologyTest::aDesktopIsFoundForItsViewer()
{
    InstrumentProfile found = profile({desktopAt(u"control0"_s, DesktopSelector{u"Control"_s, {}})});
    found.links[0].discover = DiscoverSpec{{u"echo"_s, u"%1 Control"_s.arg(m_vnc.port())}, u"^(?<port>\\d+) (?<title>.*)$"_s};
    found.desktops[0].topology = Topology::VncAtSummit;
    m_desk->connectProfile(found);
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
    m_desk->disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!viewer(), topologyPatience);

    found.desktops[0].address = DesktopSelector{u"Another"_s, {}};
    m_desk->connectProfile(found);
    QTRY_VERIFY_WITH_TIMEOUT(m_desk->session(u"control0"_s)->failure().has_value(), topologyPatience);
    QVERIFY(!viewer());
}

void TopologyTest::withoutAViewerItSaysSo()
{
    DesktopSpec spec = desktopAt(u"control0"_s, m_vnc.address());
    spec.topology = Topology::VncAtSummit;
    spec.viewer.command = {u"viewer-of-nowhere"_s};
    m_desk->connectProfile(profile({spec}));
    const Session *session = m_desk->session(u"control0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Failed, topologyPatience);
    QVERIFY2(session->failure()->what.contains(u"no VNC viewer"_s), qPrintable(session->failure()->what));
    QVERIFY(session->failure()->advice.contains(u"Show As"_s));
}

void TopologyTest::withoutAnXServerThatWayCannotBeChosen()
{
    m_desk = std::make_unique<Desk>(nullptr);
    m_desk->connectProfile(profile({desktopAt(u"control0"_s, m_vnc.address())}));
    for (const Session::DisplayMode &way : m_desk->session(u"control0"_s)->displayModes().all) {
        QCOMPARE(way.unavailableReason.isEmpty(), way.topology == Topology::Vnc);
    }
}

void TopologyTest::aDesktopChangesItsWayAndBack()
{
    m_desk->connectProfile(profile({desktopAt(u"control0"_s, m_vnc.address()), desktopAt(u"control1"_s, m_vnc.address())}));
    Session *session = m_desk->session(u"control0"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control1"_s)->state(), SessionState::Live, topologyPatience);
    QStringList told;
    const QObject here; // who listens no longer than told lives
    connect(m_desk.get(), &Desk::sessionAboutToBeRemoved, &here, [&](const Session *one) {
        told.append(u"-"_s + one->key());
        QVERIFY(!m_desk->sessions().contains(one));
    });
    connect(m_desk.get(), &Desk::sessionAdded, &here, [&](const Session *one) {
        told.append(u"+"_s + one->key());
    });
    session->showAs(Topology::VncAtSummit); // its menu
    QTRY_COMPARE_WITH_TIMEOUT(told, (QStringList{u"-lris/control0"_s, u"+lris/control0"_s}), topologyPatience);
    session = m_desk->session(u"control0"_s);
    QCOMPARE(m_desk->sessions().first(), session); // in its place
    QCOMPARE(session->title(), u"control0"_s);
    QCOMPARE(session->displayModes().current, Topology::VncAtSummit);
    QCOMPARE(session->displayModes().ofProfile, Topology::Vnc);
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
    m_desk->setTopology(session, Topology::Vnc);
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 4, topologyPatience);
    session = m_desk->session(u"control0"_s);
    QCOMPARE(session->kind(), Session::Kind::Desktop);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!viewer(), topologyPatience);
    QCOMPARE(m_desk->session(u"control1"_s)->state(), SessionState::Live);
}

void TopologyTest::whatDoesNotRunChangesItsWayAtOnce()
{
    m_desk->connectProfile(profile({desktopAt(u"control0"_s, TcpAddress{.port = 1})})); // nobody serves there
    Session *session = m_desk->session(u"control0"_s);
    session->stop();
    m_desk->setTopology(session, Topology::VncAtSummit);
    session = m_desk->session(u"control0"_s);
    QCOMPARE(session->displayModes().current, Topology::VncAtSummit);
    QCOMPARE(session->state(), SessionState::Idle); // nobody wanted it opened
    m_desk->setTopology(session, Topology::Vnc);
    m_desk->retry(m_desk->session(u"control0"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_desk->session(u"control0"_s)->failure().has_value(), topologyPatience);
}

void TopologyTest::aWayThatItDoesNotHaveIsIgnored()
{
    m_desk->connectProfile(profile({desktopAt(u"control0"_s, m_vnc.address())}));
    Session *session = m_desk->session(u"control0"_s);
    session->showAs(Topology::X11);
    session->showAs(Topology::Vnc);
    QCoreApplication::processEvents();
    QCOMPARE(m_desk->session(u"control0"_s), session);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
}

void TopologyTest::theLinkIsCutWhileItChanges()
{
    DesktopSpec spec = desktopAt(u"control0"_s, m_vnc.address());
    spec.topology = Topology::VncAtSummit;
    m_desk->connectProfile(profile({spec}));
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, topologyPatience);
    m_desk->setTopology(m_desk->session(u"control0"_s), Topology::Vnc);
    m_sshd.stop();
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->displayModes().current, Topology::Vnc, topologyPatience);
    QVERIFY(m_sshd.restart());
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, topologyPatience);
}

void TopologyTest::aViewerComesBackWithItsLink()
{
    DesktopSpec spec = desktopAt(u"control0"_s, m_vnc.address());
    spec.topology = Topology::VncAtSummit;
    m_desk->connectProfile(profile({spec}));
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, topologyPatience);
    m_sshd.stop();
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::WaitingForLink, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!viewer(), topologyPatience);
    QVERIFY(m_sshd.restart());
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"control0"_s)->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(showsDesktop(), topologyPatience);
}

void TopologyTest::aProgramChangesItsWay_data()
{
    QTest::addColumn<Topology>("from");
    QTest::addColumn<Topology>("to");
    const Topology all[] = {Topology::X11, Topology::VncApp, Topology::VncAtSummit};
    for (const Topology from : all) {
        for (const Topology to : all) {
            if (from != to) {
                QTest::addRow("%s to %s", qPrintable(topologyWord(from)), qPrintable(topologyWord(to))) << from << to;
            }
        }
    }
}

void TopologyTest::aProgramChangesItsWay()
{
    QFETCH(Topology, from);
    QFETCH(Topology, to);
    m_desk->connectProfile(profile({}, {program(from)}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), 1, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isShown(session), topologyPatience);
    QCOMPARE(session->displayModes().all.size(), 3);
    const qint64 first = runs().first();
    QSignalSpy added(m_desk.get(), &Desk::sessionAdded);
    session->showAs(to);
    QTRY_COMPARE_WITH_TIMEOUT(added.size(), 1, topologyPatience);
    session = m_desk->session(u"calc"_s);
    QCOMPARE(session->displayModes().current, to);
    QCOMPARE(session->displayModes().ofProfile, from);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isShown(session), topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(first), topologyPatience);
    QCOMPARE(runs().size(), 2); // never a third
    QVERIFY(isAlive(runs().last()));
    session->close();
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Ended, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(runs().last()), topologyPatience);
}

void TopologyTest::whatAProgramSaysIsWrittenDown_data()
{
    QTest::addColumn<Topology>("topology");
    QTest::addColumn<bool>("isWritten");
    QTest::newRow("windows of the desk") << Topology::X11 << true;
    QTest::newRow("a display of its own says nothing here") << Topology::VncApp << false;
    QTest::newRow("what its viewer at the summit says") << Topology::VncAtSummit << true;
}

void TopologyTest::whatAProgramSaysIsWrittenDown()
{
    QFETCH(Topology, topology);
    QFETCH(bool, isWritten);
    m_desk->connectProfile(profile({}, {program(topology)}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isShown(session), topologyPatience);
    const auto log = m_desk->xTraceLog(session);
    QCOMPARE(log != nullptr, isWritten);
    if (!isWritten) {
        return;
    }
    const auto count = [&log](auto what) {
        const XTrace trace = log->snapshot();
        int found = 0;
        trace.forEach(0, trace.size(), [&](const XRecord &record) {
            found += what(record);
        });
        return found;
    };
    const auto maps = [](const XRecord &record) {
        return record.kind == XRecordKind::Request && record.has(XRecord::MapsWindow);
    };
    QTRY_VERIFY_WITH_TIMEOUT(count(maps) > 0, topologyPatience);
    const XTrace first = log->snapshot();
    QCOMPARE(first.title.display, "lris/calc");
    QCOMPARE(first.title.topology, topologyWord(topology).toStdString());
    QCOMPARE(first.title.host, "127.0.0.1");
    QVERIFY(!first.connections.empty());
    for (const XConnection &connection : first.connections) {
        QCOMPARE(connection.problem, "");
    }
    QVERIFY(count([](const XRecord &record) {
                return record.kind == XRecordKind::Reply;
            })
            > 0);
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(log->snapshot().linkSamples,
                                                 [](const XLinkSample &mark) {
                                                     return mark.roundTrip > 0; // its link says something every second
                                                 }),
                             topologyPatience);
    session->restart();
    QTRY_VERIFY_WITH_TIMEOUT(log->snapshot().begin > first.begin, topologyPatience); // another start, another trace
    QTRY_VERIFY_WITH_TIMEOUT(count(maps) > 0, topologyPatience);
    QVERIFY(!log->snapshot().linkSamples.empty());
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isShown(session), topologyPatience);
}

void TopologyTest::aProgramThatAsksKeepsItsWay_data()
{
    QTest::addColumn<Topology>("from");
    QTest::addColumn<Topology>("to");
    QTest::newRow("from windows of the desk") << Topology::X11 << Topology::VncApp;
    QTest::newRow("from a display of its own") << Topology::VncApp << Topology::X11;
    QTest::newRow("from a viewer at the summit") << Topology::VncAtSummit << Topology::X11;
}

void TopologyTest::aProgramThatAsksKeepsItsWay()
{
    QFETCH(Topology, from);
    QFETCH(Topology, to);
    QFile script(m_home.filePath(u"script.tcl"_s));
    QVERIFY(script.open(QIODevice::WriteOnly) && script.write("wm protocol . WM_DELETE_WINDOW { catch { toplevel .ask; wm title .ask save } }") > 0);
    script.close();
    WindowSpec editor = program(from);
    editor.command = logged({u"wish"_s, script.fileName()});
    m_desk->connectProfile(profile({}, {editor}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(hasWindows(session), topologyPatience);
    m_desk->setTopology(session, to);
    QVERIFY(session->isClosing());
    QTRY_VERIFY_WITH_TIMEOUT(isAskingUser(session), topologyPatience);
    session->cancelClose(); // the answer was Cancel
    QVERIFY(!session->isClosing());
    QCoreApplication::processEvents();
    QCOMPARE(m_desk->session(u"calc"_s), session);
    QCOMPARE(session->displayModes().current, from);
    QCOMPARE(session->state(), SessionState::Live);
    QCOMPARE(runs().size(), 1);
    session->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(runs().first()), topologyPatience);
    QCOMPARE(m_desk->session(u"calc"_s), session); // what it was asked for once is over
}

void TopologyTest::theLinkIsCutWhileAProgramChanges()
{
    m_desk->connectProfile(profile({}, {program(Topology::X11)}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    m_desk->setTopology(session, Topology::VncApp);
    m_sshd.stop();
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"calc"_s)->displayModes().current, Topology::VncApp, topologyPatience);
    QVERIFY(m_sshd.restart());
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"calc"_s)->state(), SessionState::Live, topologyPatience);
}

void TopologyTest::aProgramThatCannotHearChangesLater()
{
    m_desk->connectProfile(profile({}, {program(Topology::VncApp)}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), 1, topologyPatience);
    const qint64 first = runs().first();
    bool isKept = false; // as it is, for the time being
    connect(session, &Session::stateChanged, session, [&](SessionState state) {
        if (state == SessionState::WaitingForLink && !isKept) {
            m_desk->setTopology(session, Topology::X11);
            isKept = m_desk->session(u"calc"_s) == session && isAlive(first);
        }
    });
    m_sshd.killSessions();
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"calc"_s)->displayModes().current, Topology::X11, topologyPatience);
    QVERIFY(isKept);
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->session(u"calc"_s)->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(first), topologyPatience);
    QCOMPARE(runs().size(), 2);
}

void TopologyTest::aProgramOutlivesTheLinkOfItsViewer()
{
    m_desk->connectProfile(profile({}, {program(Topology::VncAtSummit)}));
    Session *session = m_desk->session(u"calc"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(viewer(), topologyPatience);
    m_sshd.killSessions(); // all that hangs on them: the viewer
    QTRY_VERIFY_WITH_TIMEOUT(session->state() != SessionState::Live, topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QTRY_VERIFY_WITH_TIMEOUT(viewer(), topologyPatience); // X may give it the number that the one before had
    QVERIFY(isAlive(runs().first()));
    QCOMPARE(runs().size(), 1); // joined
    // A viewer that is closed leaves it, and Start finds it.
    QTRY_VERIFY_WITH_TIMEOUT(hasWindows(session), topologyPatience);
    QVERIFY(m_x.output({u"xkill"_s, u"-id"_s, QString::number(viewer()->id)}));
    QTRY_VERIFY_WITH_TIMEOUT(session->state() != SessionState::Live, topologyPatience);
    QVERIFY(isAlive(runs().first()));
    session->retry();
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QCOMPARE(runs().size(), 1);
}

void TopologyTest::whatAnotherDeskShowsIsLeft_data()
{
    QTest::addColumn<Desk::ProgramsAtDisconnect>("programs");
    QTest::addColumn<bool>("runsOn");
    QTest::newRow("it is ended") << Desk::ProgramsAtDisconnect::End << false;
    QTest::newRow("it is left") << Desk::ProgramsAtDisconnect::Leave << true;
}

void TopologyTest::whatAnotherDeskShowsIsLeft()
{
    QFETCH(Desk::ProgramsAtDisconnect, programs);
    QFETCH(bool, runsOn);
    m_desk->connectProfile(profile({}, {program(Topology::VncApp)}));
    QTRY_VERIFY_WITH_TIMEOUT(isShown(m_desk->session(u"calc"_s)), topologyPatience);
    Desk other(m_localX.get());
    other.connectProfile(profile({}, {program(Topology::VncApp)}));
    QTRY_VERIFY_WITH_TIMEOUT(isShown(other.session(u"calc"_s)), topologyPatience);
    QCOMPARE(runs().size(), 1); // both show the same
    m_desk->disconnectProfile(u"lris"_s, programs);
    QTRY_VERIFY_WITH_TIMEOUT(!m_desk->isEndingPrograms(), topologyPatience);
    QTRY_COMPARE_WITH_TIMEOUT(isAlive(runs().first()), runsOn, topologyPatience); // the desk waits 8 s for its end, and no longer
    if (runsOn) {
        QCOMPARE(other.session(u"calc"_s)->state(), SessionState::Live);
        QVERIFY(isShown(other.session(u"calc"_s)));
    }
    other.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!other.isEndingPrograms(), topologyPatience);
}

void TopologyTest::whatCannotBeConfinedIsShownAsChosen_data()
{
    QTest::addColumn<UnconfinedPrograms>("choice");
    QTest::newRow("in a private X server") << UnconfinedPrograms::ShowInPrivateServers;
    QTest::newRow("trusted") << UnconfinedPrograms::ShowAsTrusted;
}

/// On an X server without SECURITY, where a program that is not trusted would be refused. The profile stays as it is.
void TopologyTest::whatCannotBeConfinedIsShownAsChosen()
{
    QFETCH(const UnconfinedPrograms, choice);
    XServer plain({.arguments = {u"-extension"_s, u"SECURITY"_s}});
    QVERIFY2(plain.start(), qPrintable(plain.problem()));
    LocalX localX(plain.display(), plain.authorityFile());
    m_desk = std::make_unique<Desk>(&localX);
    const auto first = qScopeGuard([this] {
        m_desk.reset(); // before its X server
    });
    const InstrumentProfile asWritten = profile({}, {program(Topology::X11)});
    m_desk->setUnconfinedProgramsChoice(u"lris"_s, choice);
    m_desk->connectProfile(asWritten);
    const Session *session = m_desk->session(u"calc"_s);
    QVERIFY(session);
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), SessionState::Live, topologyPatience);
    QVERIFY(m_desk->profile(u"lris"_s) == asWritten);
    QCOMPARE(session->displayModes().ofProfile, Topology::X11);
    if (choice == UnconfinedPrograms::ShowAsTrusted) {
        QCOMPARE(session->displayModes().current, Topology::X11);
        QVERIFY(qobject_cast<const WindowSession *>(session)->spec().isTrusted); // its card says so
    } else {
        QCOMPARE(session->displayModes().current, Topology::VncApp);
        QVERIFY(!session->displayModes().all.first().unavailableReason.isEmpty()); // nobody is refused after choosing that
    }
    m_desk->disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!m_desk->isEndingPrograms(), topologyPatience);
}

NIGHTDESK_TEST(TopologyTest)
#include "topologytest.moc"
