// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/screenfacts.h"
#include "monitors/visuals/palettejson.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
PhysicalMonitor monitor()
{
    PhysicalMonitor monitor;
    monitor.id.connector = u"DP-1"_s;
    monitor.rect = QRect(0, 0, 2560, 1440);
    monitor.resolution = {2560, 1440};
    monitor.scale = 1.5;
    monitor.refreshHertz = 59.95;
    monitor.sizeInMillimeters = {597, 336};
    monitor.depth = 24;
    return monitor;
}

ScreenFacts::Display display(const QSize &size, const QSize &availableSize)
{
    return {.title = u"Guider"_s, .monitor = availableSize.isEmpty() ? QString() : u"DP-1"_s, .size = size, .availableSize = availableSize};
}
}

class ScreenFactsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aMonitorInWords();
    void whatAMonitorDoesNotTellIsLeftOut();
    void displaysInWords_data();
    void displaysInWords();
    void jsonReadsBack();
    void strangeJsonIsNotKnown();
    void aColorMapAsJson();
};

void ScreenFactsTest::aMonitorInWords()
{
    const ScreenFacts facts{.monitors = {monitor()}, .displays = {}};
    const auto lines = facts.lines();
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines.first().name, u"Monitor DP-1"_s);
    QCOMPARE(lines.first().text, u"2560×1440, scale 150 %, 60.0 Hz, 597×336 mm, 24 bits per pixel"_s);
    QCOMPARE(lines.first().meaning, QString());
}

void ScreenFactsTest::whatAMonitorDoesNotTellIsLeftOut()
{
    PhysicalMonitor silent;
    silent.id.connector = u"VNC-0"_s;
    silent.resolution = {800, 600};
    QCOMPARE((ScreenFacts{.monitors = {silent}, .displays = {}}).lines().first().text, u"800×600, scale 100 %"_s);
}

void ScreenFactsTest::displaysInWords_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QSize>("availableSize");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isBad");
    QTest::newRow("it fits to the pixel") << QSize(1920, 1200) << QSize(1920, 1200) << u"1920×1200 on DP-1, fits unscaled"_s << false;
    QTest::newRow("one pixel too wide") << QSize(1920, 1200) << QSize(1919, 1300) << u"1920×1200 on DP-1"_s << true;
    QTest::newRow("one pixel too high") << QSize(1920, 1200) << QSize(2560, 1199) << u"1920×1200 on DP-1"_s << true;
    QTest::newRow("it is not shown") << QSize(1920, 1200) << QSize() << u"1920×1200, not shown"_s << false;
    QTest::newRow("it has no image yet") << QSize() << QSize(1920, 1200) << u"unknown"_s << false;
}

void ScreenFactsTest::displaysInWords()
{
    QFETCH(const QSize, size);
    QFETCH(const QSize, availableSize);
    QFETCH(const QString, text);
    QFETCH(const bool, isBad);
    const ScreenFacts facts{.monitors = {}, .displays = {display(size, availableSize)}};
    const auto line = facts.lines().first();
    QCOMPARE(line.name, u"Guider"_s);
    QCOMPARE(line.text, text);
    QCOMPARE(!line.meaning.isEmpty(), isBad);
    if (isBad) {
        QVERIFY2(line.meaning.contains(u"%1×%2 pixels"_s.arg(availableSize.width()).arg(availableSize.height())), qPrintable(line.meaning));
    }
}

void ScreenFactsTest::jsonReadsBack()
{
    const ScreenFacts facts{.monitors = {monitor()}, .displays = {display({1920, 1200}, {1280, 1024}), display({800, 600}, {})}};
    const QJsonObject json = facts.json();
    QCOMPARE(json["displays"_L1][0]["fitsUnscaled"_L1], QJsonValue(false));
    QVERIFY(json["displays"_L1][1]["fitsUnscaled"_L1].isUndefined());
    ScreenFacts back = ScreenFacts::read(QJsonDocument::fromJson(QJsonDocument(json).toJson()).object());
    QCOMPARE(back.monitors.size(), 1);
    back.monitors.first().rect = facts.monitors.first().rect; // where it stands is of no use to scripts
    QVERIFY(back == facts);
}

void ScreenFactsTest::strangeJsonIsNotKnown()
{
    const QJsonObject json = QJsonDocument::fromJson(R"({"monitors": [7, {"resolution": "wide", "scale": "x"}], "displays": {"size": 3}})").object();
    const ScreenFacts facts = ScreenFacts::read(json);
    QCOMPARE(facts.monitors.size(), 2);
    QVERIFY(facts.monitors.last().resolution.isEmpty());
    QCOMPARE(facts.monitors.last().scale, 1.0);
    QVERIFY(facts.displays.isEmpty());
}

void ScreenFactsTest::aColorMapAsJson()
{
    DesktopPalette palette;
    const auto now = std::chrono::steady_clock::now();
    palette.setColors({.cells = {{.index = 3, .red = 0x12, .green = 0xabcd, .blue = 0xffff}}, .changes = 0}, now);
    const QJsonObject json = PaletteJson::of(u"Guider"_s, palette, now);
    QCOMPARE(json["display"_L1].toString(), u"Guider"_s);
    QCOMPARE(json["colors"_L1].toArray().size(), 256);
    QCOMPARE(json["colors"_L1][3].toString(), u"0012abcdffff"_s);
    QVERIFY(json["colors"_L1][4].isNull()); // not told
    QCOMPARE(json["changesPerSecond"_L1], QJsonValue(0));
}

NIGHTDESK_GUILESS_TEST(ScreenFactsTest)
#include "screenfactstest.moc"
