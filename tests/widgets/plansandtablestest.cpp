// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/accessible.h"
#include "widgets/screenplan.h"
#include "widgets/visualsview.h"

#include <QLabel>
#include <QTest>
#include <QTreeWidget>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
XServerFacts twoScreens()
{
    XVisual pseudo;
    pseudo.id = 0x21;
    pseudo.visualClass = XVisual::Class::PseudoColor;
    pseudo.depth = 8;
    pseudo.bitsPerRgb = 6;
    pseudo.colormapEntries = 256;
    pseudo.redMask = 0xff; // means nothing for this class
    pseudo.isDefault = true;
    XVisual deep;
    deep.id = 0x22;
    deep.visualClass = XVisual::Class::TrueColor;
    deep.depth = 24;
    deep.redMask = 0xff0000;
    deep.greenMask = 0xff00;
    deep.blueMask = 0xff;
    XScreenFacts first;
    first.size = {1024, 768};
    first.rootDepth = 8;
    first.whitePixel = 1;
    first.backingStore = XBackingStore::WhenMapped;
    first.visuals = {pseudo, deep};
    XScreenFacts second;
    second.number = 1;
    second.size = {2560, 1600};
    second.rootDepth = 24;
    XServerFacts facts;
    facts.display = u":7"_s;
    facts.vendor = u"The X.Org Foundation <b>"_s;
    facts.release = 12101016;
    facts.screens = {first, second};
    facts.extensions = {u"RANDR"_s, u"XTEST"_s};
    return facts;
}

QString allLabels(const QWidget &widget)
{
    QString text;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        text += label->text() + u'\n';
    }
    return text;
}

DesktopSpec desktop(const QString &title, const QString &screen)
{
    DesktopSpec spec;
    spec.id = title;
    spec.title = title;
    spec.screen = screen;
    return spec;
}

WindowSpec window(const QString &title, const QString &screen, const WindowGeometry &geometry = {})
{
    WindowSpec spec;
    spec.id = title;
    spec.title = title;
    spec.screen = screen;
    spec.geometry = geometry;
    return spec;
}

QImage picture(ScreenPlan &plan)
{
    plan.resize(620, 150);
    return plan.grab().toImage();
}

/// The parts of the picture, by thirds of its width, that differ.
QList<int> differingThirds(const QImage &left, const QImage &right)
{
    QList<int> result;
    const int third = left.width() / 3;
    for (int i = 0; i < 3; ++i) {
        const QRect part(i * third, 0, third, left.height());
        if (left.copy(part) != right.copy(part)) {
            result.append(i);
        }
    }
    return result;
}

const QStringList three{u"left"_s, u"centre"_s, u"right"_s};
}

/// What is only looked at: the visuals table and the drawing of the screens.
class PlansAndTablesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void visualsAreRows();
    void aProblemTakesTheTablesPlace();
    void theTableTellsOfItself();
    void eachScreenIsDrawn_data();
    void eachScreenIsDrawn();
    void theDrawingIsTold_data();
    void theDrawingIsTold();
    void noProfileIsNoDrawing();
    void anySizeIsDrawn();
};

void PlansAndTablesTest::visualsAreRows()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    VisualsView view;
    view.setFacts(twoScreens());
    view.setFacts(twoScreens()); // once more is not twice as much
    const auto *table = view.findChild<QTreeWidget *>();
    QCOMPARE(table->topLevelItemCount(), 2);
    const QTreeWidgetItem *first = table->topLevelItem(0);
    QVERIFY2(first->text(0).contains(u"1024×768"), qPrintable(first->text(0)));
    QVERIFY(first->text(0).contains(u"when mapped"));
    QVERIFY(first->text(0).contains(u"white pixel 0x1"));
    QVERIFY(table->topLevelItem(1)->text(0).contains(u"2560×1600"));
    QVERIFY(first->isExpanded());
    QCOMPARE(first->childCount(), 2);
    QStringList row;
    for (int column = 0; column < table->columnCount(); ++column) {
        row.append(first->child(0)->text(column));
    }
    QCOMPARE(row, (QStringList{u"0x21"_s, u"PseudoColor"_s, u"8"_s, u"256"_s, u"6"_s, QString(), u"default"_s}));
    QVERIFY(first->child(0)->font(0).bold());
    QCOMPARE(first->child(1)->text(1), u"TrueColor"_s);
    QCOMPARE(first->child(1)->text(5), u"ff0000 00ff00 0000ff"_s);
    QCOMPARE(first->child(1)->text(6), QString());
    QVERIFY(!(first->child(0)->flags() & Qt::ItemIsEditable));
    const QString labels = allLabels(view);
    QVERIFY2(labels.contains(u"The X.Org Foundation <b>, release 12101016"), qPrintable(labels));
    QVERIFY(labels.contains(u"RANDR, XTEST"));
}

void PlansAndTablesTest::aProblemTakesTheTablesPlace()
{
    VisualsView view;
    view.setFacts(twoScreens());
    XServerFacts facts;
    facts.problem = u"There is no X server here."_s;
    view.setFacts(facts);
    QCOMPARE(view.findChild<QTreeWidget *>()->topLevelItemCount(), 0);
    QVERIFY(allLabels(view).contains(facts.problem));
    QVERIFY(!allLabels(view).contains(u"RANDR"));
    view.setFacts(twoScreens());
    QCOMPARE(view.findChild<QTreeWidget *>()->topLevelItemCount(), 2);
    QVERIFY(!allLabels(view).contains(facts.problem));
}

void PlansAndTablesTest::theTableTellsOfItself()
{
    VisualsView view;
    view.resize(700, 400);
    view.setFacts(twoScreens());
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCOMPARE(namelessControls(view), QStringList());
    QCOMPARE(unreachableControls(view), QStringList());
}

void PlansAndTablesTest::eachScreenIsDrawn_data()
{
    QTest::addColumn<InstrumentProfile>("profile");
    QTest::addColumn<QList<int>>("thirds");
    const auto with = [](const QList<DesktopSpec> &desktops, const QList<WindowSpec> &windows) {
        InstrumentProfile profile;
        profile.desktops = desktops;
        profile.windows = windows;
        return profile;
    };
    WindowGeometry outside;
    outside.size = PixelSize{100000, 1};
    outside.offset = WindowGeometry::Offset{.x = -90000, .y = 90000};
    QTest::newRow("nothing on any screen") << with({}, {}) << QList<int>();
    QTest::newRow("a desktop on the left") << with({desktop(u"A"_s, u"left"_s)}, {}) << QList{0};
    QTest::newRow("a desktop in the middle") << with({desktop(u"A"_s, u"centre"_s)}, {}) << QList{1};
    QTest::newRow("a window on the right") << with({}, {window(u"ds9"_s, u"right"_s)}) << QList{2};
    QTest::newRow("each has one") << with({desktop(u"A"_s, u"left"_s), desktop(u"B"_s, u"centre"_s), desktop(u"C"_s, u"right"_s)}, {}) << QList{0, 1, 2};
    QTest::newRow("a display without a screen is on the first") << with({desktop(u"A"_s, QString())}, {}) << QList{0};
    QTest::newRow("a window far outside stays on its screen") << with({}, {window(u"ds9"_s, u"centre"_s, outside)}) << QList{1};
}

void PlansAndTablesTest::eachScreenIsDrawn()
{
    QFETCH(InstrumentProfile, profile);
    QFETCH(QList<int>, thirds);
    ScreenPlan empty;
    empty.setProfile({}, three);
    ScreenPlan plan;
    plan.setProfile(profile, three);
    QCOMPARE(differingThirds(picture(empty), picture(plan)), thirds);
}

void PlansAndTablesTest::theDrawingIsTold_data()
{
    QTest::addColumn<QList<DesktopSpec>>("desktops");
    QTest::addColumn<QStringList>("screens");
    QTest::addColumn<QString>("expected");
    QTest::newRow("by screen") << QList{desktop(u"A"_s, u"left"_s), desktop(u"B"_s, u"right"_s)} << three << u"left: A; centre: ; right: B"_s;
    QTest::newRow("two on one") << QList{desktop(u"A"_s, u"left"_s), desktop(u"B"_s, u"left"_s)} << QStringList{u"left"_s} << u"left: A, B"_s;
    QTest::newRow("a screen only the profile names comes last") << QList{desktop(u"A"_s, u"wall"_s)} << QStringList{u"left"_s} << u"left: ; wall: A"_s;
    QTest::newRow("no site at all") << QList{desktop(u"A"_s, u"left"_s), desktop(u"B"_s, u"right"_s)} << QStringList() << u"left: A; right: B"_s;
}

void PlansAndTablesTest::theDrawingIsTold()
{
    QFETCH(QList<DesktopSpec>, desktops);
    QFETCH(QStringList, screens);
    QFETCH(QString, expected);
    InstrumentProfile profile;
    profile.desktops = desktops;
    ScreenPlan plan;
    plan.setProfile(profile, screens);
    QCOMPARE(plan.accessibleDescription(), expected);
    QVERIFY(!plan.accessibleName().isEmpty());
}

void PlansAndTablesTest::noProfileIsNoDrawing()
{
    ScreenPlan fresh;
    const QImage nothing = picture(fresh);
    ScreenPlan plan;
    InstrumentProfile profile;
    profile.desktops = {desktop(u"A"_s, u"left"_s)};
    plan.setProfile(profile, three);
    QVERIFY(picture(plan) != nothing);
    plan.setProfile({}, {});
    QCOMPARE(picture(plan), nothing);
    QCOMPARE(plan.accessibleDescription(), QString());
}

void PlansAndTablesTest::anySizeIsDrawn()
{
    InstrumentProfile profile;
    for (int i = 0; i < 40; ++i) {
        profile.desktops.append(desktop(QString::number(i), i % 2 ? u"left"_s : u"right"_s));
        profile.windows.append(window(QString::number(i), u"centre"_s));
    }
    ScreenPlan plan;
    plan.setProfile(profile, three);
    for (const QSize &size : {QSize(1, 1), QSize(5, 400), QSize(2000, 8), QSize(3000, 2000)}) {
        plan.resize(size);
        QCOMPARE(plan.grab().size(), size);
    }
    QVERIFY(plan.minimumSizeHint().width() > 0);
}

QTEST_MAIN(PlansAndTablesTest)
#include "plansandtablestest.moc"
