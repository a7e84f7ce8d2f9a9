// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/desk.h"
#include "tests/faults/growth.h"
#include "tests/sessions/links/farsummit.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/patience.h"
#include "tests/support/privatenetwork.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QProcess>
#include <QTest>

#include <signal.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
/// Beyond what is promised (1 s + 8 RTT of 100 ms) as much again: other programs run on this machine too.
constexpr std::chrono::milliseconds freshLimit = 3600ms;

bool wait(const std::function<bool()> &condition, std::chrono::milliseconds limit = 60s)
{
    return waitFor(condition, limit);
}
}

/// A whole desk with two desktops behind an emulated link of 100 ms, and what happens to this computer and to the path. The
/// picture is fresh when it shows what was drawn after the fault.
class DeskFaultsTest : public QObject
{
    Q_OBJECT
public:
    explicit DeskFaultsTest(FarSummit &summit)
        : m_summit(summit)
    {
    }
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aCutOfFiveSeconds();
    void theSessionIsKilled();
    void everythingStopsForAWhile();
    void anotherGatewayIsNoReasonToReconnect();
    void theComputerMovesToAnotherNetwork();

private:
    Link &link() const;
    DesktopSession &desktop(const QString &id) const;
    bool allAnswer() const;
    void draw(const char *color);
    /// Until both desktops show what draw() drew; since when @p since was started.
    std::optional<qint64> waitUntilFresh(const QElapsedTimer &since);
    QString report() const;

    FarSummit &m_summit;
    QTemporaryDir m_home;
    XvncServer m_left{{.size = {320, 240}, .unixSocket = true}};
    XvncServer m_right{{.size = {320, 240}, .unixSocket = true}};
    std::unique_ptr<Desk> m_desk;
    QColor m_color;
    Growth m_growth;
};

void DeskFaultsTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_left.start());
    QVERIFY(m_right.start());
    init();
    QVERIFY2(!QTest::currentTestFailed(), "no desk");
    m_desk.reset();
    m_growth.begin();
}

void DeskFaultsTest::init()
{
    m_desk = std::make_unique<Desk>(nullptr);
    connect(m_desk.get(), &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::damaged, desktop, [desktop] {
                desktop->reportDamagePainted(); // as a view does that has painted it
            });
            desktop->addDisplay(desktop);
        }
    });
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {m_summit.server().linkSpec()};
    for (XvncServer *server : {&m_left, &m_right}) {
        DesktopSpec spec;
        spec.id = server == &m_left ? u"left"_s : u"right"_s;
        spec.link = profile.links.first().id;
        spec.address = server->address();
        profile.desktops << spec;
    }
    draw("navy");
    m_desk->connectProfile(profile);
    QElapsedTimer timer;
    timer.start();
    QVERIFY2(waitUntilFresh(timer), qPrintable(report()));
}

void DeskFaultsTest::cleanup()
{
    QVERIFY(m_summit.restore());
    m_desk.reset();
    QVERIFY2(m_growth.isNone(), qPrintable(m_growth.report()));
}

Link &DeskFaultsTest::link() const
{
    return *m_desk->links().first();
}

DesktopSession &DeskFaultsTest::desktop(const QString &id) const
{
    return *qobject_cast<DesktopSession *>(m_desk->session(id));
}

bool DeskFaultsTest::allAnswer() const
{
    const QList<Session *> sessions = m_desk->sessions();
    return std::ranges::all_of(sessions, [](const Session *session) {
        return session->state() == SessionState::Live && session->answering() == Session::AnswerState::Responding;
    });
}

void DeskFaultsTest::draw(const char *color)
{
    m_color = QColor::fromString(QLatin1StringView(color));
    for (XvncServer *server : {&m_left, &m_right}) {
        QVERIFY(server->x().output({u"xsetroot"_s, u"-solid"_s, m_color.name()}));
    }
}

std::optional<qint64> DeskFaultsTest::waitUntilFresh(const QElapsedTimer &since)
{
    const bool isFresh = wait([this] {
        return allAnswer() && std::ranges::all_of(m_desk->sessions(), [this](const Session *session) {
                   const QImage image = qobject_cast<const DesktopSession *>(session)->picture().image;
                   return !image.isNull() && image.pixelColor(image.rect().center()) == m_color;
               });
    });
    return isFresh ? std::optional(since.elapsed()) : std::nullopt;
}

QString DeskFaultsTest::report() const
{
    QString text = u"link: state %1"_s.arg(static_cast<int>(link().state()));
    for (const Session *session : m_desk->sessions()) {
        text += u"; %1: state %2, answering %3 %4"_s.arg(session->id())
                    .arg(static_cast<int>(session->state()))
                    .arg(static_cast<int>(session->answering()))
                    .arg(session->failure() ? session->failure()->what : QString());
    }
    return text;
}

void DeskFaultsTest::aCutOfFiveSeconds()
{
    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_summit.cut());
    QVERIFY(wait([&] {
        return desktop(u"left"_s).answering() != Session::AnswerState::Responding && desktop(u"right"_s).answering() != Session::AnswerState::Responding;
    }));
    const qint64 held = timer.elapsed();
    QVERIFY(wait([&] {
        return link().state() == LinkState::Stalled;
    }));
    const qint64 stalled = timer.elapsed();
    QVERIFY2(std::chrono::milliseconds(stalled) < underLoad(4500ms), qPrintable(QString::number(stalled)));
    // The last picture stays to be looked at.
    QCOMPARE(desktop(u"left"_s).picture().image.pixelColor(5, 5), m_color);
    draw("olive");
    QVERIFY(wait([&] {
        return timer.elapsed() >= 5000;
    }));
    QVERIFY(m_summit.restore());
    timer.start();
    const auto fresh = waitUntilFresh(timer);
    QVERIFY2(fresh, qPrintable(report()));
    qInfo("input held after %lld ms, stalled after %lld ms, pictures fresh %lld ms after the path", held, stalled, *fresh);
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(freshLimit), qPrintable(QString::number(*fresh)));
}

void DeskFaultsTest::theSessionIsKilled()
{
    draw("olive");
    QElapsedTimer timer;
    timer.start();
    m_summit.server().killSessions();
    QVERIFY(wait([&] {
        return !allAnswer();
    }));
    const auto fresh = waitUntilFresh(timer);
    QVERIFY2(fresh, qPrintable(report()));
    qInfo("pictures fresh %lld ms after the session was killed", *fresh);
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(freshLimit + 1s), qPrintable(QString::number(*fresh)));
}

void DeskFaultsTest::everythingStopsForAWhile()
{
    // The lid: nothing of ours runs for six seconds, workers (and here Xvnc) too. Somebody else has to let us go on.
    QElapsedTimer timer;
    timer.start();
    QProcess other;
    other.start(
        u"sh"_s,
        {u"-c"_s,
         u"all=\"%1 $(cat /proc/%1/task/*/children | tr ' ' '\\n' | grep -v \"^$$\\$\")\"; kill -STOP $all; sleep 6; kill -CONT $all"_s.arg(::getpid())});
    QVERIFY(other.waitForStarted());
    QVERIFY(wait([&] {
        return timer.elapsed() >= 6000;
    }));
    draw("olive");
    timer.start();
    const auto fresh = waitUntilFresh(timer);
    QVERIFY2(fresh, qPrintable(report()));
    qInfo("pictures fresh %lld ms after we went on", *fresh);
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(freshLimit), qPrintable(QString::number(*fresh)));
    QVERIFY(wait([&] {
        return other.state() == QProcess::NotRunning;
    }));
}

void DeskFaultsTest::anotherGatewayIsNoReasonToReconnect()
{
    int changes = 0;
    int looks = 0;
    NetworkWatch watch;
    QObject here; // ends what listens before what it writes to
    connect(&link(), &Link::stateChanged, &here, [&changes] {
        ++changes;
    });
    connect(&watch, &NetworkWatch::networkChanged, &here, [&looks] {
        ++looks;
    });
    QVERIFY(wait([&] {
        return watch.networkState().has_value();
    }));
    QVERIFY(PrivateNetwork::ip({u"route"_s, u"add"_s, u"default"_s, u"via"_s, m_summit.link().address(TestLink::Side::Far)}));
    QVERIFY(wait([&] {
        return looks == 1;
    }));
    QVERIFY(PrivateNetwork::ip({u"route"_s, u"del"_s, u"default"_s}));
    QVERIFY(wait([&] {
        return looks == 2;
    }));
    // Longer than an answer may take that was asked for because of it.
    QElapsedTimer timer;
    timer.start();
    QVERIFY(wait([&] {
        return timer.elapsed() > 2000;
    }));
    QCOMPARE(changes, 0);
    QVERIFY2(allAnswer(), qPrintable(report()));
    draw("olive");
    QVERIFY(waitUntilFresh(timer));
}

void DeskFaultsTest::theComputerMovesToAnotherNetwork()
{
    const QString here = m_summit.link().address(TestLink::Side::Near);
    const QString there = m_summit.link().address(TestLink::Side::Far);
    const QString moved = u"100.64.0.9"_s;
    // The way back from the summit is there before we move.
    const auto route = m_summit.link().run(TestLink::Side::Far, {u"ip"_s, u"route"_s, u"add"_s, moved, u"dev"_s, u"link0"_s});
    QVERIFY2(route && route->exitCode == 0, route ? route->errors.constData() : qPrintable(route.error()));
    draw("olive");
    QList<LinkState> states;
    QObject listener; // ends before what it writes to
    connect(&link(), &Link::stateChanged, &listener, [&states](LinkState state) {
        states << state;
    });
    QElapsedTimer timer;
    timer.start();
    QVERIFY(PrivateNetwork::ip({u"addr"_s, u"del"_s, here + u"/30"_s, u"dev"_s, u"link0"_s}));
    QVERIFY(PrivateNetwork::ip({u"addr"_s, u"add"_s, moved + u"/32"_s, u"dev"_s, u"link0"_s}));
    QVERIFY(PrivateNetwork::ip({u"route"_s, u"add"_s, there, u"dev"_s, u"link0"_s, u"src"_s, moved}));
    QVERIFY(wait([&] {
        return states.contains(LinkState::Dead);
    }));
    const qint64 dead = timer.elapsed();
    draw("teal");
    const auto fresh = waitUntilFresh(timer);
    QVERIFY2(fresh, qPrintable(report()));
    qInfo("given up after %lld ms, pictures fresh after %lld ms", dead, *fresh);
    QVERIFY2(std::chrono::milliseconds(dead) < underLoad(1500ms), qPrintable(QString::number(dead)));
    QVERIFY2(std::chrono::milliseconds(*fresh) < underLoad(freshLimit), qPrintable(QString::number(*fresh)));
    m_desk.reset();
    QVERIFY(PrivateNetwork::ip({u"addr"_s, u"add"_s, here + u"/30"_s, u"dev"_s, u"link0"_s}));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QGuiApplication app(argc, argv);
    FarSummit summit;
    if (!summit.start(u"100ms"_s)) {
        return 1;
    }
    DeskFaultsTest test(summit);
    return QTest::qExec(&test, argc, argv);
}
#include "deskfaultstest.moc"
