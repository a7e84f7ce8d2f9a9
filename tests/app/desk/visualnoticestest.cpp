// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/visualnotices.h"
#include "monitors/supportdesk.h"
#include "monitors/visuals/xservermonitor.h"
#include "sessions/desk/desk.h"
#include "tests/support/bareserver.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "widgets/questions/messagebar.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
InstrumentProfile profileOf(const QStringList &visuals)
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.links = {SshServer().linkSpec()};
    WindowSpec window;
    window.id = u"panel"_s;
    window.title = u"Panel"_s;
    window.link = profile.links.first().id;
    window.command = {u"true"_s};
    window.start = StartPolicy::Manual;
    window.isTrusted = true;
    window.needs.visuals = visuals;
    profile.windows = {window};
    return profile;
}
}

/// What is offered of connected programs that need a visual, by real X servers.
class VisualNoticesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPrivateServerIsOffered_data();
    void aPrivateServerIsOffered();
};

void VisualNoticesTest::aPrivateServerIsOffered_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QStringList>("visuals");
    QTest::addColumn<bool>("isOffered");
    const QStringList deep{u"-screen"_s, u"0"_s, u"800x600x24"_s};
    const QStringList old{u"-screen"_s, u"0"_s, u"800x600x8"_s, u"-cc"_s, u"3"_s};
    QTest::newRow("an 8-bit program on 24 bits") << deep << QStringList{u"PseudoColor 8"_s} << true;
    QTest::newRow("an 8-bit program on 8 bits") << old << QStringList{u"PseudoColor 8"_s} << false;
    QTest::newRow("a program that needs nothing") << deep << QStringList() << false;
    QTest::newRow("a visual that no private server has") << deep << QStringList{u"GrayScale 8"_s} << false;
}

void VisualNoticesTest::aPrivateServerIsOffered()
{
    QFETCH(const QStringList, server);
    QFETCH(const QStringList, visuals);
    QFETCH(const bool, isOffered);
    BareServer x(server);
    QVERIFY(x.serves());
    qputenv("DISPLAY", x.display().toLatin1());
    Desk desk(nullptr);
    XServerMonitor watch(&desk);
    SupportDesk support;
    MessageBar message(&support);
    const VisualNotices notices(&desk, &watch, &message);
    QSignalSpy changed(&watch, &XServerMonitor::serverFactsChanged);
    desk.connectProfile(profileOf(visuals));
    QVERIFY(message.messageTopic().isEmpty()); // nothing is known of this X server yet
    watch.rereadServers();
    QVERIFY(WAIT_FOR(!changed.isEmpty()));
    const Session *panel = desk.session(u"panel"_s);
    QVERIFY(panel);
    QCOMPARE(!notices.offerText(panel).isEmpty(), isOffered);
    QCOMPARE(message.messageTopic(), isOffered ? u"/visual/lris/panel"_s : QString());
    if (!isOffered) {
        return;
    }
    QVERIFY2(message.text().contains(u"PseudoColor 8"_s), qPrintable(message.text()));
    const auto actions = message.actions();
    const auto take = std::ranges::find_if(actions, [](const QAction *action) {
        return action->isVisible() && action->text().contains(u"vnc-app"_s);
    });
    QVERIFY(take != actions.cend());
    (*take)->trigger();
    QVERIFY(WAIT_FOR(desk.session(u"panel"_s) && desk.session(u"panel"_s)->displayModes().current == Topology::VncApp));
    panel = desk.session(u"panel"_s);
    QCOMPARE(panel->state(), SessionState::Idle); // it was not started
    QVERIFY(notices.offerText(panel).isEmpty());
    QVERIFY(message.messageTopic().isEmpty());
}

NIGHTDESK_TEST(VisualNoticesTest)
#include "visualnoticestest.moc"
