// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/displayplaces.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
PhysicalMonitor monitor(const QString &connector, int x)
{
    PhysicalMonitor monitor;
    monitor.id.connector = connector;
    monitor.rect = QRect(x, 0, 1920, 1080);
    return monitor;
}

/// Two screens and three monitors, of which the first in the list stands in the middle; HDMI-1 at the right has no screen.
DisplayPlaces desk()
{
    return DisplayPlaces({u"control"_s, u"science"_s}, {monitor(u"DP-2"_s, 1920), monitor(u"DP-1"_s, 0), monitor(u"HDMI-1"_s, 3840)}, {});
}
}

class DisplayPlacesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDisplayBelongsWhereItWasMovedOrItsProfileSays_data();
    void aDisplayBelongsWhereItWasMovedOrItsProfileSays();
    void itCanBeMovedToEachMonitor();
    void aStepGoesAround_data();
    void aStepGoesAround();
    void withoutMonitorsThereIsNoPlace();
};

void DisplayPlacesTest::aDisplayBelongsWhereItWasMovedOrItsProfileSays_data()
{
    QTest::addColumn<QString>("screenName");
    QTest::addColumn<QString>("moved");
    QTest::addColumn<int>("expected");
    QTest::newRow("the screen of its profile") << u"science"_s << QString() << 0;
    QTest::newRow("the screen to which it was moved") << u"science"_s << u"control"_s << 1;
    QTest::newRow("the monitor without a screen to which it was moved") << u"science"_s << u"@HDMI-1"_s << 2;
    QTest::newRow("a monitor that is gone counts no more") << u"science"_s << u"@DP-9"_s << 0;
    QTest::newRow("a screen that is gone counts no more") << u"science"_s << u"visitors"_s << 0;
    QTest::newRow("no screen is the first") << QString() << QString() << 1;
}

void DisplayPlacesTest::aDisplayBelongsWhereItWasMovedOrItsProfileSays()
{
    QFETCH(QString, screenName);
    QFETCH(QString, moved);
    QFETCH(int, expected);
    QCOMPARE(desk().monitorFor(screenName, moved), expected);
}

void DisplayPlacesTest::itCanBeMovedToEachMonitor()
{
    const QList<MoveTargetScreen> places = desk().targetScreens(0);
    QCOMPARE(places.size(), 3);
    QCOMPARE(places.at(0).name, u"control"_s); // from left to right
    QCOMPARE(places.at(1).name, u"science"_s);
    QCOMPARE(places.at(2).name, u"@HDMI-1"_s);
    QCOMPARE(places.at(2).title, u"HDMI-1"_s);
    QVERIFY(!places.at(0).isCurrentScreen);
    QVERIFY(places.at(1).isCurrentScreen);
    for (const MoveTargetScreen &place : places) {
        QCOMPARE(desk().targetNameOf(desk().monitorFor(u"control"_s, place.name)), place.name);
    }
}

void DisplayPlacesTest::aStepGoesAround_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("expected");
    QTest::newRow("to the right") << 1 << 1 << 0;
    QTest::newRow("from the last to the first") << 2 << 1 << 1;
    QTest::newRow("to the left") << 0 << -1 << 1;
    QTest::newRow("from the first to the last") << 1 << -1 << 2;
}

void DisplayPlacesTest::aStepGoesAround()
{
    QFETCH(int, from);
    QFETCH(int, steps);
    QFETCH(int, expected);
    QCOMPARE(desk().neighborMonitor(from, steps), std::optional(expected));
}

void DisplayPlacesTest::withoutMonitorsThereIsNoPlace()
{
    const DisplayPlaces none;
    QCOMPARE(none.monitorFor(u"control"_s, QString()), -1);
    QVERIFY(none.targetScreens(0).isEmpty());
    QVERIFY(!none.neighborMonitor(-1, 1));
    const DisplayPlaces one({u"control"_s}, {monitor(u"DP-1"_s, 0)}, {});
    QCOMPARE(one.monitorFor(u"control"_s, u"@DP-2"_s), 0);
    QVERIFY(!one.neighborMonitor(0, 1)); // there is no other
}

NIGHTDESK_GUILESS_TEST(DisplayPlacesTest)
#include "displayplacestest.moc"
