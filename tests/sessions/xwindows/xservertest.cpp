// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/xserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// The other tests stand on this fixture, so it is looked at first.
class XServerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void showsAProgramWithAndWithoutWindowManager_data();
    void showsAProgramWithAndWithoutWindowManager();
    void refusesWhoHasNoCookie();
    void hasThreeMonitors();
    void twoRunBesideEachOther();
};

void XServerTest::showsAProgramWithAndWithoutWindowManager_data()
{
    QTest::addColumn<bool>("windowManager");
    QTest::newRow("openbox") << true;
    QTest::newRow("none") << false;
}

void XServerTest::showsAProgramWithAndWithoutWindowManager()
{
    QFETCH(bool, windowManager);
    XServer server({.windowManager = windowManager});
    QVERIFY(server.start());
    server.run({u"xterm"_s,
                u"-T"_s,
                u"fixture"_s,
                u"-bg"_s,
                u"#204060"_s,
                u"-e"_s,
                u"sh"_s,
                u"-c"_s,
                u"xprop -root -f READY 8s -set READY yes; read line; xprop -root -f TYPED 8s -set TYPED \"$line\"; read more"_s});
    QVERIFY(WAIT_FOR(server.window(u"fixture"_s).has_value()));
    const QRect rect = server.window(u"fixture"_s)->rect;
    QVERIFY(WAIT_FOR(server.pixel(rect.bottomRight() - QPoint(3, 3)) == QColor(0x20, 0x40, 0x60)));
    QVERIFY(waitFor([&] { // an xterm loses keys that come while it starts
        return server.output({u"xprop"_s, u"-root"_s, u"READY"_s}).value_or("").contains("yes");
    }));
    QVERIFY(server.click(rect.center()));
    QVERIFY(!windowManager || WAIT_FOR(server.focus() == server.window(u"fixture"_s)->id));
    QVERIFY(server.type(u"night"_s));
    QVERIFY(server.key(u"Return"_s));
    QVERIFY(WAIT_FOR(server.output({u"xprop"_s, u"-root"_s, u"TYPED"_s}).value_or("").contains("\"night\"")));
}

void XServerTest::refusesWhoHasNoCookie()
{
    XServer server;
    QVERIFY(server.start());
    QProcessEnvironment stranger = server.environment();
    stranger.insert(u"XAUTHORITY"_s, u"/dev/null"_s);
    QProcess *program = server.run({u"xprop"_s, u"-root"_s}, stranger);
    QVERIFY(program->waitForFinished());
    QVERIFY(program->exitCode() != 0);
    QVERIFY(server.output({u"xprop"_s, u"-root"_s}));
}

void XServerTest::hasThreeMonitors()
{
    XServer server({.size = {5760, 1200}, .threeMonitors = true});
    QVERIFY(server.start());
    const QByteArray monitors = server.output({u"xrandr"_s, u"--listmonitors"_s}).value_or("");
    QVERIFY2(monitors.startsWith("Monitors: 3"), monitors.constData());
    QVERIFY2(monitors.contains("1920/508x1200/317+3840+0"), monitors.constData());
}

void XServerTest::twoRunBesideEachOther()
{
    XServer one;
    XServer two;
    QVERIFY(one.start());
    QVERIFY(two.start());
    QVERIFY(one.display() != two.display());
    one.kill();
    QVERIFY(one.screenshot().isNull());
    QVERIFY(!two.screenshot().isNull());
}

NIGHTDESK_GUILESS_TEST(XServerTest)
#include "xservertest.moc"
