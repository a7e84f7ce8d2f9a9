// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsession.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/colorpainter.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/displays/palettegrid.h"
#include "widgets/displays/paletteview.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/visualsview.h"
#include "widgets/viewer/desktopchip.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
constexpr DesktopPalette::Color magenta{0xffff, 0, 0xffff}; // what lies between, the X server rounds

/// All texts that are seen of @p view, a line each.
QString textsOf(const QWidget *view)
{
    QStringList texts;
    for (const QLabel *label : view->findChildren<QLabel *>()) {
        texts.append(label->text());
    }
    return texts.join(u'\n');
}
}

/// What is shown of a real 8-bit desktop: its live color map on the Visuals page, and what differs from its profile.
class EightBitViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aMapIsShownWhileItIsKnown();
    void changedCellsAreFramedAndCounted();
    void aCellIsChosenByKeysAndClicks();
    void whatDiffersIsSaidOnCardAndStrip();
    void everythingIsNamedAndReached();

private:
    const PaletteView *palette() const;
    QColor colorOf(int cell) const; ///< in the middle of it

    Summit m_summit;
    X11vncServer m_server;
    std::unique_ptr<ColorPainter> m_painter;
    std::unique_ptr<Viewer> m_viewer;
    VisualsView m_view;
};

const PaletteView *EightBitViewTest::palette() const
{
    return m_view.findChild<PaletteView *>();
}

QColor EightBitViewTest::colorOf(int cell) const
{
    auto *grid = m_view.findChild<PaletteGrid *>();
    const int side = (grid->sizeHint().width() - 2) / PaletteGrid::columnCount;
    return grid->grab().toImage().pixelColor(1 + cell % 16 * side + side / 2, 1 + cell / 16 * side + side / 2);
}

void EightBitViewTest::initTestCase()
{
    QVERIFY(QApplication::setStyle(u"breeze"_s)); // as the program has it: others show the keyboard's place only after a real Tab
    QVERIFY(m_summit.start());
    QVERIFY(m_server.start());
    m_painter = std::make_unique<ColorPainter>(m_server.x().display());
    QVERIFY(m_painter->allocate());
    m_painter->store(0, magenta);
    m_viewer = std::make_unique<Viewer>(m_summit.link(), m_server.address());
    m_view.resize(900, 700);
    m_view.show();
    m_view.addSession(&m_viewer->session);
    QVERIFY(palette());
    QVERIFY(!palette()->isVisible()); // nothing is known yet
    m_viewer->session.start();
    QVERIFY(m_viewer->waitForState(SessionState::Live));
    const DesktopPalette &colors = m_viewer->session.palette();
    QVERIFY(WAIT_FOR(colors.color(m_painter->pixel(0)) == magenta, 60s));
}

void EightBitViewTest::aMapIsShownWhileItIsKnown()
{
    QVERIFY(WAIT_FOR(palette()->isVisible(), 30s));
    QVERIFY(WAIT_FOR(colorOf(m_painter->pixel(0)) == QColor(Qt::magenta), 30s));
    const QString text = palette()->text();
    QCOMPARE(text.count(u'\t'), 256);
    QVERIFY2(text.contains(QString::number(m_painter->pixel(0)) + u"\trgb:ffff/0000/ffff\n"_s), qPrintable(text));
    QVERIFY2(text.contains(u"unknown. The VNC protocol does not report them."), qPrintable(text));
    QTest::mouseClick(m_view.findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().section(u'\n', 0, 256), text.section(u'\n', 0, 256));

    const XServerFacts nothing;
    m_view.setServers(nothing, {});
    QVERIFY(palette()->isVisible());
}

void EightBitViewTest::changedCellsAreFramedAndCounted()
{
    const int cell = m_painter->pixel(1);
    m_painter->store(1, {0xffff, 0xffff, 0x0000});
    const DesktopPalette &colors = m_viewer->session.palette();
    QVERIFY(WAIT_FOR(colors.color(cell) == (DesktopPalette::Color{0xffff, 0xffff, 0}), 60s));
    QVERIFY(colors.changedAt(cell));
    QVERIFY(WAIT_FOR(colorOf(cell) == QColor(Qt::yellow), 30s));
    QVERIFY2(WAIT_FOR(textsOf(palette()).contains(u"in the last minute, at most"), 30s), qPrintable(textsOf(palette())));
}

void EightBitViewTest::aCellIsChosenByKeysAndClicks()
{
    auto *grid = m_view.findChild<PaletteGrid *>();
    grid->setFocus();
    QTest::keyClick(grid, Qt::Key_Home);
    QTest::keyClick(grid, Qt::Key_Left);
    QCOMPARE(grid->currentCell(), 0);
    QTest::keyClick(grid, Qt::Key_Down);
    QTest::keyClick(grid, Qt::Key_Right);
    QCOMPARE(grid->currentCell(), 17);
    QVERIFY2(grid->accessibleDescription().startsWith(u"Cell 17 (0x11): #"_s), qPrintable(grid->accessibleDescription()));
    QVERIFY(textsOf(palette()).contains(grid->accessibleDescription()));
    QTest::keyClick(grid, Qt::Key_End);
    QTest::keyClick(grid, Qt::Key_Down);
    QCOMPARE(grid->currentCell(), 255);
    QTest::mouseClick(grid, Qt::LeftButton, {}, QPoint(5, 5));
    QCOMPARE(grid->currentCell(), 0);
}

void EightBitViewTest::whatDiffersIsSaidOnCardAndStrip()
{
    SessionCard card(&m_viewer->session);
    card.show();
    DesktopChip chip(&m_viewer->session);
    const QString before = chip.fullText();
    const QString remark = u"The desktop is 1024×768 pixels large; the profile expects 1920×1200. Ask <b>them</b>."_s;
    m_viewer->session.setServerFitRemark(remark);
    QVERIFY2(textsOf(&card).contains(remark), qPrintable(textsOf(&card)));
    QCOMPARE(chip.fullText(), before + u": differs from profile"_s);
    QCOMPARE(chip.accessibleName(), chip.fullText());
    QVERIFY2(chip.toolTip().contains(remark.toHtmlEscaped()), qPrintable(chip.toolTip()));
    m_viewer->session.setServerFitRemark({});
    QVERIFY2(!textsOf(&card).contains(u"1920×1200"_s), qPrintable(textsOf(&card)));
    QCOMPARE(chip.fullText(), before);
}

void EightBitViewTest::everythingIsNamedAndReached()
{
    m_view.setWindowTitle(u"Visuals"_s);
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_view.grab().save(shots + u"/visuals.png"_s);
    }
    const QStringList problems = AccessibleCheck::problems(&m_view);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    m_view.removeSession(&m_viewer->session);
    QVERIFY(!palette());
}

NIGHTDESK_TEST(EightBitViewTest)
#include "eightbitviewtest.moc"
