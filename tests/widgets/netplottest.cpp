// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/netplot.h"
#include "tests/support/testprogram.h"
#include "tests/support/xtracebuilder.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/netplot/netplotcolors.h"
#include "widgets/netplot/netplotgeometry.h"
#include "widgets/netplot/netplotimage.h"
#include "widgets/netplot/netplotpainter.h"
#include "widgets/netplot/netplotwording.h"
#include "widgets/traffic/trafficfiguresof.h"
#include "widgets/traffic/trafficsummarizer.h"
#include "widgets/traffic/traffictableview.h"
#include "widgets/traffic/trafficview.h"

#include <QAccessible>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <algorithm>
#include <random>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Nightdesk::XTrace)

namespace
{
constexpr std::int64_t rtt = 100'000;
constexpr std::uint8_t getGeometry = 14;
constexpr std::uint8_t putImage = 72;
constexpr std::uint8_t polyLine = 65;
constexpr std::uint8_t internAtom = 16;

/// A small start, with all kinds of things in it: 4 round trips.
XTrace smallStart()
{
    XTraceBuilder builder(rtt);
    builder.mark(0, rtt, 0);
    builder.connect().ask(internAtom).ask(internAtom).say(polyLine, 400, 3).ask(getGeometry).say(putImage, 50'000);
    builder.error(3, 2).event(12);
    builder.mark(500'000, rtt, 4);
    XTrace trace = builder.build(1'000'000);
    trace.startEndedAt = 450'000;
    trace.title = {.program = "xclock", .display = "lris/clock", .topology = "x11", .host = "summit"};
    return trace;
}

/// As many messages as are wished, of two connections, the same each time.
XTrace noise(std::size_t count, std::int64_t apart = 20)
{
    XTrace trace;
    trace.title.program = "noise";
    std::mt19937 random(7); // NOLINT: the same each time
    std::shared_ptr<XTrace::Chunk> chunk;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % XTrace::chunkSize == 0) {
            chunk = std::make_shared<XTrace::Chunk>();
            trace.chunks.push_back(chunk);
        }
        const auto dice = random();
        at += dice % static_cast<std::uint32_t>(2 * apart);
        XRecord record;
        record.at = at;
        record.size = 4 + 4 * (dice >> 8) % 300;
        record.sequence = static_cast<std::uint32_t>(i);
        record.connection = dice >> 30 ? 1 : 0;
        if (dice % 5 == 0) {
            record.kind = dice % 1000 == 0 ? XRecordKind::Error : XRecordKind::Event;
            record.name.code = 12;
        } else {
            record.flags = XRecord::FromProgram;
            record.name.code = dice % 3 == 0 ? putImage : polyLine;
        }
        chunk->push_back(record);
    }
    trace.connections = {{.number = 0, .openedAt = 0, .closedAt = {}, .isBigEndian = false, .problem = {}},
                         {.number = 1, .openedAt = 0, .closedAt = {}, .isBigEndian = true, .problem = "a length of 0"}};
    trace.endTime = at;
    return trace;
}

QByteArray svgOf(const XTrace &trace, const NetPlotImage::Options &order = {})
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return NetPlotImage(trace, order).writeSvg(buffer) ? buffer.data() : QByteArray();
}

QString textsOf(const QByteArray &svg)
{
    QString result;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::Characters) {
            result += xml.text() + u'\n';
        }
    }
    return xml.hasError() ? QString() : result;
}

int pixelsOf(const QImage &image, const QColor &color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == color.rgb();
        }
    }
    return count;
}

std::shared_ptr<const NetPlotIndex> indexOf(const XTrace &trace)
{
    return std::make_shared<const NetPlotIndex>(trace);
}

/// A plot of a second's noise.
struct ShownPlot {
    NetPlot plot;
    ShownPlot()
    {
        plot.resize(900, 500);
        plot.setIndex(indexOf(noise(20'000, 50)));
        plot.show();
        plot.setFocus();
    }
    double x(std::int64_t time) const
    {
        NetPlotPainter::PaintParameters view{.area = plot.rect(),
                                             .firstShownTraceUsec = plot.visibleRange().first,
                                             .lastShownTraceUsec = plot.visibleRange().second,
                                             .selectedRange = {},
                                             .selectedMessageIndex = {},
                                             .title = {}};
        return NetPlotPainter::geometry(view, QFontMetricsF(plot.font())).x(time);
    }
};

TrafficSummary summed(const XTrace &trace, const std::optional<std::pair<std::int64_t, std::int64_t>> &range = {})
{
    TrafficSummaryRequest question;
    question.trace = trace;
    question.rangeUsec = range;
    return TrafficSummary::of(question);
}

QStringList column(const TrafficTableData &figures, int column)
{
    QStringList result;
    for (const TrafficTableData::Row &row : figures.rows) {
        result.append(row[column].text);
    }
    return result;
}

bool hasTips(const TrafficTableData &figures)
{
    return std::ranges::none_of(figures.columns, [](const TrafficTableData::Column &one) {
        return one.tip.isEmpty();
    });
}
}

/// How X messages are drawn and told.
class NetPlotTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sumsAreThoseOfCounting_data();
    void sumsAreThoseOfCounting();
    void aMomentIsWaitedOnce();
    void timesAndPlacesAgree_data();
    void timesAndPlacesAgree();
    void ticksAreRound_data();
    void ticksAreRound();
    void byteTicksAreWholeUnits_data();
    void byteTicksAreWholeUnits();
    void anythingCanBeDrawn_data();
    void anythingCanBeDrawn();
    void aPictureNamesWhatPassed();
    void aPictureTellsColorsApart();
    void timeGoesToTheRightInEveryLanguage();
    void aPictureOfManyMessagesStaysSmall();
    void aPictureThatCannotBeSavedSaysWhere_data();
    void aPictureThatCannotBeSavedSaysWhere();
    void wordsFromOutsideStayWords();
    void keysLookAround_data();
    void keysLookAround();
    void theWheelZoomsWhereThePointerIs();
    void draggingPansAndChooses();
    void itFollowsTheNewest();
    void anotherPictureKeepsThePlace();
    void messagesCanBeStepped();
    void aMessageIsFoundUnderThePointer();
    void tablesAddUp();
    void aRangeIsToldAlone();
    void tablesOfNothingAreEmpty();
    void tracesAreCompared();
    void adviceIsEscaped();
    void tablesAreCopiedAndSorted();
    void whatIsSelectedStaysSelected();
    void theLastQuestionCounts();
    void whoIsGoneHearsNothing();
    void theViewShowsWhatWasSummedUp();
    void theViewIsAccessible();
};

void NetPlotTest::sumsAreThoseOfCounting_data()
{
    QTest::addColumn<qsizetype>("count");
    QTest::addColumn<int>("connection");
    for (const int count : {0, 1, 63, 64, 65, 4095, 4096, 4097, 9000}) {
        QTest::addRow("%d messages", count) << qsizetype(count) << -1;
    }
    QTest::newRow("one connection alone") << qsizetype(5000) << 1;
    QTest::newRow("a connection that is not there") << qsizetype(200) << 7;
}

void NetPlotTest::sumsAreThoseOfCounting()
{
    QFETCH(qsizetype, count);
    QFETCH(int, connection);
    const XTrace trace = noise(static_cast<std::size_t>(count));
    const NetPlotIndex index(trace, connection < 0 ? std::nullopt : std::optional(static_cast<std::uint16_t>(connection)));
    NetPlotIndex::Sums sums;
    for (std::size_t i = 0; i <= trace.size(); ++i) {
        QVERIFY2(index.sumsBefore(i) == sums, qPrintable(QString::number(i)));
        if (i == trace.size()) {
            break;
        }
        const XRecord &record = trace.at(i);
        const bool isShown = connection < 0 || record.connection == connection;
        QCOMPARE(index.belongsToConnection(i), isShown);
        if (isShown) {
            sums.bytes[static_cast<std::size_t>(NetPlotIndex::kindOf(record))] += record.size;
            sums.errors += record.kind == XRecordKind::Error;
        }
    }
}

void NetPlotTest::aMomentIsWaitedOnce()
{
    XTraceBuilder builder(rtt);
    builder.mark(0, rtt);
    builder.connect(0).connect(1); // at once
    builder.ask(getGeometry, 50, true, 0).ask(getGeometry, 50, true, 1);
    const NetPlotIndex both(builder.build(2'000'000));
    const NetPlotIndex one(builder.build(2'000'000), 0);
    QCOMPARE(both.totalWaitUsecBefore(2'000'000), one.totalWaitUsecBefore(2'000'000));
    QCOMPARE_GE(both.totalWaitUsecBefore(2'000'000), 2 * rtt); // set-up and one question
    std::int64_t before = 0;
    for (std::int64_t time = 0; time <= 2'000'000; time += 10'000) {
        const std::int64_t waited = both.totalWaitUsecBefore(time);
        QCOMPARE_GE(waited, before);
        QCOMPARE_LE(waited - before, 10'000);
        before = waited;
    }
    QCOMPARE(NetPlotIndex(XTrace()).totalWaitUsecBefore(1'000'000), 0);
}

void NetPlotTest::timesAndPlacesAgree_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::newRow("a tenth of a millisecond") << qint64(5'000'000) << qint64(5'000'100);
    QTest::newRow("a night") << qint64(0) << qint64(12) * 3600 * 1'000'000;
    QTest::newRow("nothing at all is a microsecond") << qint64(7) << qint64(7);
}

void NetPlotTest::timesAndPlacesAgree()
{
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    const NetPlotGeometry places(QRectF(0, 0, 800, 400), 16, 8, from, to);
    QCOMPARE(places.traceUsecAt(places.x(from)), from);
    QCOMPARE_LE(std::abs(places.traceUsecAt(places.x(to)) - to), 1);
    QCOMPARE_GT(places.lastShownTraceUsec, places.firstShownTraceUsec);
    for (const QRectF &part : {places.interactionLane, places.linkLane, places.bytesUpPane, places.waitingLane, places.bytesDownPane, places.timeAxisRect}) {
        QVERIFY(QRectF(0, 0, 800, 401).contains(part));
        QVERIFY(part.height() > 0);
    }
    QVERIFY(!places.bytesUpPane.intersects(places.bytesDownPane));
}

void NetPlotTest::ticksAreRound_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<int>("most");
    QTest::addColumn<QList<qint64>>("expected");
    QTest::newRow("tenths") << qint64(0) << qint64(10) << 5 << QList<qint64>{0, 2, 4, 6, 8, 10};
    QTest::newRow("fives") << qint64(3) << qint64(22) << 4 << QList<qint64>{5, 10, 15, 20};
    QTest::newRow("hundreds") << qint64(150) << qint64(420) << 3 << QList<qint64>{200, 300, 400};
    QTest::newRow("no room, no tick") << qint64(0) << qint64(10) << 0 << QList<qint64>{};
    QTest::newRow("nothing to divide") << qint64(5) << qint64(5) << 5 << QList<qint64>{};
    QTest::newRow("backwards") << qint64(9) << qint64(5) << 5 << QList<qint64>{};
}

void NetPlotTest::ticksAreRound()
{
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    QFETCH(int, most);
    QFETCH(QList<qint64>, expected);
    const QList<std::int64_t> ticks = NetPlotGeometry::ticks(from, to, most);
    QCOMPARE(QList<qint64>(ticks.begin(), ticks.end()), expected);
}

void NetPlotTest::byteTicksAreWholeUnits_data()
{
    QTest::addColumn<qint64>("to");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("bytes") << qint64(64) << 4 << QStringList{u"0 B"_s, u"20 B"_s, u"40 B"_s, u"60 B"_s};
    QTest::newRow("more than a kibibyte") << qint64(2000) << 4 << QStringList{u"0 B"_s, u"500 B"_s, u"1,000 B"_s, u"1,500 B"_s, u"2,000 B"_s};
    QTest::newRow("kibibytes") << qint64(700'000) << 4 << QStringList{u"0 KiB"_s, u"200 KiB"_s, u"400 KiB"_s, u"600 KiB"_s};
    QTest::newRow("more than a mebibyte") << qint64(1'700'000) << 4 << QStringList{u"0 KiB"_s, u"500 KiB"_s, u"1,000 KiB"_s, u"1,500 KiB"_s};
    QTest::newRow("mebibytes") << qint64(6'000'000) << 4 << QStringList{u"0 MiB"_s, u"2 MiB"_s, u"4 MiB"_s};
}

void NetPlotTest::byteTicksAreWholeUnits()
{
    QFETCH(qint64, to);
    QFETCH(int, most);
    QFETCH(QStringList, expected);
    QStringList told;
    for (const std::int64_t tick : NetPlotGeometry::byteTicks(to, most)) {
        told.append(NetPlotWording::bytesIn(tick, NetPlotGeometry::byteUnit(to)).replace(QChar::Nbsp, u' '));
    }
    QCOMPARE(told, expected);
}

void NetPlotTest::anythingCanBeDrawn_data()
{
    QTest::addColumn<XTrace>("trace");
    QTest::newRow("nothing") << XTrace();
    QTest::newRow("a small start") << smallStart();
    QTest::newRow("one message") << noise(1);
    QTest::newRow("more than there is room for") << noise(60'000);
    XTrace still = noise(300);
    XTrace::Chunk chunk = *still.chunks.front();
    for (XRecord &record : chunk) {
        record.at = 0;
    }
    still.chunks = {std::make_shared<XTrace::Chunk>(chunk)};
    still.endTime = 0;
    QTest::newRow("all at one moment") << still;
    for (XRecord &record : chunk) {
        record.size = 0xffffffff;
    }
    still.chunks = {std::make_shared<XTrace::Chunk>(chunk)};
    QTest::newRow("messages of 4 GB") << still;
    for (XRecord &record : chunk) {
        record.size = 0;
        record.kind = XRecordKind::ParsingStopped;
    }
    still.chunks = {std::make_shared<XTrace::Chunk>(chunk)};
    QTest::newRow("nothing but lost connections") << still;
    XTrace gap = noise(2000);
    gap.gapBeganAt = 100;
    gap.gapEndedAt = gap.endTime * 2;
    QTest::newRow("a gap beyond the end") << gap;
    gap.gapEndedAt = 50;
    QTest::newRow("a gap that ends before it begins") << gap;
    XTrace odd = smallStart();
    odd.startEndedAt = -5;
    odd.endTime = -1;
    odd.linkSamples = {{.at = -9, .roundTrip = -1, .pathRoundTrip = -1, .retransmits = 9, .wireBytesFromProgram = -1},
                       {.at = 1 << 30, .roundTrip = 1, .pathRoundTrip = -1, .retransmits = 3, .wireBytesFromProgram = -1}};
    QTest::newRow("times before the beginning") << odd;
}

void NetPlotTest::anythingCanBeDrawn()
{
    QFETCH(XTrace, trace);
    for (const bool isDark : {false, true}) {
        NetPlotImage::Options order;
        order.size = {700, 400};
        order.isDark = isDark;
        const QImage image = NetPlotImage(trace, order).image();
        QCOMPARE(image.size(), order.size);
        const NetPlotColors look = isDark ? NetPlotColors::dark() : NetPlotColors::light();
        QCOMPARE_GT(pixelsOf(image, look.backgroundColor), 700 * 400 / 20);
        QVERIFY(!textsOf(svgOf(trace, order)).isEmpty());
    }
    NetPlotImage::Options tiny;
    tiny.size = {1, 1};
    tiny.firstShownTraceUsec = 10;
    tiny.lastShownTraceUsec = 11;
    QCOMPARE(NetPlotImage(trace, tiny).image().size(), QSize(320, 200)); // the least that can be read
}

void NetPlotTest::aPictureNamesWhatPassed()
{
    const QString texts = textsOf(svgOf(smallStart()));
    for (const QString &wanted : {u"InternAtom"_s, u"GetGeometry"_s, u"PutImage"_s, u"xclock"_s, u"summit"_s, u"100 ms"_s, u"start: 0.5"_s}) {
        QVERIFY2(texts.contains(wanted), qPrintable(wanted + u" is not in:\n"_s + texts));
    }
    QVERIFY2(texts.contains(u"estimated"_s) && texts.contains(u"RTT"_s), qPrintable(texts));
}

void NetPlotTest::aPictureTellsColorsApart()
{
    for (const bool isDark : {false, true}) {
        NetPlotImage::Options order;
        order.size = {900, 500};
        order.isDark = isDark;
        const QImage image = NetPlotImage(smallStart(), order).image();
        const NetPlotColors look = isDark ? NetPlotColors::dark() : NetPlotColors::light();
        // In the legend and, of each, at least one mark.
        using enum NetPlotMessageKind;
        for (const NetPlotMessageKind kind : {Images, Drawing, Other, Reply, Error}) {
            QVERIFY2(pixelsOf(image, look.color(kind)) > 40, qPrintable(NetPlotWording::kind(kind)));
        }
        QList<QColor> seen{look.waitLaneColor};
        for (std::size_t i = 0; i < NetPlotIndex::kindCount; ++i) {
            const QColor color = look.color(static_cast<NetPlotMessageKind>(i));
            for (const QColor &other : std::as_const(seen)) {
                const int apart = std::abs(color.red() - other.red()) + std::abs(color.green() - other.green()) + std::abs(color.blue() - other.blue());
                QVERIFY2(apart > 80, qPrintable(color.name() + u" and "_s + other.name()));
            }
            QVERIFY(std::abs(color.lightness() - look.backgroundColor.lightness()) > 40);
            seen.append(color);
        }
    }
}

void NetPlotTest::timeGoesToTheRightInEveryLanguage()
{
    const QImage before = NetPlotImage(smallStart()).image();
    const Qt::LayoutDirection direction = QGuiApplication::layoutDirection();
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QImage after = NetPlotImage(smallStart()).image();
    QGuiApplication::setLayoutDirection(direction);
    QCOMPARE(after, before);
}

void NetPlotTest::aPictureOfManyMessagesStaysSmall()
{
    const QByteArray svg = svgOf(noise(300'000));
    QVERIFY(!textsOf(svg).isEmpty());
    QCOMPARE_LT(svg.size(), 3'000'000); // each message by itself would be ten times that
    NetPlotImage::Options order;
    order.size = {20'000, 20'000};
    order.scale = 4;
    QVERIFY(NetPlotImage(smallStart(), order).image().isNull());
    order.size = {640, 480};
    order.scale = 2;
    QCOMPARE(NetPlotImage(smallStart(), order).image().size(), QSize(1280, 960));
}

void NetPlotTest::aPictureThatCannotBeSavedSaysWhere_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isSaved");
    QTest::newRow("where one may write") << u"here.svg"_s << true;
    QTest::newRow("a directory that is not there") << u"none/there.svg"_s << false;
    QTest::newRow("a directory") << u"."_s << false;
}

void NetPlotTest::aPictureThatCannotBeSavedSaysWhere()
{
    QFETCH(QString, path);
    QFETCH(bool, isSaved);
    const QTemporaryDir directory;
    const QString whole = directory.filePath(path);
    const NetPlotImage picture(smallStart());
    for (const auto &saved : {picture.saveSvg(whole), picture.savePng(whole)}) {
        QCOMPARE(saved.has_value(), isSaved);
        if (!saved) {
            QVERIFY2(saved.error().contains(directory.path()), qPrintable(saved.error()));
        }
    }
    QCOMPARE(QFileInfo(whole).isFile(), isSaved);
}

void NetPlotTest::wordsFromOutsideStayWords()
{
    XTrace trace = smallStart();
    trace.title.program = "<svg onload='x'>\n\u202e" + std::string(500, 'a');
    trace.title.host = "a&b";
    const QByteArray svg = svgOf(trace);
    const QString texts = textsOf(svg);
    QVERIFY(!texts.isEmpty()); // well-formed
    QVERIFY(texts.contains(u"<svg onload"_s));
    QVERIFY(!texts.contains(u'\u202e'));
    QVERIFY(!texts.contains(QString(200, u'a')));
}

void NetPlotTest::keysLookAround_data()
{
    QTest::addColumn<QList<QKeySequence>>("keys");
    QTest::addColumn<QString>("expected");
    using Keys = QList<QKeySequence>;
    QTest::newRow("plus zooms in") << Keys{Qt::Key_Plus} << u"narrower"_s;
    QTest::newRow("minus after plus is where it was") << Keys{Qt::Key_Plus, Qt::Key_Minus} << u"same"_s;
    QTest::newRow("minus alone goes no further than all") << Keys{Qt::Key_Minus, Qt::Key_Minus} << u"all"_s;
    QTest::newRow("right moves on") << Keys{Qt::Key_Plus, Qt::Key_Right} << u"later"_s;
    QTest::newRow("left at the beginning stays") << Keys{Qt::Key_Plus, Qt::Key_Home, Qt::Key_Left} << u"beginning"_s;
    QTest::newRow("end and right stay at the end") << Keys{Qt::Key_Plus, Qt::Key_End, Qt::Key_Right} << u"end"_s;
    QTest::newRow("0 shows everything") << Keys{Qt::Key_Plus, Qt::Key_Plus, Qt::Key_0} << u"all"_s;
    QTest::newRow("Shift and an arrow choose") << Keys{QKeySequence(Qt::SHIFT | Qt::Key_Right)} << u"chosen"_s;
    QTest::newRow("Return shows what is chosen") << Keys{QKeySequence(Qt::SHIFT | Qt::Key_Right), Qt::Key_Return} << u"narrower"_s;
    QTest::newRow("Escape drops it") << Keys{QKeySequence(Qt::SHIFT | Qt::Key_Right), Qt::Key_Escape} << u"same"_s;
    QTest::newRow("zooming on and on ends") << Keys(200, QKeySequence(Qt::Key_Plus)) << u"narrower"_s;
}

void NetPlotTest::keysLookAround()
{
    QFETCH(QList<QKeySequence>, keys);
    QFETCH(QString, expected);
    ShownPlot shown;
    const NetPlot::Range before = shown.plot.visibleRange();
    NetPlot::Range last;
    for (const QKeySequence &key : std::as_const(keys)) {
        last = shown.plot.visibleRange();
        QTest::keyClick(&shown.plot, key[0].key(), key[0].keyboardModifiers());
    }
    const NetPlot::Range after = shown.plot.visibleRange();
    QVERIFY(after.second > after.first);
    if (expected == u"narrower"_s) {
        QVERIFY(after.second - after.first < before.second - before.first);
    } else if (expected == u"later"_s) {
        QVERIFY(after.first > last.first);
    } else if (expected == u"beginning"_s) {
        QCOMPARE(after.first, 0);
    } else if (expected == u"end"_s) {
        QCOMPARE(after.second, before.second);
    } else if (expected == u"chosen"_s) {
        QVERIFY(shown.plot.selectedRange() && shown.plot.selectedRange()->second > shown.plot.selectedRange()->first);
    } else {
        QCOMPARE_LE(std::abs(after.first - before.first), 2);
        QCOMPARE_LE(std::abs(after.second - before.second), 2);
        QVERIFY(!shown.plot.selectedRange());
    }
    QVERIFY(!shown.plot.grab().isNull());
}

void NetPlotTest::theWheelZoomsWhereThePointerIs()
{
    ShownPlot shown;
    const std::int64_t time = shown.plot.visibleRange().second / 3;
    const QPointF place(shown.x(time), 200);
    QWheelEvent wheel(place, shown.plot.mapToGlobal(place), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    const NetPlot::Range before = shown.plot.visibleRange();
    QCoreApplication::sendEvent(&shown.plot, &wheel);
    QVERIFY(shown.plot.visibleRange().second - shown.plot.visibleRange().first < before.second - before.first);
    QVERIFY(std::abs(shown.x(time) - place.x()) < 2);
    QWheelEvent across(place, shown.plot.mapToGlobal(place), {}, {-120, 0}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    const std::int64_t from = shown.plot.visibleRange().first;
    QCoreApplication::sendEvent(&shown.plot, &across);
    QVERIFY(shown.plot.visibleRange().first > from);
}

void NetPlotTest::draggingPansAndChooses()
{
    ShownPlot shown;
    NetPlot &plot = shown.plot;
    plot.zoomIn();
    plot.zoomIn();
    const auto drag = [&](QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
        QTest::mousePress(&plot, Qt::LeftButton, modifiers, from);
        QTest::mouseMove(&plot, (from + to) / 2);
        QTest::mouseMove(&plot, to);
        QTest::mouseRelease(&plot, Qt::LeftButton, modifiers, to);
    };
    NetPlot::Range before = plot.visibleRange();
    drag({600, 200}, {400, 200}, Qt::NoModifier);
    QVERIFY(plot.visibleRange().first > before.first);
    QVERIFY(!plot.selectedRange());
    before = plot.visibleRange();
    QSignalSpy chosen(&plot, &NetPlot::selectedRangeChanged);
    drag({400, 200}, {600, 210}, Qt::ShiftModifier);
    QCOMPARE(plot.visibleRange(), before);
    QVERIFY(plot.selectedRange());
    QVERIFY(!chosen.isEmpty());
    QVERIFY(std::abs(shown.x(plot.selectedRange()->first) - 400) < 2);
    QVERIFY(std::abs(shown.x(plot.selectedRange()->second) - 600) < 2);
    drag({600, 200}, {500, 200}, Qt::ShiftModifier); // backwards
    QVERIFY(plot.selectedRange()->first < plot.selectedRange()->second);
    plot.setSelectionMode(true);
    drag({300, 200}, {350, 200}, Qt::NoModifier);
    QVERIFY(std::abs(shown.x(plot.selectedRange()->first) - 300) < 2);
    drag({300, 200}, {-500, 200}, Qt::NoModifier); // out of the window
    QCOMPARE_GE(plot.selectedRange()->first, 0);
    QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, {400, 200}); // a click is no range
    QVERIFY(!plot.selectedRange());
}

void NetPlotTest::itFollowsTheNewest()
{
    ShownPlot shown;
    shown.plot.zoomIn();
    shown.plot.setFollowMode(true);
    const std::int64_t span = shown.plot.visibleRange().second - shown.plot.visibleRange().first;
    const XTrace longer = noise(30'000, 50);
    shown.plot.setIndex(indexOf(longer));
    QCOMPARE_GE(shown.plot.visibleRange().second, longer.endTime);
    QCOMPARE(shown.plot.visibleRange().second - shown.plot.visibleRange().first, span);
    QSignalSpy following(&shown.plot, &NetPlot::followModeChanged);
    QTest::keyClick(&shown.plot, Qt::Key_Left); // who looks around is not taken away
    QVERIFY(!shown.plot.isFollowMode());
    QCOMPARE(following.size(), 1);
    shown.plot.setFollowMode(true);
    shown.plot.zoomIn();
    QVERIFY(shown.plot.isFollowMode());
    QCOMPARE_GE(shown.plot.visibleRange().second, longer.endTime);
}

void NetPlotTest::anotherPictureKeepsThePlace()
{
    ShownPlot shown;
    shown.plot.zoomIn();
    shown.plot.selectRange(10'000, 20'000);
    const NetPlot::Range before = shown.plot.visibleRange();
    shown.plot.setIndex(indexOf(noise(25'000, 50)));
    QCOMPARE(shown.plot.visibleRange(), before);
    QVERIFY(shown.plot.selectedRange());
    shown.plot.setIndex(indexOf(smallStart())); // another program's
    QCOMPARE(shown.plot.visibleRange().first, 0);
    QCOMPARE_GE(shown.plot.visibleRange().second, 1'000'000);
    QVERIFY(!shown.plot.selectedRange());
    shown.plot.setIndex(nullptr);
    QVERIFY(!shown.plot.grab().isNull());
    for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Left, Qt::Key_0, Qt::Key_End}) {
        QTest::keyClick(&shown.plot, key);
    }
    QTest::keyClick(&shown.plot, Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(&shown.plot, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(!shown.plot.selectedMessage());
}

void NetPlotTest::messagesCanBeStepped()
{
    NetPlot plot;
    plot.resize(900, 500);
    plot.setIndex(indexOf(smallStart()));
    plot.show();
    QSignalSpy pointed(&plot, &NetPlot::pointedMessageChanged);
    QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(plot.selectedMessage(), std::optional<std::size_t>(0));
    QTest::keyClick(&plot, Qt::Key_Left, Qt::ControlModifier); // there is none before
    QCOMPARE(plot.selectedMessage(), std::optional<std::size_t>(0));
    const auto size = static_cast<int>(plot.index()->trace().size());
    for (int i = 0; i < size + 3; ++i) {
        QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
    }
    QCOMPARE(plot.selectedMessage(), std::optional<std::size_t>(static_cast<std::size_t>(size) - 1));
    QStringList told;
    for (const QList<QVariant> &one : pointed) {
        told.append(one.first().toString());
    }
    QVERIFY2(told.join(u'\n').contains(u"GetGeometry, request with a reply"_s), qPrintable(told.join(u'\n')));
    QTest::keyClick(&plot, Qt::Key_Escape);
    QVERIFY(!plot.selectedMessage());
}

void NetPlotTest::aMessageIsFoundUnderThePointer()
{
    const auto index = indexOf(smallStart());
    NetPlotPainter::PaintParameters view{.area = QRectF(0, 0, 900, 500),
                                         .firstShownTraceUsec = 0,
                                         .lastShownTraceUsec = 1'000'000,
                                         .selectedRange = {},
                                         .selectedMessageIndex = {},
                                         .title = {}};
    const NetPlotGeometry places = NetPlotPainter::geometry(view, QFontMetricsF(QFont()));
    for (std::size_t i = 0; i < index->trace().size(); ++i) {
        const XRecord &record = index->trace().at(i);
        if (record.name.code != putImage || record.kind != XRecordKind::Request) {
            continue;
        }
        const auto found = NetPlotPainter::messageAt(*index, places, QPointF(places.x(record.at) + 2, places.bytesUpPane.center().y()));
        QCOMPARE(found, std::optional(i)); // it is by far the largest
    }
    QVERIFY(!NetPlotPainter::messageAt(*index, places, QPointF(places.x(950'000), places.bytesUpPane.center().y())));
    QVERIFY(!NetPlotPainter::messageAt(*index, places, QPointF(-5, -5)));
    QVERIFY(!NetPlotPainter::messageAt(NetPlotIndex(XTrace()), places, places.bytesUpPane.center()));
}

void NetPlotTest::tablesAddUp()
{
    const TrafficSummary summary = summed(smallStart());
    QCOMPARE(summary.tally.roundTripCount, 3); // the set-up is no request
    const TrafficTableData requests = TrafficTables::requests(summary);
    QVERIFY(hasTips(requests));
    QCOMPARE(column(requests, 0).first(), u"InternAtom"_s); // waited for longest
    double count = 0;
    double trips = 0;
    for (const TrafficTableData::Row &row : requests.rows) {
        QCOMPARE(row.size(), requests.columns.size());
        count += *row[1].number;
        trips += *row[2].number;
    }
    QCOMPARE(count, static_cast<double>(summary.tally.requests));
    QCOMPARE(trips, 3.0);
    const TrafficTableData times = TrafficTables::times(summary);
    QVERIFY(column(times, 0).join(u'\n').contains(u"Blocked on replies (estimated)"_s));
    QVERIFY(column(times, 0).join(u'\n').contains(u"Round trip of the connection (RTT)"_s));
    QCOMPARE(TrafficTables::byteClasses(summary).rows.size(), 6);
    QCOMPARE(column(TrafficTables::byteClasses(summary), 0).first(), u"images"_s);
    const TrafficTableData events = TrafficTables::events(summary);
    QCOMPARE(events.rows.size(), 2);
    QVERIFY(column(events, 1).contains(u"error"_s));
    QCOMPARE(column(TrafficTables::largestRequests(summary), 0).first(), u"PutImage"_s);
    QCOMPARE(TrafficTables::connections(summary).rows.size(), 1);
    const TrafficTableData two = TrafficTables::connections(summed(noise(500)));
    QCOMPARE(two.rows.size(), 2);
    QVERIFY(two.rows[1].last().text.contains(u"a length of 0"_s));
}

void NetPlotTest::aRangeIsToldAlone()
{
    const XTrace trace = smallStart();
    const TrafficSummary whole = summed(trace);
    const TrafficSummary part = summed(trace, std::pair<std::int64_t, std::int64_t>(0, 150'000));
    QVERIFY(part.isOnlyPartOfTrace && !whole.isOnlyPartOfTrace);
    QCOMPARE_LT(part.tally.requests, whole.tally.requests);
    QCOMPARE(part.tally.times.totalTime, 150'000);
    const QString told = TrafficTables::rangeText(part);
    QVERIFY2(told.contains(u"0.1"_s) && told.contains(u"estimated"_s), qPrintable(told));
    const TrafficSummary outside = summed(trace, std::pair<std::int64_t, std::int64_t>(5'000'000, 6'000'000));
    QCOMPARE(outside.tally.requests, 0);
    QVERIFY(TrafficTables::requests(outside).rows.isEmpty());
}

void NetPlotTest::tablesOfNothingAreEmpty()
{
    const TrafficSummary summary = summed(XTrace());
    QVERIFY(TrafficTables::requests(summary).rows.isEmpty());
    QVERIFY(TrafficTables::events(summary).rows.isEmpty());
    QVERIFY(TrafficTables::connections(summary).rows.isEmpty());
    QVERIFY(TrafficTables::largestRequests(summary).rows.isEmpty());
    QVERIFY(TrafficTables::comparison(summary).rows.isEmpty());
    QVERIFY(!TrafficTables::adviceHtml(summary).isEmpty());
    QVERIFY(!TrafficTables::rangeText(summary).isEmpty());
}

void NetPlotTest::tracesAreCompared()
{
    XTraceBuilder faster;
    faster.connect().ask(internAtom).say(putImage, 50'000, 2);
    TrafficSummaryRequest question;
    question.trace = smallStart();
    question.comparedTrace = faster.build();
    question.comparedTrace->title = {.program = "faster\n", .display = {}, .topology = {}, .host = "here"};
    const TrafficSummary summary = TrafficSummary::of(question);
    const QString told = TrafficTables::comparedTraces(summary);
    QVERIFY2(told.contains(u"xclock · on summit · lris/clock: "_s) && told.contains(u"There: faster"_s) && told.contains(u"3 requests, 1 round trips"_s)
                 && !told.contains(u'\n'),
             qPrintable(told));
    const TrafficTableData figures = TrafficTables::comparison(summary);
    QVERIFY(hasTips(figures));
    QCOMPARE(column(figures, 0).first(), u"InternAtom"_s); // the largest difference of waiting
    QCOMPARE(*figures.rows.first()[1].number, 2.0);
    QCOMPARE(*figures.rows.first()[2].number, 1.0);
    QVERIFY(column(figures, 0).contains(u"GetGeometry"_s)); // here alone
    const auto &bytes = summary.tally.totalsByRequest.at({.extensionIndex = XName::coreProtocolIndex, .code = internAtom});
    QCOMPARE_GT(bytes.replyBytes, 0);
    QCOMPARE(*figures.rows.first()[7].number, static_cast<double>(bytes.bytes + bytes.replyBytes)); // as the command counts
}

void NetPlotTest::adviceIsEscaped()
{
    TrafficSummary summary;
    summary.headline = u"<img src=x>: 5 round trips"_s;
    summary.findings = {{XFinding::Kind::Geometry, XFinding::Severity::Grave, u"<b>what</b>"_s, u"1 < 2"_s, u"a & b"_s}};
    const QString html = TrafficTables::adviceHtml(summary);
    QVERIFY2(html.contains(u"&lt;img"_s) && html.contains(u"&lt;b&gt;what"_s) && html.contains(u"1 &lt; 2"_s) && html.contains(u"a &amp; b"_s),
             qPrintable(html));
    QVERIFY(!html.contains(u"<img"_s));
}

void NetPlotTest::tablesAreCopiedAndSorted()
{
    TrafficTableView view(u"Requests"_s);
    view.setFigures(TrafficTables::requests(summed(smallStart())));
    view.resize(700, 300);
    view.show();
    QCOMPARE(view.text(false).section(u'\n', 1, 1).section(u'\t', 0, 0), u"InternAtom"_s);
    view.sortByColumn(4, Qt::DescendingOrder); // by bytes as numbers, not as texts
    QCOMPARE(view.text(false).section(u'\n', 1, 1).section(u'\t', 0, 0), u"PutImage"_s);
    view.setCurrentIndex(view.model()->index(1, 0));
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(copied.count(u'\n'), 2); // heads and a row
    QVERIFY(!copied.contains(u"PutImage"_s));
    view.copyWholeTable();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"PutImage"_s));
    view.setFigures({});
    view.copyWholeTable();
    QCOMPARE(view.model()->rowCount(), 0);
}

void NetPlotTest::whatIsSelectedStaysSelected()
{
    const auto cell = [](const QString &text, double number) {
        return TrafficTableData::Row{{text, {}}, {QString::number(number), number}};
    };
    TrafficTableView view(u"Requests"_s);
    TrafficTableData figures{.columns = {{u"Request"_s, {}}, {u"Count"_s, {}}},
                             .rows = {cell(u"a"_s, 3), cell(u"b"_s, 2), cell(u"twice"_s, 1), cell(u"twice"_s, 0)}};
    view.setFigures(figures);
    view.setCurrentIndex(view.model()->index(1, 0));
    const auto selected = [&] {
        return view.selectionModel()->selectedRows().isEmpty() ? QString() : view.selectionModel()->selectedRows().first().data().toString();
    };
    QCOMPARE(selected(), u"b"_s);
    figures.rows.swapItemsAt(0, 1); // as they come
    view.setFigures(figures);
    QCOMPARE(selected(), u"b"_s);
    QCOMPARE(view.currentIndex().row(), 0);
    view.sortByColumn(1, Qt::DescendingOrder);
    figures.rows = {cell(u"a"_s, 3), cell(u"twice"_s, 7), cell(u"b"_s, 5), cell(u"twice"_s, 6)}; // sorted, with other figures
    view.setFigures(figures);
    QCOMPARE(selected(), u"b"_s);
    QCOMPARE(view.currentIndex().row(), 2);
    QCOMPARE(view.model()->index(0, 1).data().toString(), u"7"_s);
    figures.rows[2] = cell(u"c"_s, 5); // it is gone
    view.setFigures(figures);
    QCOMPARE(selected(), QString());
}

void NetPlotTest::theLastQuestionCounts()
{
    TrafficSummarizer summer;
    QList<quint64> numbers;
    connect(&summer, &TrafficSummarizer::summaryReady, this, [&](const TrafficSummary &summary) {
        numbers.append(summary.requestNumber);
    });
    TrafficSummaryRequest question;
    question.trace = noise(20'000);
    for (quint64 i = 1; i <= 50; ++i) {
        question.requestNumber = i;
        summer.requestSummary(question);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!summer.isBusy() && !numbers.isEmpty() && numbers.last() == 50, 20000);
    QCOMPARE(numbers.size(), 2); // the first and the last
    question.requestNumber = 51;
    summer.requestSummary(question);
    summer.discardEarlierRequests();
    QTRY_VERIFY_WITH_TIMEOUT(!summer.isBusy(), 20000);
    QCOMPARE(numbers.last(), 50);
}

void NetPlotTest::whoIsGoneHearsNothing()
{
    bool isHeard = false;
    {
        TrafficSummarizer summer;
        connect(&summer, &TrafficSummarizer::summaryReady, this, [&] {
            isHeard = true;
        });
        TrafficSummaryRequest question;
        question.trace = noise(50'000);
        summer.requestSummary(question);
    }
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!isHeard);
}

void NetPlotTest::theViewShowsWhatWasSummedUp()
{
    TrafficView view;
    view.resize(1000, 700);
    view.show();
    QSignalSpy summaryReady(&view, &TrafficView::summaryReady);
    view.setTrace(smallStart());
    QTRY_VERIFY_WITH_TIMEOUT(view.plot()->index() && !view.isBusy(), 20000);
    auto *pages = view.findChild<QTabWidget *>();
    QCOMPARE(pages->tabText(0), u"Advice"_s);
    QVERIFY(!view.findChild<QTextBrowser *>()->toPlainText().isEmpty());
    const auto requests = [&] {
        for (const TrafficTableView *table : view.findChildren<TrafficTableView *>()) {
            if (table->accessibleName() == u"Requests by name"_s) {
                return table->model()->rowCount();
            }
        }
        return -1;
    };
    const int before = requests();
    QCOMPARE_GT(before, 2);
    view.plot()->selectRange(900'000, 950'000); // nothing passed there
    QTRY_COMPARE_WITH_TIMEOUT(requests(), 0, 20000);
    view.plot()->clearSelection();
    QTRY_COMPARE_WITH_TIMEOUT(requests(), before, 20000);
    view.compareWith(noise(100));
    QCOMPARE(pages->tabText(pages->currentIndex()), u"Comparison"_s);
    view.compareWith({});
    QVERIFY(pages->tabText(pages->currentIndex()) != u"Comparison"_s);
    // A new trace while the old one is being summed up: the new one is shown in the end.
    view.setTrace(noise(30'000));
    view.plot()->selectRange(100, 200);
    view.setTrace(smallStart());
    QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy() && view.plot()->index()->trace().title.program == "xclock", 20000);
    QCOMPARE(requests(), before);
    view.clear();
    QCOMPARE(requests(), 0);
    QVERIFY(!view.plot()->index());
}

void NetPlotTest::theViewIsAccessible()
{
    TrafficView view;
    view.setWindowTitle(u"X Traffic"_s);
    view.resize(1000, 700);
    view.setTrace(smallStart());
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.plot()->index() && !view.isBusy(), 20000);
    const QStringList problems = AccessibleCheck::problems(&view);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QAccessibleInterface *plot = QAccessible::queryAccessibleInterface(view.plot());
    QCOMPARE(plot->role(), QAccessible::Chart);
    QVERIFY2(plot->text(QAccessible::Description).contains(u"messages from"_s), qPrintable(plot->text(QAccessible::Description)));
}

NIGHTDESK_TEST(NetPlotTest)
#include "netplottest.moc"
