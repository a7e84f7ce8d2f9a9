// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/screenmap.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// Which monitor a screen's name means.
class ScreenMapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void names_data();
    void names();
    void namesOnAMonitor_data();
    void namesOnAMonitor();
    void withoutAnything();
};

namespace
{
constexpr QRect left(0, 0, 1920, 1080);
constexpr QRect centre(1920, 0, 2560, 1440);
constexpr QRect right(4480, 0, 1920, 1080);
const QStringList three{u"left"_s, u"centre"_s, u"right"_s};
}

void ScreenMapTest::names_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QList<QRect>>("monitors");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("monitor");
    QTest::newRow("left is the leftmost") << three << QList{left, centre, right} << u"left"_s << 0;
    QTest::newRow("right is the rightmost") << three << QList{left, centre, right} << u"right"_s << 2;
    QTest::newRow("the order of the list does not matter") << three << QList{right, left, centre} << u"centre"_s << 2;
    QTest::newRow("nor for the first") << three << QList{right, left, centre} << u"left"_s << 1;
    QTest::newRow("a monitor left of the origin comes first") << three << QList{left, QRect(-1920, 0, 1920, 1080)} << u"left"_s << 1;
    QTest::newRow("one above the other counts from the top") << QStringList{u"top"_s, u"bottom"_s} << QList{QRect(0, 1080, 1920, 1080), left} << u"top"_s << 1;
    QTest::newRow("mirrored monitors keep their order") << three << QList{left, left} << u"left"_s << 0;
    QTest::newRow("two monitors: the last name shares the last") << three << QList{left, centre} << u"right"_s << 1;
    QTest::newRow("one monitor takes every name") << three << QList{centre} << u"right"_s << 0;
    QTest::newRow("more monitors than names leave the last ones free") << QStringList{u"left"_s} << QList{left, centre, right} << u"left"_s << 0;
    QTest::newRow("an unknown name goes to the first monitor") << three << QList{right, left, centre} << u"ceiling"_s << 1;
    QTest::newRow("an empty name goes to the first monitor") << three << QList{right, left, centre} << QString() << 1;
    QTest::newRow("names are case-sensitive as in the profile") << three << QList{left, centre, right} << u"RIGHT"_s << 0;
    QTest::newRow("no names at all") << QStringList() << QList{centre, left} << u"left"_s << 1;
    QTest::newRow("no monitors") << three << QList<QRect>() << u"left"_s << -1;
    QTest::newRow("no monitors, unknown name") << three << QList<QRect>() << u"ceiling"_s << -1;
}

void ScreenMapTest::names()
{
    QFETCH(QStringList, names);
    QFETCH(QList<QRect>, monitors);
    QFETCH(QString, name);
    QFETCH(int, monitor);
    const ScreenMap map(names, monitors);
    QCOMPARE(map.monitorFor(name), monitor);
    QCOMPARE(map.names(), names);
}

void ScreenMapTest::namesOnAMonitor_data()
{
    QTest::addColumn<QList<QRect>>("monitors");
    QTest::addColumn<int>("monitor");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one each") << QList{left, centre, right} << 1 << QStringList{u"centre"_s};
    QTest::newRow("what is left over shares the last, in order") << QList{left, centre} << 1 << QStringList{u"centre"_s, u"right"_s};
    QTest::newRow("a spare monitor has none") << QList{left, centre, right, QRect(6400, 0, 800, 600)} << 3 << QStringList();
    QTest::newRow("a monitor that is not there has none") << QList{left} << 7 << QStringList();
    QTest::newRow("nor has one before the first") << QList{left} << -1 << QStringList();
    QTest::newRow("without monitors nothing is anywhere") << QList<QRect>() << 0 << QStringList();
    QTest::newRow("not even nowhere") << QList<QRect>() << -1 << QStringList();
}

void ScreenMapTest::namesOnAMonitor()
{
    QFETCH(QList<QRect>, monitors);
    QFETCH(int, monitor);
    QFETCH(QStringList, names);
    QCOMPARE(ScreenMap(three, monitors).namesOn(monitor), names);
}

void ScreenMapTest::withoutAnything()
{
    const ScreenMap map;
    QCOMPARE(map.monitorFor(u"left"_s), -1);
    QVERIFY(map.names().isEmpty());
    QVERIFY(map.namesOn(0).isEmpty());
}

QTEST_GUILESS_MAIN(ScreenMapTest)
#include "screenmaptest.moc"
