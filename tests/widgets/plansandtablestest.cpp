// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/displays/visualsview.h"
#include "widgets/screens/monitorsketch.h"
#include "widgets/screens/screenplan.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <QTimeZone>
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
    facts.releaseNumber = 12101016;
    facts.screens = {first, second};
    facts.extensions = {u"RANDR"_s, u"XTEST"_s};
    return facts;
}

const QTreeWidgetItem *rowOf(const QWidget &widget, const QString &name)
{
    const auto rows = widget.findChild<QTreeWidget *>()->findItems(name, Qt::MatchExactly);
    return rows.isEmpty() ? nullptr : rows.first();
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

PhysicalMonitor monitorAt(const QString &connector, const QRect &rect)
{
    return {{connector, {}, {}, {}}, rect, rect.size()};
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
    void factsAreRows();
    void bothSidesAreCompared();
    void aProblemTakesTheTablesPlace();
    void theTableTellsOfItself();
    void eachScreenIsDrawn_data();
    void eachScreenIsDrawn();
    void theDrawingIsTold_data();
    void theDrawingIsTold();
    void realMonitorsAreTold_data();
    void realMonitorsAreTold();
    void realMonitorsStandWhereTheyAre();
    void monitorsInSmall_data();
    void monitorsInSmall();
    void noProfileIsNoDrawing();
    void anySizeIsDrawn();
};

void PlansAndTablesTest::factsAreRows()
{
    VisualsView view;
    view.setServers(twoScreens(), {});
    view.setServers(twoScreens(), {}); // once more is not twice as much
    const auto *table = view.findChild<QTreeWidget *>();
    const QTreeWidgetItem *size = rowOf(view, u"Size (screen 0)"_s);
    QVERIFY(size);
    QCOMPARE(size->text(1), u"1024×768"_s);
    QCOMPARE(rowOf(view, u"Size (screen 1)"_s)->text(1), u"2560×1600"_s);
    QCOMPARE(rowOf(view, u"White pixel (screen 0)"_s)->text(1), u"0x1"_s);
    QCOMPARE(rowOf(view, u"Backing store (screen 0)"_s)->text(1), u"when mapped"_s);
    QCOMPARE(rowOf(view, u"Server"_s)->text(1), u"The X.Org Foundation <b>, release 12101016"_s);
    QVERIFY(table->isColumnHidden(2)); // no other server
    const QTreeWidgetItem *visuals = rowOf(view, u"Visuals (screen 0)"_s);
    QCOMPARE(visuals->childCount(), 2);
    QCOMPARE(visuals->child(0)->text(1), u"0x21: PseudoColor 8, 256 colormap entries (default)"_s);
    QVERIFY(!(visuals->child(0)->flags() & Qt::ItemIsEditable));
    QVERIFY(!size->font(0).bold());
    QVERIFY(view.findChild<QComboBox *>()->isHidden());
}

void PlansAndTablesTest::bothSidesAreCompared()
{
    XServerFacts there = twoScreens();
    there.display = u":1"_s;
    there.screens[0].blackPixel = 1;
    there.screens[0].whitePixel = 0;
    XServerFacts silent;
    silent.display = u":2"_s;
    silent.problem = u"The X server is not responding."_s;
    const QDateTime at(QDate(2026, 11, 26), QTime(4, 30), QTimeZone::UTC);
    const QList<XServerMonitor::RemoteServer> remotes{{.host = u"summit"_s, .display = 1, .facts = there, .readAt = at},
                                                      {.host = u"summit"_s, .display = 2, .facts = silent, .readAt = at}};
    VisualsView view;
    view.setServers(twoScreens(), remotes);
    auto *other = view.findChild<QComboBox *>();
    QVERIFY(!other->isHidden());
    QCOMPARE(other->count(), 2);
    QCOMPARE(other->currentText(), u":1 on summit"_s);
    const QTreeWidgetItem *black = rowOf(view, u"Black pixel (screen 0)"_s);
    QCOMPARE(black->text(1), u"0x0"_s);
    QCOMPARE(black->text(2), u"0x1"_s);
    QVERIFY(black->text(3).contains(u"white on white"));
    QVERIFY(black->font(0).bold());
    QCOMPARE(rowOf(view, u"Depth (screen 0)"_s)->text(3), QString());
    QVERIFY(!rowOf(view, u"Depth (screen 0)"_s)->font(0).bold());
    QCOMPARE(rowOf(view, u"Visuals (screen 0)"_s)->child(1)->text(2), u"0x22: TrueColor 24, 0 colormap entries"_s);
    other->setCurrentIndex(1);
    QVERIFY(allLabels(view).contains(silent.problem));
    QCOMPARE(rowOf(view, u"Black pixel (screen 0)"_s)->text(2), QString());
    view.setServers(twoScreens(), remotes); // read again: the choice stays
    QCOMPARE(other->currentText(), u":2 on summit"_s);
}

void PlansAndTablesTest::aProblemTakesTheTablesPlace()
{
    VisualsView view;
    view.setServers(twoScreens(), {});
    XServerFacts facts;
    facts.problem = u"There is no X server here."_s;
    view.setServers(facts, {});
    QCOMPARE(view.findChild<QTreeWidget *>()->topLevelItemCount(), 0);
    QVERIFY(allLabels(view).contains(facts.problem));
    view.setServers(twoScreens(), {});
    QVERIFY(view.findChild<QTreeWidget *>()->topLevelItemCount() > 0);
    QVERIFY(!allLabels(view).contains(facts.problem));
}

void PlansAndTablesTest::theTableTellsOfItself()
{
    VisualsView view;
    view.resize(700, 400);
    view.setServers(twoScreens(), {{.host = u"summit"_s, .display = 1, .facts = twoScreens(), .readAt = QDateTime::currentDateTimeUtc()}});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, 30000));
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

void PlansAndTablesTest::realMonitorsAreTold_data()
{
    QTest::addColumn<QList<PhysicalMonitor>>("monitors");
    QTest::addColumn<ScreenMapping>("mapping");
    QTest::addColumn<QString>("expected");
    const QList all{monitorAt(u"DP-1"_s, {0, 0, 1920, 1080}), monitorAt(u"DP-2"_s, {1920, 0, 2560, 1440}), monitorAt(u"DP-3"_s, {4480, 0, 1920, 1080})};
    QTest::newRow("one each") << all << ScreenMapping{} << u"left on DP-1 · 1920×1080: A, ds9; centre on DP-2 · 2560×1440: B; right on DP-3 · 1920×1080: C"_s;
    QTest::newRow("swapped") << all << ScreenMapping{{u"left"_s, all[2].id}, {u"right"_s, all[0].id}}
                             << u"right on DP-1 · 1920×1080: C; centre on DP-2 · 2560×1440: B; left on DP-3 · 1920×1080: A, ds9"_s;
    QTest::newRow("folded: displays are where they will be")
        << all.first(2) << ScreenMapping{} << u"left on DP-1 · 1920×1080: A, ds9; centre / right on DP-2 · 2560×1440: B, C"_s;
    QTest::newRow("one monitor for all") << all.first(1) << ScreenMapping{} << u"left / centre / right on DP-1 · 1920×1080: A, B, C, ds9"_s;
    QTest::newRow("a monitor to spare")
        << (all + QList{monitorAt(u"DP-4"_s, {6400, 0, 800, 600})}) << ScreenMapping{}
        << u"left on DP-1 · 1920×1080: A, ds9; centre on DP-2 · 2560×1440: B; right on DP-3 · 1920×1080: C; no screen on DP-4 · 800×600: "_s;
    QTest::newRow("a mirror is not drawn twice") << QList{all[0], monitorAt(u"VGA-1"_s, all[0].rect), all[1], all[2]} << ScreenMapping{}
                                                 << u"left on DP-1 · 1920×1080: A, ds9; centre on DP-2 · 2560×1440: B; right on DP-3 · 1920×1080: C"_s;
}

void PlansAndTablesTest::realMonitorsAreTold()
{
    QFETCH(QList<PhysicalMonitor>, monitors);
    QFETCH(ScreenMapping, mapping);
    QFETCH(QString, expected);
    ScreenPlan plan;
    InstrumentProfile profile;
    profile.desktops = {desktop(u"A"_s, u"left"_s), desktop(u"B"_s, u"centre"_s), desktop(u"C"_s, u"right"_s)};
    profile.windows = {window(u"ds9"_s, QString())}; // the first screen, wherever that is
    plan.setProfile(profile, three);
    plan.setMonitors(monitors, mapping);
    QCOMPARE(plan.accessibleDescription(), expected);
    ScreenPlan other; // the order of the questions does not matter
    other.setMonitors(monitors, mapping);
    other.setProfile(profile, three);
    QCOMPARE(other.accessibleDescription(), expected);
    QCOMPARE(picture(other), picture(plan));
}

void PlansAndTablesTest::realMonitorsStandWhereTheyAre()
{
    const QList all{monitorAt(u"DP-1"_s, {0, 0, 1920, 1080}), monitorAt(u"DP-2"_s, {1920, 0, 1920, 1080}), monitorAt(u"DP-3"_s, {3840, 0, 1920, 1080})};
    InstrumentProfile profile;
    profile.desktops = {desktop(u"A"_s, u"left"_s)};
    ScreenPlan plan;
    plan.setProfile(profile, {u"left"_s});
    plan.setMonitors(all, {});
    const QImage onTheLeft = picture(plan);
    plan.setMonitors(all, {{u"left"_s, all[2].id}});
    QCOMPARE(differingThirds(onTheLeft, picture(plan)), (QList{0, 2}));
    plan.setMonitors({all[1], all[2], all[0]}, {});
    QCOMPARE(picture(plan), onTheLeft); // in whatever order they are told
    plan.setMonitors(all.first(1), {});
    QVERIFY(picture(plan) != onTheLeft);
}

void PlansAndTablesTest::monitorsInSmall_data()
{
    QTest::addColumn<QList<QRect>>("monitors");
    QTest::addColumn<QRectF>("room");
    QTest::addColumn<QList<QRectF>>("expected");
    const QRectF room(0, 0, 400, 100);
    QTest::newRow("one fills the height") << QList{QRect(0, 0, 200, 100)} << room << QList{QRectF(100, 0, 200, 100)};
    QTest::newRow("two side by side keep a gap") << QList{QRect(0, 0, 2000, 1000), QRect(2000, 0, 2000, 1000)} << room
                                                 << QList{QRectF(0, 0, 196, 100), QRectF(204, 0, 196, 100)};
    QTest::newRow("one above the other") << QList{QRect(0, 0, 200, 100), QRect(0, 100, 200, 100)} << room
                                         << QList{QRectF(150, 0, 100, 46), QRectF(150, 54, 100, 46)};
    QTest::newRow("left of the origin") << QList{QRect(-2000, -500, 2000, 1000), QRect(0, -500, 2000, 1000)} << room
                                        << QList{QRectF(0, 0, 196, 100), QRectF(204, 0, 196, 100)};
    QTest::newRow("none") << QList<QRect>() << room << QList<QRectF>();
    QTest::newRow("without size they are nowhere") << QList{QRect()} << room << QList{QRectF()};
    QTest::newRow("no room") << QList{QRect(0, 0, 200, 100)} << QRectF() << QList{QRectF()};
}

void PlansAndTablesTest::monitorsInSmall()
{
    QFETCH(QList<QRect>, monitors);
    QFETCH(QRectF, room);
    QFETCH(QList<QRectF>, expected);
    QCOMPARE(MonitorSketch::monitorRects(monitors, room, 8), expected);
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

NIGHTDESK_TEST(PlansAndTablesTest)
#include "plansandtablestest.moc"
