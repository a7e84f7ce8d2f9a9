// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/serverscomparison.h"
#include "monitors/visuals/xfactsjson.h"
#include "sessions/xwindows/facts/xserverreader.h"
#include "tests/support/bareserver.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using ServersComparison::ComparisonRow;
using ServersComparison::ServerFact;

namespace
{
XServerFacts trueColor()
{
    XServerFacts facts;
    facts.display = u":0"_s;
    facts.vendor = u"The Foundation"_s;
    facts.releaseNumber = 12;
    facts.extensions = {u"RANDR"_s, u"SECURITY"_s};
    XScreenFacts screen;
    screen.size = {1920, 1200};
    screen.rootDepth = 24;
    screen.whitePixel = 0xffffff;
    screen.backingStore = XBackingStore::WhenMapped;
    screen.defaultColormap = 0x20;
    screen.installedColormaps = QList<quint32>{0x20};
    screen.installedColormapsMax = 1;
    screen.depths = {24, 1};
    const XVisual visual{.id = 0x21,
                         .visualClass = XVisual::Class::TrueColor,
                         .depth = 24,
                         .bitsPerRgb = 8,
                         .colormapEntries = 256,
                         .redMask = 0xff0000,
                         .greenMask = 0xff00,
                         .blueMask = 0xff,
                         .isDefault = true};
    screen.visuals = {visual, visual};
    screen.visuals[1].isDefault = false;
    facts.screens = {screen};
    return facts;
}

const ComparisonRow *find(const QList<ComparisonRow> &rows, ServerFact fact, int screen = 0)
{
    const auto found = std::ranges::find_if(rows, [fact, screen](const ComparisonRow &row) {
        return row.fact == fact && row.screen.value_or(screen) == screen;
    });
    return found == rows.cend() ? nullptr : &*found;
}

qsizetype differences(const QList<ComparisonRow> &rows)
{
    return std::ranges::count_if(rows, &ComparisonRow::isDifferent);
}
}

/// What is said of two X servers, in memory and of real ones.
class ServersComparisonTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aServerLikeItselfDiffersInNothing();
    void aloneItIsListed();
    void eachDifferenceHasItsMeaning_data();
    void eachDifferenceHasItsMeaning();
    void whatIsNotKnownDoesNotDiffer();
    void anUnsafeDirectoryIsNamedAlone();
    void realServers();
    void json();
};

void ServersComparisonTest::aServerLikeItselfDiffersInNothing()
{
    const XServerFacts facts = trueColor();
    const QList<ComparisonRow> rows = ServersComparison::rows(facts, &facts);
    QVERIFY(rows.size() > 10);
    for (const ComparisonRow &row : rows) {
        QCOMPARE(row.localValue, row.remoteValue);
        QVERIFY2(!row.isDifferent && row.meaning.isEmpty(), qPrintable(row.factName));
    }
}

void ServersComparisonTest::aloneItIsListed()
{
    const QList<ComparisonRow> rows = ServersComparison::rows(trueColor(), nullptr);
    QCOMPARE(differences(rows), 0);
    QCOMPARE(find(rows, ServerFact::Visuals)->localValue, u"TrueColor 24"_s); // once, though there are two
    QCOMPARE(find(rows, ServerFact::DefaultVisual)->localValue, u"TrueColor 24"_s);
    QCOMPARE(find(rows, ServerFact::ColorMasks)->localValue, u"ff0000 ff00 ff"_s);
    QCOMPARE(find(rows, ServerFact::WhitePixel)->localValue, u"0xffffff"_s);
    QCOMPARE(find(rows, ServerFact::InstalledColormaps)->localValue, u"1 of at most 1"_s);
    QVERIFY(!find(rows, ServerFact::SocketDirectory)); // not known: no row
    QVERIFY(std::ranges::all_of(rows, [](const ComparisonRow &row) {
        return row.remoteValue.isEmpty();
    }));
}

void ServersComparisonTest::eachDifferenceHasItsMeaning_data()
{
    QTest::addColumn<ServerFact>("fact");
    QTest::addColumn<XServerFacts>("there");
    const auto row = [](const char *name, ServerFact fact, const auto &change) {
        XServerFacts facts = trueColor();
        change(facts, facts.screens.first());
        QTest::newRow(name) << fact << facts;
    };
    row("size", ServerFact::Size, [](XServerFacts &, XScreenFacts &screen) {
        screen.size = {1280, 1024};
    });
    row("depth", ServerFact::Depth, [](XServerFacts &, XScreenFacts &screen) {
        screen.rootDepth = 8;
    });
    row("another default visual", ServerFact::DefaultVisual, [](XServerFacts &, XScreenFacts &screen) {
        screen.visuals[0].visualClass = XVisual::Class::DirectColor;
    });
    row("red and blue", ServerFact::ColorMasks, [](XServerFacts &, XScreenFacts &screen) {
        std::swap(screen.visuals[0].redMask, screen.visuals[0].blueMask);
    });
    row("a further visual", ServerFact::Visuals, [](XServerFacts &, XScreenFacts &screen) {
        screen.visuals.append({.id = 0x99, .visualClass = XVisual::Class::PseudoColor, .depth = 8});
    });
    row("black", ServerFact::BlackPixel, [](XServerFacts &, XScreenFacts &screen) {
        screen.blackPixel = 1;
    });
    row("white", ServerFact::WhitePixel, [](XServerFacts &, XScreenFacts &screen) {
        screen.whitePixel = 0;
    });
    row("backing store", ServerFact::BackingStore, [](XServerFacts &, XScreenFacts &screen) {
        screen.backingStore = XBackingStore::Never;
    });
    row("save-unders", ServerFact::SaveUnders, [](XServerFacts &, XScreenFacts &screen) {
        screen.saveUnders = true;
    });
    row("a smaller colormap", ServerFact::DefaultColormap, [](XServerFacts &, XScreenFacts &screen) {
        screen.visuals[0].colormapEntries = 16;
    });
    row("the default colormap is not installed", ServerFact::InstalledColormaps, [](XServerFacts &, XScreenFacts &screen) {
        screen.visuals[0].visualClass = XVisual::Class::PseudoColor;
        screen.installedColormaps = QList<quint32>{0x44};
    });
    row("no SECURITY", ServerFact::Confinement, [](XServerFacts &facts, XScreenFacts &) {
        facts.extensions = {u"RANDR"_s};
    });
    row("another extension", ServerFact::Extensions, [](XServerFacts &facts, XScreenFacts &) {
        facts.extensions.append(u"XTEST"_s);
    });
}

void ServersComparisonTest::eachDifferenceHasItsMeaning()
{
    QFETCH(ServerFact, fact);
    QFETCH(XServerFacts, there);
    const QList<ComparisonRow> rows = ServersComparison::rows(trueColor(), &there);
    const ComparisonRow *row = find(rows, fact);
    QVERIFY(row);
    QVERIFY(row->isDifferent);
    QVERIFY(row->localValue != row->remoteValue);
    QVERIFY(row->meaning.endsWith(u'.'));
    for (const ComparisonRow &other : rows) {
        QCOMPARE(other.isDifferent, !other.meaning.isEmpty());
    }
}

void ServersComparisonTest::whatIsNotKnownDoesNotDiffer()
{
    XServerFacts transparent = trueColor(); // a program's window with 32 bits has the focus
    transparent.screens[0].installedColormaps = QList<quint32>{0x44};
    QCOMPARE(differences(ServersComparison::rows(trueColor(), &transparent)), 0);
    XServerFacts there;
    there.display = u":1"_s;
    there.problem = u"not responding"_s;
    const QList<ComparisonRow> rows = ServersComparison::rows(trueColor(), &there);
    QVERIFY(!rows.isEmpty());
    QCOMPARE(differences(rows), 0);
    QVERIFY(ServersComparison::rows(there, &there).isEmpty());
    XServerFacts hidden = trueColor();
    hidden.extensions.clear();
    hidden.screens[0].installedColormaps.reset();
    QCOMPARE(differences(ServersComparison::rows(trueColor(), &hidden)), 0);
    // A font that only one of them was asked for.
    hidden.fonts = {{.pattern = u"fixed"_s, .names = {}}};
    const QList<ComparisonRow> withFont = ServersComparison::rows(trueColor(), &hidden);
    QCOMPARE(find(withFont, ServerFact::Font)->remoteValue, u"no"_s);
    QVERIFY(!find(withFont, ServerFact::Font)->isDifferent);
}

void ServersComparisonTest::anUnsafeDirectoryIsNamedAlone()
{
    XServerFacts facts = trueColor();
    facts.socketDirectory = XSocketDirectory{.permissionBits = 01777, .owner = 0};
    QCOMPARE(find(ServersComparison::rows(facts, nullptr), ServerFact::SocketDirectory)->meaning, QString());
    facts.socketDirectory = XSocketDirectory{.permissionBits = 0777, .owner = 0};
    const QList<ComparisonRow> rows = ServersComparison::rows(facts, nullptr);
    QVERIFY(find(rows, ServerFact::SocketDirectory)->meaning.contains(u"1777"_s));
    QCOMPARE(find(rows, ServerFact::SocketDirectory)->localValue, u"mode 777, owner 0"_s);
}

void ServersComparisonTest::realServers()
{
    const BareServer deep({u"-screen"_s, u"0"_s, u"1280x1024x24"_s});
    const BareServer old({u"-screen"_s, u"0"_s, u"1280x1024x8"_s, u"-cc"_s, u"3"_s, u"-bs"_s});
    QVERIFY(deep.serves() && old.serves());
    const XServerFacts here = XServerReader::readFacts(deep.display(), {u"fixed"_s});
    const XServerFacts there = XServerReader::readFacts(old.display(), {u"fixed"_s});
    const QList<ComparisonRow> rows = ServersComparison::rows(here, &there);
    for (const ServerFact fact : {ServerFact::Depth, ServerFact::DefaultVisual, ServerFact::Visuals, ServerFact::WhitePixel, ServerFact::BackingStore}) {
        QVERIFY2(find(rows, fact)->isDifferent, qPrintable(ServersComparison::key(fact)));
    }
    for (const ServerFact fact : {ServerFact::Size, ServerFact::SaveUnders, ServerFact::Font, ServerFact::Confinement, ServerFact::SocketDirectory}) {
        QVERIFY2(!find(rows, fact)->isDifferent, qPrintable(ServersComparison::key(fact)));
    }
    QCOMPARE(find(rows, ServerFact::DefaultVisual)->remoteValue, u"PseudoColor 8"_s);
    QCOMPARE(find(rows, ServerFact::ColorMasks)->remoteValue, QString());
}

void ServersComparisonTest::json()
{
    XServerFacts there = trueColor();
    there.display = u":1"_s;
    there.screens[0].blackPixel = 1;
    there.fonts = {{.pattern = u"fixed"_s, .names = {u"-misc-fixed"_s}}};
    const QJsonObject object = XFactsJson::comparison(trueColor(), &there);
    QCOMPARE(object.keys(), (QStringList{u"differences"_s, u"here"_s, u"there"_s}));
    const QJsonObject screen = object["there"_L1]["screens"_L1].toArray().at(0).toObject();
    QCOMPARE(screen["blackPixel"_L1].toInteger(), 1);
    QCOMPARE(screen["whitePixel"_L1].toInteger(), 0xffffff);
    QCOMPARE(screen["visuals"_L1].toArray().size(), 2);
    QCOMPARE(object["there"_L1]["fonts"_L1]["fixed"_L1].toArray().size(), 1);
    const QJsonArray differences = object["differences"_L1].toArray();
    QCOMPARE(differences.size(), 1);
    QCOMPARE(differences.at(0)["fact"_L1].toString(), u"black-pixel"_s);
    QCOMPARE(differences.at(0)["screen"_L1].toInt(-1), 0);
    QVERIFY(!XFactsJson::comparison(trueColor(), nullptr).contains("there"_L1));
    XServerFacts silent;
    silent.problem = u"not responding"_s;
    QCOMPARE(XFactsJson::of(silent)["problem"_L1].toString(), silent.problem);
}

NIGHTDESK_GUILESS_TEST(ServersComparisonTest)
#include "serverscomparisontest.moc"
