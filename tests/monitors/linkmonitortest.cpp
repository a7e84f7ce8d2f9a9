// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/linkmonitor.h"
#include "sessions/links/hop/link.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

/// Which figures of a link count, by what the link reports.
class LinkMonitorTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneForEachLink();
    void figuresByState_data();
    void figuresByState();
    void figuresAfterARenewal();
};

namespace
{
void sample(Link &link, std::chrono::seconds at, std::chrono::microseconds roundTrip)
{
    LinkSample sample;
    sample.takenAt = std::chrono::steady_clock::time_point(1000h) + at;
    sample.sshRoundTrip = roundTrip;
    sample.tcpRoundTrip = roundTrip / 2;
    Q_EMIT link.sampleTaken(sample);
}
}

void LinkMonitorTest::oneForEachLink()
{
    Link one(LinkTarget{});
    Link other(LinkTarget{});
    LinkMonitor *const monitor = LinkMonitor::of(&one);
    QCOMPARE(LinkMonitor::of(&one), monitor);
    QCOMPARE(monitor->parent(), &one);
    QVERIFY(LinkMonitor::of(&other) != monitor);
    sample(one, 1s, 80ms);
    QCOMPARE(monitor->history().roundTrip(), 80ms);
    QVERIFY(!LinkMonitor::of(&other)->history().roundTrip());
}

void LinkMonitorTest::figuresByState_data()
{
    QTest::addColumn<LinkState>("state");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("live") << LinkState::Live << true;
    QTest::newRow("stalled: the same connection may go on") << LinkState::Stalled << true;
    QTest::newRow("dead: it may still come back") << LinkState::Dead << true;
    QTest::newRow("closed") << LinkState::Closed << false;
    QTest::newRow("idle") << LinkState::Idle << false;
    QTest::newRow("another connection begins") << LinkState::Connecting << false;
}

void LinkMonitorTest::figuresByState()
{
    QFETCH(LinkState, state);
    QFETCH(bool, isKept);
    Link link(LinkTarget{});
    const LinkMonitor *monitor = LinkMonitor::of(&link);
    QSignalSpy changed(monitor, &LinkMonitor::figuresChanged);
    sample(link, 1s, 80ms);
    QCOMPARE(changed.size(), 1);
    Q_EMIT link.stateChanged(state);
    QCOMPARE(monitor->history().roundTrip().has_value(), isKept);
    QCOMPARE(monitor->history().pathRoundTrip().has_value(), isKept);
    QCOMPARE(changed.size(), isKept ? 1 : 2);
    QCOMPARE(monitor->history().roundTrips().size(), 1); // what was measured stays to be seen
}

void LinkMonitorTest::figuresAfterARenewal()
{
    Link link(LinkTarget{});
    const LinkMonitor *monitor = LinkMonitor::of(&link);
    sample(link, 1s, 80ms);
    Q_EMIT link.connectionRenewed();
    QVERIFY(!monitor->history().roundTrip());
    sample(link, 2s, 20ms);
    QCOMPARE(monitor->history().roundTrip(), 20ms);
    QCOMPARE(monitor->history().medianRoundTrip(60s), 20ms); // without the connection before
}

NIGHTDESK_GUILESS_TEST(LinkMonitorTest)

#include "linkmonitortest.moc"
