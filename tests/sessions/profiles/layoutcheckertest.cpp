// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/layoutchecker.h"

#include "sessions/profiles/valuegrammar.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QString layoutFile = u"/facility/profiles/a.toml"_s;

/// One window of each entry: "id geometry [screen [start]]". Window n's geometry stands in line n of column 12.
struct Desk {
    InstrumentProfile profile;
    TomlNode effective;

    explicit Desk(const QStringList &windows)
    {
        profile.file = layoutFile;
        TomlNode list;
        list.kind = TomlNode::Kind::Array;
        for (const QString &window : windows) {
            const QStringList words = window.split(u' ');
            const int line = static_cast<int>(profile.windows.size()) + 1;
            WindowSpec spec;
            spec.id = words.at(0);
            spec.geometry = ValueGrammar::parseGeometry(words.at(1)).value_or(WindowGeometry());
            spec.screen = words.value(2);
            spec.start = words.value(3) == u"manual" ? StartPolicy::Manual : words.value(3) == u"warm" ? StartPolicy::Preload : StartPolicy::Connect;
            spec.place = {layoutFile, line, 1};
            profile.windows.append(spec);
            TomlNode id;
            id.kind = TomlNode::Kind::Text;
            id.text = spec.id;
            TomlNode geometry = id;
            geometry.place = {layoutFile, line, 12};
            TomlNode node;
            node.insert(u"id"_s, {}, id);
            node.insert(u"geometry"_s, {}, geometry);
            list.items.push_back(node);
        }
        effective.insert(u"window"_s, {}, list);
    }
};

QStringList check(const Desk &desk, const QMap<QString, PixelSize> &sizes)
{
    const SiteSpec site{.id = u"waimea"_s, .name = u"Waimea"_s, .screens = {u"left"_s, u"right"_s}, .screenSizes = sizes};
    Problems problems;
    LayoutChecker(site, problems).check(desk.profile, desk.effective);
    QStringList result;
    for (const ProfileError &problem : problems.sorted()) {
        result.append(u"%1:%2: %3%4"_s.arg(QString::number(problem.place.line),
                                           QString::number(problem.place.column),
                                           problem.severity == Severity::Error ? u"error: "_s : QString(),
                                           problem.message));
    }
    return result;
}
}

class LayoutCheckerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void layouts_data();
    void layouts();
    void sharedWindowIsNotToBlame();
    void manyWindowsEndSoon();
};

void LayoutCheckerTest::layouts_data()
{
    QTest::addColumn<QStringList>("windows");
    QTest::addColumn<bool>("sized"); // left is 1920x1200
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QStringList &windows, bool sized, const QStringList &expected) {
        QTest::newRow(name) << windows << sized << expected;
    };
    const QString beside = u": expected positions next to each other, or another screen for one window"_s;
    const QString over = u"2:12: the window “b” overlaps “a” (line 1) on the screen “left”"_s + beside;
    const QString overHere = u"2:12: the window “b” overlaps “a” (line 1) on the screen “left” at the site “waimea”"_s + beside;
    const QString inside = u": expected a position inside 1920x1200"_s;
    const QString insideAny = u": expected a position inside the screen"_s;

    // one over the other
    row("two windows beside each other", {u"a 100x100+0+0 left"_s, u"b 100x100+100+0 left"_s}, false, {});
    row("one pixel over the other", {u"a 100x100+0+0 left"_s, u"b 100x100+99+0 left"_s}, false, {over});
    row("one below the other", {u"a 100x100+0+0 left"_s, u"b 100x100+0+100 left"_s}, false, {});
    row("one inside the other", {u"a 500x500+0+0 left"_s, u"b 100x100+200+200 left"_s}, false, {over});
    row("both from the right and bottom edge", {u"a 100x100-0-0 left"_s, u"b 100x100-50-50 left"_s}, false, {over});
    row("both from the right edge, apart", {u"a 100x100-0-0 left"_s, u"b 100x100-100-0 left"_s}, false, {});
    row("from different edges, without the screen's size", {u"a 1000x100+0+0 left"_s, u"b 1000x100-0+0 left"_s}, false, {});
    row("from different edges, on a screen that is too narrow", {u"a 1000x100+0+0 left"_s, u"b 1000x100-0+0 left"_s}, true, {overHere});
    row("from different edges, on a screen that is wide enough", {u"a 960x100+0+0 left"_s, u"b 960x100-0+0 left"_s}, true, {});
    row("from top and bottom of a screen that is too low", {u"a 100x700+0+0 left"_s, u"b 100x700+0-0 left"_s}, true, {overHere});
    row("one of them from the right, but one above the other", {u"a 1000x100+0+0 left"_s, u"b 1000x100-0+100 left"_s}, true, {});
    row("on different screens", {u"a 100x100+0+0 left"_s, u"b 100x100+0+0 right"_s}, false, {});
    row("no screen is the first", {u"a 100x100+0+0"_s, u"b 100x100+0+0 left"_s}, false, {overHere});
    row("both on the first screen, whichever it is",
        {u"a 100x100+0+0"_s, u"b 100x100+0+0"_s},
        false,
        {u"2:12: the window “b” overlaps “a” (line 1) on the first screen"_s + beside});
    row("one is started by hand", {u"a 100x100+0+0 left"_s, u"b 100x100+0+0 left manual"_s}, false, {});
    row("one is kept covered", {u"a 100x100+0+0 left warm"_s, u"b 100x100+0+0 left"_s}, false, {});
    row("a window without a size", {u"a 100x100+0+0 left"_s, u"b +0+0 left"_s}, false, {});
    row("a window without a place", {u"a 100x100+0+0 left"_s, u"b 100x100 left"_s}, false, {});
    row("three over each other: each is told of once",
        {u"a 100x100+0+0 left"_s, u"b 100x100+0+0 left"_s, u"c 100x100+0+0 left"_s},
        false,
        {over, u"3:12: the window “c” overlaps “a” (line 1) on the screen “left”"_s + beside});

    // over the edge
    row("as large as the screen", {u"a 1920x1200+0+0 left"_s}, true, {});
    row("over the right edge by one",
        {u"a 1920x1200+1+0 left"_s},
        true,
        {u"1:12: the window “a” extends 1 pixel beyond the right edge of the screen “left” at the site “waimea”"_s + inside});
    row("over the bottom edge",
        {u"a 100x1000+0+300 left"_s},
        true,
        {u"1:12: the window “a” extends 100 pixels beyond the bottom edge of the screen “left” at the site “waimea”"_s + inside});
    row("over two edges",
        {u"a 2000x1300+0+0 left"_s},
        true,
        {u"1:12: the window “a” extends 80 pixels beyond the right edge of the screen “left” at the site “waimea”"_s + inside,
         u"1:12: the window “a” extends 100 pixels beyond the bottom edge of the screen “left” at the site “waimea”"_s + inside});
    row("over the left edge from the right",
        {u"a 1900x100-30+0 left"_s},
        true,
        {u"1:12: the window “a” extends 10 pixels beyond the left edge of the screen “left” at the site “waimea”"_s + inside});
    row("over the top edge from the bottom",
        {u"a 100x1200+0-5 left"_s},
        true,
        {u"1:12: the window “a” extends 5 pixels beyond the top edge of the screen “left” at the site “waimea”"_s + inside});
    row("a negative place needs no size",
        {u"a 100x100+-20+0 left"_s},
        false,
        {u"1:12: the window “a” extends 20 pixels beyond the left edge of the screen “left”"_s + insideAny});
    row("a negative place from the right",
        {u"a 100x100--20+0 left"_s},
        false,
        {u"1:12: the window “a” extends 20 pixels beyond the right edge of the screen “left”"_s + insideAny});
    row("a negative place above",
        {u"a 100x100+0+-7 left"_s},
        false,
        {u"1:12: the window “a” extends 7 pixels beyond the top edge of the screen “left”"_s + insideAny});
    row("a negative place below",
        {u"a 100x100+0--7 left"_s},
        false,
        {u"1:12: the window “a” extends 7 pixels beyond the bottom edge of the screen “left”"_s + insideAny});
    row("larger than a screen of unknown size", {u"a 9000x9000+0+0 left"_s}, false, {});
    row("a size of another screen", {u"a 9000x9000+0+0 right"_s}, true, {});
    row("a window without a size that begins beyond the edge",
        {u"a +1920+0 left"_s},
        true,
        {u"1:12: the window “a” extends 1 pixel beyond the right edge of the screen “left” at the site “waimea”"_s + inside});
    row("over the edge, started by hand", {u"a 9000x9000+0+0 left manual"_s}, true, {});
    row("no geometry", {u"a - left"_s}, true, {});
}

void LayoutCheckerTest::layouts()
{
    QFETCH(QStringList, windows);
    QFETCH(bool, sized);
    QFETCH(QStringList, expected);
    const QMap<QString, PixelSize> sizes{{u"left"_s, {1920, 1200}}};
    QCOMPARE(check(Desk(windows), sized ? sizes : QMap<QString, PixelSize>()), expected);
}

void LayoutCheckerTest::sharedWindowIsNotToBlame()
{
    // The profile's own windows come first, but it is the profile that can be changed.
    Desk desk({u"own 100x100+0+0 left"_s, u"shared 100x100+0+0 left"_s});
    desk.effective.find(u"window"_s)->value.items[1].find(u"geometry"_s)->value.place = {u"/facility/facility.toml"_s, 40, 12};
    QCOMPARE(check(desk, {}),
             QStringList{u"1:12: the window “own” overlaps “shared” (line 40 of facility.toml) on the screen “left”: "
                         "expected positions next to each other, or another screen for one window"_s});
}

void LayoutCheckerTest::manyWindowsEndSoon()
{
    QStringList windows;
    for (int i = 0; i < 20000; ++i) {
        windows.append(u"w%1 1x1+%2+0 left"_s.arg(QString::number(i), QString::number(i)));
    }
    QCOMPARE(check(Desk(windows), {}), QStringList());
}

NIGHTDESK_GUILESS_TEST(LayoutCheckerTest)
#include "layoutcheckertest.moc"
