// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktoppalette.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/colorpainter.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QTest>

#include <numeric>

using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using Color = DesktopPalette::Color;

namespace
{
/// All cells, if all were told.
QList<Color> colorsOf(const DesktopPalette &palette)
{
    QList<Color> colors;
    for (int cell = 0; cell < DesktopPalette::cellCount; ++cell) {
        if (const auto color = palette.color(cell)) {
            colors.append(*color);
        }
    }
    return colors;
}

int sum(const auto &counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0);
}
}

class DesktopPaletteTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsKnownBeforeTheServerTells();
    void firstColorsAreNoChange();
    void changesAreCountedBySecond();
    void changesAreForgottenAfterAMinute();
    void endlessChangesAreBounded();
    void aRealMapEqualsXQueryColors();
    void aDesktopOfTrueColorHasNone();
};

void DesktopPaletteTest::nothingIsKnownBeforeTheServerTells()
{
    const DesktopPalette palette;
    QVERIFY(!palette.areColorsKnown());
    QVERIFY(!palette.color(0) && !palette.color(255) && !palette.changedAt(255));
    QCOMPARE(sum(palette.changeHistory(DesktopPalette::Instant(100s))), 0);
}

void DesktopPaletteTest::firstColorsAreNoChange()
{
    DesktopPalette palette;
    const DesktopPalette::Instant now(100s);
    palette.setColors({{{7, 1, 2, 0xffff}}, 0}, now);
    QVERIFY(palette.areColorsKnown());
    QCOMPARE(palette.color(7), (Color{1, 2, 0xffff}));
    QVERIFY(!palette.color(8));
    QVERIFY(!palette.changedAt(7));
    palette.setColors({{{7, 3, 2, 0xffff}, {8, 0, 0, 0}}, 1}, now + 1s);
    QCOMPARE(palette.color(7), (Color{3, 2, 0xffff}));
    QCOMPARE(palette.changedAt(7), now + 1s);
    QVERIFY(!palette.changedAt(8));
}

void DesktopPaletteTest::changesAreCountedBySecond()
{
    DesktopPalette palette;
    const DesktopPalette::Instant now(1000s);
    palette.setColors({{{7, 0, 0, 0}}, 0}, now);
    palette.setColors({{{7, 1, 0, 0}}, 3}, now + 100ms);
    palette.setColors({{{7, 2, 0, 0}}, 4}, now + 900ms);
    palette.setColors({{{7, 3, 0, 0}}, 5}, now + 1s);
    QCOMPARE(palette.changesPerSecond(now + 999ms), 0); // that second is not over
    QCOMPARE(palette.changesPerSecond(now + 1500ms), 7);
    QCOMPARE(palette.changesPerSecond(now + 2s), 5);
    const auto history = palette.changeHistory(now + 3s);
    QCOMPARE(history.back(), 0);
    QCOMPARE(history[DesktopPalette::historySeconds - 2], 5);
    QCOMPARE(history[DesktopPalette::historySeconds - 3], 7);
    QCOMPARE(sum(history), 12);
}

void DesktopPaletteTest::changesAreForgottenAfterAMinute()
{
    DesktopPalette palette;
    const DesktopPalette::Instant now(1000s);
    palette.setColors({{{7, 0, 0, 0}}, 2}, now);
    QCOMPARE(palette.changeHistory(now + 60s).front(), 2);
    QCOMPARE(sum(palette.changeHistory(now + 61s)), 0);
    QCOMPARE(sum(palette.changeHistory(now + 10h)), 0);
    palette.setColors({{{7, 1, 0, 0}}, 9}, now + 61s); // the same place in the ring
    QCOMPARE(sum(palette.changeHistory(now + 62s)), 9);
}

void DesktopPaletteTest::endlessChangesAreBounded()
{
    DesktopPalette palette;
    const DesktopPalette::Instant now(1000s);
    for (int i = 0; i < 5000; ++i) {
        palette.setColors({{{7, static_cast<std::uint16_t>(i), 0, 0}}, RfbWire::maxColorChanges}, now);
    }
    QCOMPARE(palette.changesPerSecond(now + 1s), 1'000'000'000);
}

void DesktopPaletteTest::aRealMapEqualsXQueryColors()
{
    Summit summit;
    QVERIFY(summit.start());
    X11vncServer server;
    QVERIFY(server.start());
    ColorPainter painter(server.x().display());
    QVERIFY(painter.allocate());
    painter.store(0, {0x1234, 0x5678, 0x9abc});
    painter.store(1, {0x0001, 0xfffe, 0x8000});
    Viewer viewer(summit.link(), server.address());
    const DesktopPalette &palette = viewer.session.palette();
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    const QList<Color> first = painter.query();
    QCOMPARE(first.size(), DesktopPalette::cellCount);
    QVERIFY(WAIT_FOR(colorsOf(palette) == first, 60s));
    QCOMPARE(palette.color(painter.pixel(0)), first[painter.pixel(0)]);

    painter.store(2, {0xffff, 0x00ff, 0x0f0f});
    const QList<Color> second = painter.query();
    QVERIFY(first != second);
    QVERIFY(WAIT_FOR(colorsOf(palette) == second, 60s));
    QVERIFY(palette.changedAt(painter.pixel(2)));
    QVERIFY(!palette.changedAt(painter.pixel(3)));
    QVERIFY(WAIT_FOR(sum(palette.changeHistory(std::chrono::steady_clock::now())) >= 1, 60s));

    viewer.session.stop();
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(WAIT_FOR(colorsOf(palette) == second, 60s)); // of the new connection
    QVERIFY(!palette.changedAt(painter.pixel(2)));
}

void DesktopPaletteTest::aDesktopOfTrueColorHasNone()
{
    Summit summit;
    QVERIFY(summit.start());
    XvncServer server;
    QVERIFY(server.start());
    Viewer viewer(summit.link(), server.address());
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    QVERIFY(viewer.waitForPicture([&server] {
        return server.x().screenshot();
    }));
    QVERIFY(!viewer.session.palette().areColorsKnown());
}

NIGHTDESK_GUILESS_TEST(DesktopPaletteTest)
#include "desktoppalettetest.moc"
