// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/placement.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

class PlacementTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mainWindowGoesWhereTheProfileSays_data();
    void mainWindowGoesWhereTheProfileSays();
    void keepsOffTitles_data();
    void keepsOffTitles();
    void otherWindowStaysOnItsScreen_data();
    void otherWindowStaysOnItsScreen();
    void comesBackToWhereItStood_data();
    void comesBackToWhereItStood();
    void correctsOnce();
    void waitsForTheWindowManager();
    void asksAgainWhereNothingCame();
    void leavesAPersonsMoveAlone();
};

void PlacementTest::mainWindowGoesWhereTheProfileSays_data()
{
    QTest::addColumn<WindowGeometry>("geometry");
    QTest::addColumn<FrameExtents>("frame");
    QTest::addColumn<QRect>("expected");
    using Size = WindowGeometry::Size;
    using Offset = WindowGeometry::Offset;
    const FrameExtents bare;
    const FrameExtents framed{.left = 1, .right = 1, .top = 20, .bottom = 5};
    QTest::newRow("size and place") << WindowGeometry{Size{300, 200}, Offset{20, 30, false, false}} << bare << QRect(1020, 130, 300, 200);
    QTest::newRow("the frame's corner counts") << WindowGeometry{Size{300, 200}, Offset{20, 30, false, false}} << framed << QRect(1021, 150, 300, 200);
    QTest::newRow("from the right and the bottom") << WindowGeometry{Size{300, 200}, Offset{-20, -30, true, true}} << bare << QRect(1480, 470, 300, 200);
    QTest::newRow("the frame's far corner") << WindowGeometry{Size{300, 200}, Offset{20, 30, true, true}} << framed << QRect(1479, 465, 300, 200);
    QTest::newRow("only from the right") << WindowGeometry{Size{300, 200}, Offset{0, 0, true, false}} << bare << QRect(1500, 100, 300, 200);
    QTest::newRow("place without size") << WindowGeometry{{}, Offset{5, 5, false, false}} << bare << QRect(1005, 105, 400, 300);
    QTest::newRow("nothing said: in the middle") << WindowGeometry{} << bare << QRect(1200, 250, 400, 300);
    QTest::newRow("too large: fills the screen") << WindowGeometry{Size{9000, 9000}, Offset{20, 30, false, false}} << framed << QRect(1001, 120, 798, 575);
    QTest::newRow("off the right edge: pushed in") << WindowGeometry{Size{300, 200}, Offset{700, 590, false, false}} << bare << QRect(1500, 500, 300, 200);
    QTest::newRow("off the left edge: pushed in") << WindowGeometry{Size{300, 200}, Offset{-50, -50, false, false}} << bare << QRect(1000, 100, 300, 200);
}

void PlacementTest::mainWindowGoesWhereTheProfileSays()
{
    QFETCH(WindowGeometry, geometry);
    QFETCH(FrameExtents, frame);
    QFETCH(QRect, expected);
    const QRect area(1000, 100, 800, 600);
    const QSize size = Placement::mainWindowSize(geometry, area, QSize(400, 300), frame);
    QCOMPARE(Placement::mainWindowRect(geometry, area, size, frame), expected);
}

void PlacementTest::keepsOffTitles_data()
{
    QTest::addColumn<QList<QRect>>("lines");
    QTest::addColumn<QRect>("rect");
    QTest::addColumn<QRect>("expected");
    // A laptop at 200 %: two tiles above one, each below its title.
    const QList<QRect> laptop{QRect(0, 62, 682, 38), QRect(684, 62, 682, 38), QRect(0, 416, 1366, 38)};
    const QList<QRect> none;
    QTest::newRow("no titles") << none << QRect(42, 286, 757, 420) << QRect(42, 286, 757, 420);
    QTest::newRow("covers none") << laptop << QRect(1106, 146, 220, 218) << QRect(1106, 146, 220, 218);
    QTest::newRow("over the lower title: below it, and smaller") << laptop << QRect(42, 286, 757, 420) << QRect(42, 475, 757, 288);
    QTest::newRow("its frame alone is over one") << laptop << QRect(700, 440, 300, 200) << QRect(700, 475, 300, 200);
    QTest::newRow("near the upper titles") << laptop << QRect(20, 90, 300, 200) << QRect(20, 121, 300, 200);
    QTest::newRow("wider than a tile: across both") << laptop << QRect(200, 80, 900, 200) << QRect(200, 121, 900, 200);
    QTest::newRow("it would be much smaller") << laptop << QRect(42, 120, 700, 600) << QRect(42, 120, 700, 600);
}

void PlacementTest::keepsOffTitles()
{
    QFETCH(const QList<QRect>, lines);
    QFETCH(const QRect, rect);
    QFETCH(const QRect, expected);
    const FrameExtents frame{.left = 1, .right = 1, .top = 21, .bottom = 5};
    QCOMPARE(Placement::rectClearOfTitleLines(rect, QRect(0, 62, 1366, 706), lines, frame), expected);
}

void PlacementTest::otherWindowStaysOnItsScreen_data()
{
    QTest::addColumn<QRect>("rect");
    QTest::addColumn<std::optional<QRect>>("parent");
    QTest::addColumn<std::optional<QRect>>("expected");
    using Rect = std::optional<QRect>;
    const Rect parent = QRect(1400, 300, 200, 200);
    QTest::newRow("it stands well") << QRect(1010, 110, 100, 100) << parent << Rect();
    QTest::newRow("hangs over the right edge") << QRect(1750, 200, 100, 100) << parent << Rect(QRect(1700, 200, 100, 100));
    QTest::newRow("hangs over the top") << QRect(1200, 70, 100, 100) << parent << Rect(QRect(1200, 100, 100, 100));
    QTest::newRow("on another screen: before its parent") << QRect(50, 50, 100, 100) << parent << Rect(QRect(1450, 350, 100, 100));
    QTest::newRow("on another screen, without parent") << QRect(50, 50, 100, 100) << Rect() << Rect(QRect(1350, 350, 100, 100));
    QTest::newRow("its parent is elsewhere itself") << QRect(50, 50, 100, 100) << Rect(QRect(0, 0, 10, 10)) << Rect(QRect(1350, 350, 100, 100));
    QTest::newRow("larger than the screen: its corner in sight") << QRect(900, 50, 2000, 2000) << parent << Rect(QRect(1000, 100, 2000, 2000));
}

void PlacementTest::otherWindowStaysOnItsScreen()
{
    QFETCH(QRect, rect);
    QFETCH(std::optional<QRect>, parent);
    QFETCH(std::optional<QRect>, expected);
    QCOMPARE(Placement::otherWindowRect(rect, QRect(1000, 100, 800, 600), parent, {}), expected);
}

namespace
{
const QRect wanted(100, 100, 50, 50);
const QRect elsewhere(7, 9, 50, 50);
const PlacementCorrector::Clock::time_point placementStart{};
}

void PlacementTest::comesBackToWhereItStood_data()
{
    QTest::addColumn<QRect>("stood");
    QTest::addColumn<QRect>("area");
    QTest::addColumn<QRect>("expected");
    const QRect centre(1920, 0, 1920, 1200);
    const QRect right(3840, 0, 1920, 1200);
    QTest::newRow("where it stood") << QRect(2000, 300, 640, 480) << centre << QRect(2000, 300, 640, 480);
    QTest::newRow("where a person put it on another screen") << QRect(4000, 300, 640, 480) << centre << QRect(4000, 300, 640, 480);
    QTest::newRow("over the edge of its screen: pushed in") << QRect(1900, 300, 640, 480) << centre << QRect(1922, 300, 640, 480);
    QTest::newRow("a smaller screen now: no larger than that") << QRect(3900, 100, 1900, 1150) << QRect(3840, 0, 1280, 1024) << QRect(3842, 20, 1276, 1002);
    QTest::newRow("a screen that is gone: in the middle of its own") << QRect(6000, 300, 640, 480) << right << QRect(4480, 369, 640, 480);
}

void PlacementTest::comesBackToWhereItStood()
{
    QFETCH(QRect, stood);
    QFETCH(QRect, area);
    QFETCH(QRect, expected);
    const FrameExtents frame{.left = 2, .right = 2, .top = 20, .bottom = 2};
    QCOMPARE(Placement::rectForReturningWindow(stood, area, QRect(0, 0, 5760, 1200), frame), expected);
}

void PlacementTest::correctsOnce()
{
    PlacementCorrector keeper;
    keeper.notePositionRequest(wanted, placementStart);
    QVERIFY(!keeper.mustRequestAgain(wanted, placementStart + 10ms));
    QVERIFY(keeper.mustRequestAgain(elsewhere, placementStart + 50ms));
    QVERIFY(!keeper.mustRequestAgain(wanted, placementStart + 60ms));
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 100ms)); // it insists: let it
}

void PlacementTest::waitsForTheWindowManager()
{
    PlacementCorrector keeper;
    QCOMPARE(keeper.checkAgainAt(), std::nullopt);
    keeper.notePositionRequest(wanted, placementStart);
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 10ms)); // older than our request
    QVERIFY(keeper.checkAgainAt().has_value());
    QCOMPARE(keeper.awaitedCorner(), wanted.topLeft());
    QVERIFY(!keeper.mustRequestAgain(wanted, placementStart + 20ms));
    QCOMPARE(keeper.checkAgainAt(), std::nullopt);
    QCOMPARE(keeper.awaitedCorner(), std::nullopt);
}

void PlacementTest::asksAgainWhereNothingCame()
{
    PlacementCorrector keeper;
    keeper.notePositionRequest(wanted, placementStart);
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 10ms));
    QVERIFY(keeper.mustRequestAgain(elsewhere, *keeper.checkAgainAt()));
    QCOMPARE(keeper.checkAgainAt(), std::nullopt); // and never again: somebody does not want it there
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 1s));
}

void PlacementTest::leavesAPersonsMoveAlone()
{
    PlacementCorrector keeper;
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart)); // never placed by us
    keeper.notePositionRequest(wanted, placementStart);
    QVERIFY(!keeper.mustRequestAgain(wanted, placementStart + 10ms));
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 10s));
    QVERIFY(!keeper.mustRequestAgain(wanted, placementStart + 11s));
    QVERIFY(!keeper.mustRequestAgain(elsewhere, placementStart + 12s));
}

NIGHTDESK_GUILESS_TEST(PlacementTest)
#include "placementtest.moc"
