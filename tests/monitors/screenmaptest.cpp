// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/screenmap.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
PhysicalMonitor monitor(const QString &connector, const QRect &rect, const QString &serial = {})
{
    return {{connector, u"Dell"_s, u"U2412M"_s, serial}, rect, rect.size()};
}

const PhysicalMonitor left = monitor(u"DP-1"_s, {0, 0, 1920, 1080}, u"A1"_s);
const PhysicalMonitor centre = monitor(u"DP-2"_s, {1920, 0, 2560, 1440}, u"B2"_s);
const PhysicalMonitor right = monitor(u"HDMI-1"_s, {4480, 0, 1920, 1080}, u"C3"_s);
const QStringList three{u"left"_s, u"centre"_s, u"right"_s};

MonitorId chosen(const QString &connector, const QString &serial = {})
{
    return {connector, u"Dell"_s, u"U2412M"_s, serial};
}

/// "left=DP-1 centre=DP-2 ..."
QString told(const ScreenMap &map, const QList<PhysicalMonitor> &monitors)
{
    QStringList parts;
    for (const QString &name : map.names()) {
        const int index = map.monitorFor(name);
        parts.append(name + u'=' + (index < 0 ? u"none"_s : monitors[index].id.connector));
    }
    return parts.join(u' ');
}
}

/// Which monitor a screen's name means.
class ScreenMapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void byThemselves_data();
    void byThemselves();
    void asChosen_data();
    void asChosen();
    void knownAgain_data();
    void knownAgain();
    void namesOnAMonitor_data();
    void namesOnAMonitor();
    void allNames();
    void withoutAnything();
};

void ScreenMapTest::byThemselves_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QList<PhysicalMonitor>>("monitors");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("expected");
    const PhysicalMonitor below = monitor(u"DP-9"_s, {0, 1080, 1920, 1080});
    QTest::newRow("left is the leftmost") << three << QList{left, centre, right} << u"left"_s << 0;
    QTest::newRow("right is the rightmost") << three << QList{left, centre, right} << u"right"_s << 2;
    QTest::newRow("the order of the list does not matter") << three << QList{right, left, centre} << u"centre"_s << 2;
    QTest::newRow("nor for the first") << three << QList{right, left, centre} << u"left"_s << 1;
    QTest::newRow("a monitor left of the origin comes first") << three << QList{left, monitor(u"DP-0"_s, {-1920, 0, 1920, 1080})} << u"left"_s << 1;
    QTest::newRow("one above the other counts from the top") << QStringList{u"top"_s, u"bottom"_s} << QList{below, left} << u"top"_s << 1;
    QTest::newRow("left to right goes before top to bottom") << three << QList{right, below, left} << u"centre"_s << 1;
    QTest::newRow("two monitors: the last name shares the last") << three << QList{left, centre} << u"right"_s << 1;
    QTest::newRow("one monitor takes every name") << three << QList{centre} << u"right"_s << 0;
    QTest::newRow("more monitors than names leave the last ones free") << QStringList{u"left"_s} << QList{left, centre, right} << u"left"_s << 0;
    QTest::newRow("an unknown name goes to the first monitor") << three << QList{right, left, centre} << u"ceiling"_s << 1;
    QTest::newRow("an empty name is the first screen") << three << QList{right, left, centre} << QString() << 1;
    QTest::newRow("names are case-sensitive as in the profile") << three << QList{left, centre, right} << u"RIGHT"_s << 0;
    QTest::newRow("no names at all") << QStringList() << QList{centre, left} << u"left"_s << 1;
    QTest::newRow("no names, an empty one") << QStringList() << QList{centre, left} << QString() << 1;
    QTest::newRow("no monitors") << three << QList<PhysicalMonitor>() << u"left"_s << -1;
    QTest::newRow("no monitors, unknown name") << three << QList<PhysicalMonitor>() << u"ceiling"_s << -1;
    const PhysicalMonitor beamer = monitor(u"VGA-1"_s, left.rect);
    const PhysicalMonitor smallBeamer = monitor(u"VGA-1"_s, {0, 0, 1024, 768});
    QTest::newRow("mirrored monitors are one place: the next name is on the next picture") << three << QList{left, beamer, centre} << u"centre"_s << 2;
    QTest::newRow("nothing but mirrored monitors take every name") << three << QList{left, beamer} << u"right"_s << 0;
    QTest::newRow("a monitor that shows a part of another is no place") << three << QList{smallBeamer, left, centre} << u"left"_s << 1;
    QTest::newRow("nor is it the second") << three << QList{smallBeamer, left, centre} << u"centre"_s << 2;
    QTest::newRow("monitors without any size") << three << QList{monitor(u"A"_s, {}), monitor(u"B"_s, {})} << u"left"_s << 0;
}

void ScreenMapTest::byThemselves()
{
    QFETCH(QStringList, names);
    QFETCH(QList<PhysicalMonitor>, monitors);
    QFETCH(QString, name);
    QFETCH(int, expected);
    const ScreenMap map(names, monitors);
    QCOMPARE(map.monitorFor(name), expected);
    QCOMPARE(map.names(), names);
}

void ScreenMapTest::asChosen_data()
{
    QTest::addColumn<QList<PhysicalMonitor>>("monitors");
    QTest::addColumn<ScreenMapping>("mapping");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QStringList>("namesWithoutMonitor");
    const MonitorId one = left.id;
    const MonitorId two = centre.id;
    const MonitorId last = right.id;
    const MonitorId gone = chosen(u"DP-7"_s, u"X9"_s);
    const QList all{left, centre, right};
    const QList pair{left, centre};
    QTest::newRow("nothing chosen") << all << ScreenMapping{} << u"left=DP-1 centre=DP-2 right=HDMI-1"_s << QStringList();
    QTest::newRow("two are swapped") << all << ScreenMapping{{u"left"_s, last}, {u"right"_s, one}} << u"left=HDMI-1 centre=DP-2 right=DP-1"_s << QStringList();
    QTest::newRow("one chosen: the others take what is left, in order")
        << all << ScreenMapping{{u"right"_s, one}} << u"left=DP-2 centre=HDMI-1 right=DP-1"_s << QStringList();
    QTest::newRow("all go round") << all << ScreenMapping{{u"left"_s, two}, {u"centre"_s, last}, {u"right"_s, one}} << u"left=DP-2 centre=HDMI-1 right=DP-1"_s
                                  << QStringList();
    QTest::newRow("two on one on purpose leave one free")
        << all << ScreenMapping{{u"left"_s, two}, {u"centre"_s, two}} << u"left=DP-2 centre=DP-2 right=DP-1"_s << QStringList();
    QTest::newRow("all on one") << all << ScreenMapping{{u"left"_s, two}, {u"centre"_s, two}, {u"right"_s, two}} << u"left=DP-2 centre=DP-2 right=DP-2"_s
                                << QStringList();
    QTest::newRow("an unplugged monitor's name finds its place by itself")
        << all << ScreenMapping{{u"right"_s, gone}} << u"left=DP-1 centre=DP-2 right=HDMI-1"_s << QStringList();
    QTest::newRow("what is unplugged takes nobody's place")
        << pair << ScreenMapping{{u"left"_s, last}, {u"right"_s, one}} << u"left=DP-2 centre=DP-2 right=DP-1"_s << QStringList{u"centre"_s};
    QTest::newRow("fewer monitors: the rest folds onto the last")
        << pair << ScreenMapping{} << u"left=DP-1 centre=DP-2 right=DP-2"_s << QStringList{u"right"_s};
    QTest::newRow("onto the last of all, though something was chosen for it")
        << pair << ScreenMapping{{u"left"_s, two}} << u"left=DP-2 centre=DP-1 right=DP-2"_s << QStringList{u"right"_s};
    QTest::newRow("the last one chosen for the first monitor folds nothing more")
        << pair << ScreenMapping{{u"right"_s, one}} << u"left=DP-2 centre=DP-2 right=DP-1"_s << QStringList{u"centre"_s};
    QTest::newRow("one monitor: two fold") << QList{centre} << ScreenMapping{{u"right"_s, one}} << u"left=DP-2 centre=DP-2 right=DP-2"_s
                                           << QStringList{u"centre"_s, u"right"_s};
    QTest::newRow("chosen for all of one monitor is no folding")
        << QList{centre} << ScreenMapping{{u"left"_s, two}, {u"centre"_s, two}, {u"right"_s, two}} << u"left=DP-2 centre=DP-2 right=DP-2"_s << QStringList();
    QTest::newRow("a name that the site does not have is nobody's")
        << all << ScreenMapping{{u"ceiling"_s, one}} << u"left=DP-1 centre=DP-2 right=HDMI-1"_s << QStringList();
    QTest::newRow("no monitors") << QList<PhysicalMonitor>() << ScreenMapping{{u"left"_s, one}} << u"left=none centre=none right=none"_s << QStringList();
    QTest::newRow("a mirror that was chosen means what it mirrors")
        << QList{left, monitor(u"VGA-1"_s, left.rect), centre} << ScreenMapping{{u"right"_s, chosen(u"VGA-1"_s)}} << u"left=DP-2 centre=DP-2 right=DP-1"_s
        << QStringList{u"centre"_s};
}

void ScreenMapTest::asChosen()
{
    QFETCH(QList<PhysicalMonitor>, monitors);
    QFETCH(ScreenMapping, mapping);
    QFETCH(QString, expected);
    QFETCH(QStringList, namesWithoutMonitor);
    const ScreenMap map(three, monitors, mapping);
    QCOMPARE(told(map, monitors), expected);
    QCOMPARE(map.namesWithoutMonitor(), namesWithoutMonitor);
    QCOMPARE(map.monitorFor(QString()), map.monitorFor(u"left"_s)); // the first screen, wherever it is
    for (const QString &name : three) {
        const bool isThere = mapping.contains(name) && ScreenMap::findMonitor(mapping.value(name), monitors) >= 0;
        QCOMPARE(map.isOnChosenMonitor(name), isThere);
    }
}

void ScreenMapTest::knownAgain_data()
{
    QTest::addColumn<MonitorId>("id");
    QTest::addColumn<QList<PhysicalMonitor>>("monitors");
    QTest::addColumn<int>("expected");
    const QList all{left, centre, right};
    QTest::newRow("by its connector") << chosen(u"DP-2"_s, u"B2"_s) << all << 1;
    QTest::newRow("by its connector, though another monitor is there now") << chosen(u"DP-2"_s, u"A1"_s) << all << 1;
    QTest::newRow("by its serial number, when the connector is gone") << chosen(u"DP-7"_s, u"C3"_s) << all << 2;
    QTest::newRow("not by a serial number that is not there") << chosen(u"DP-7"_s, u"Z"_s) << all << -1;
    QTest::newRow("not without a serial number") << chosen(u"DP-7"_s) << QList{monitor(u"DP-1"_s, left.rect)} << -1;
    QTest::newRow("not by a number that two have") << chosen(u"DP-7"_s, u"1"_s)
                                                   << QList{monitor(u"DP-1"_s, left.rect, u"1"_s), monitor(u"DP-2"_s, centre.rect, u"1"_s)} << -1;
    QTest::newRow("not by the number of another model") << MonitorId{u"DP-7"_s, u"Dell"_s, u"P2720"_s, u"A1"_s} << all << -1;
    QTest::newRow("nor of another maker") << MonitorId{u"DP-7"_s, u"Eizo"_s, u"U2412M"_s, u"A1"_s} << all << -1;
    QTest::newRow("connectors are case-sensitive") << chosen(u"dp-1"_s) << all << -1;
    QTest::newRow("nothing is nobody") << MonitorId{} << all << -1;
    QTest::newRow("among none") << chosen(u"DP-1"_s, u"A1"_s) << QList<PhysicalMonitor>() << -1;
}

void ScreenMapTest::knownAgain()
{
    QFETCH(MonitorId, id);
    QFETCH(QList<PhysicalMonitor>, monitors);
    QFETCH(int, expected);
    QCOMPARE(ScreenMap::findMonitor(id, monitors), expected);
}

void ScreenMapTest::namesOnAMonitor_data()
{
    QTest::addColumn<QList<PhysicalMonitor>>("monitors");
    QTest::addColumn<int>("index");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one each") << QList{left, centre, right} << 1 << QStringList{u"centre"_s};
    QTest::newRow("what is left over shares the last, in order") << QList{left, centre} << 1 << QStringList{u"centre"_s, u"right"_s};
    QTest::newRow("a spare monitor has none") << QList{left, centre, right, monitor(u"DP-5"_s, {6400, 0, 800, 600})} << 3 << QStringList();
    QTest::newRow("a mirror has what it mirrors") << QList{left, monitor(u"VGA-1"_s, left.rect), centre} << 1 << QStringList{u"left"_s};
    QTest::newRow("a monitor that is not there has none") << QList{left} << 7 << QStringList();
    QTest::newRow("nor has one before the first") << QList{left} << -1 << QStringList();
    QTest::newRow("without monitors nothing is anywhere") << QList<PhysicalMonitor>() << 0 << QStringList();
    QTest::newRow("not even nowhere") << QList<PhysicalMonitor>() << -1 << QStringList();
}

void ScreenMapTest::namesOnAMonitor()
{
    QFETCH(QList<PhysicalMonitor>, monitors);
    QFETCH(int, index);
    QFETCH(QStringList, names);
    const ScreenMap map(three, monitors);
    QCOMPARE(map.namesOn(index), names);
    QCOMPARE(map.viewerWindowTitleOf(index), names.join(u'/'));
}

void ScreenMapTest::allNames()
{
    InstrumentProfile profile;
    for (const QString &screen : {u"wall"_s, u"left"_s, QString()}) {
        DesktopSpec desktop;
        desktop.screen = screen;
        profile.desktops.append(desktop);
    }
    for (const QString &screen : {u"desk"_s, u"wall"_s, QString()}) {
        WindowSpec window;
        window.screen = screen;
        profile.windows.append(window);
    }
    QCOMPARE(ScreenMap::allNames({u"left"_s, u"right"_s}, profile), (QStringList{u"left"_s, u"right"_s, u"wall"_s, u"desk"_s}));
    QCOMPARE(ScreenMap::allNames({}, InstrumentProfile()), QStringList());
    QCOMPARE(ScreenMap::allNames({}, QList<InstrumentProfile>()), QStringList());
}

void ScreenMapTest::withoutAnything()
{
    const ScreenMap map;
    QCOMPARE(map.monitorFor(u"left"_s), -1);
    QCOMPARE(map.monitorFor(QString()), -1);
    QVERIFY(map.names().isEmpty());
    QVERIFY(map.namesOn(0).isEmpty());
    QVERIFY(map.monitorIndexesLeftToRight().isEmpty());
    QVERIFY(map.namesWithoutMonitor().isEmpty());
    QVERIFY(!map.isOnChosenMonitor(u"left"_s));
}

NIGHTDESK_GUILESS_TEST(ScreenMapTest)
#include "screenmaptest.moc"
