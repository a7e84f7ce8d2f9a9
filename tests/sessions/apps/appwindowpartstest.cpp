// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/applayout.h"
#include "sessions/apps/appwindows.h"
#include "sessions/apps/programstartdetector.h"
#include "sessions/apps/windowicon.h"
#include "sessions/apps/windowtitle.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;

namespace
{
constexpr QSize display(800, 600);

AppWindow ordinary(const QRect &rect = QRect(0, 0, 300, 200))
{
    AppWindow window;
    window.id = 1;
    window.rect = rect;
    window.arePropertiesRead = true;
    window.isMapped = true;
    return window;
}

Numbers icon(std::uint32_t width, std::uint32_t height, std::size_t pixels)
{
    Numbers values = {width, height};
    values.insert(values.end(), pixels, 0xff102030);
    return values;
}

Numbers operator+(Numbers first, const Numbers &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}
}

/// The parts of AppWindowAgent that decide.
class AppWindowPartsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void choosesTheMainWindow_data();
    void choosesTheMainWindow();
    void nextIsMainWhenTheFirstGoes();
    void keepsTheStacking();
    void keepsSoManyWindows();
    void readsTitles_data();
    void readsTitles();
    void titleIsBounded();
    void readsIcons_data();
    void readsIcons();
    void readsPixmaps_data();
    void readsPixmaps();
    void laysOut_data();
    void laysOut();
    void staysInsideWhateverItIsTold();
    void settles_data();
    void settles();
};

void AppWindowPartsTest::choosesTheMainWindow_data()
{
    QTest::addColumn<QList<AppWindow>>("windows");
    QTest::addColumn<int>("main"); // from 1; 0: none
    QTest::addColumn<int>("count");
    const auto with = [](auto change) {
        AppWindow window = ordinary();
        change(window);
        return window;
    };
    const AppWindow menu = with([](AppWindow &w) {
        w.overrideRedirect = true;
    });
    const AppWindow dialog = with([](AppWindow &w) {
        w.isTransient = true;
    });
    const AppWindow splash = with([](AppWindow &w) {
        w.hasAuxiliaryType = true;
    });
    const AppWindow helper = with([](AppWindow &w) {
        w.rect = QRect(-10, -10, 1, 1);
    });
    const AppWindow inputOnly = with([](AppWindow &w) {
        w.isInputOnly = true;
    });
    const AppWindow unknown = with([](AppWindow &w) {
        w.arePropertiesRead = false;
    });
    const AppWindow frame = with([](AppWindow &w) {
        w.belongsToProgram = false;
    });
    QTest::newRow("none") << QList<AppWindow>() << 0 << 0;
    QTest::newRow("the first of two") << QList{ordinary(), ordinary()} << 1 << 2;
    QTest::newRow("a splash screen is not") << QList{splash, ordinary()} << 2 << 2;
    QTest::newRow("a dialog is not") << QList{dialog, ordinary()} << 2 << 2;
    QTest::newRow("a dialog is, alone") << QList{menu, dialog} << 2 << 1;
    QTest::newRow("a menu never is") << QList{menu} << 0 << 0;
    QTest::newRow("helpers of one pixel, of no picture, and frames") << QList{helper, inputOnly, frame, unknown, ordinary()} << 5 << 1;
}

void AppWindowPartsTest::choosesTheMainWindow()
{
    QFETCH(QList<AppWindow>, windows);
    QFETCH(int, main);
    QFETCH(int, count);
    AppWindows kept;
    for (qsizetype i = 0; i < windows.size(); ++i) {
        const XId id = static_cast<XId>(i + 1);
        AppWindow *window = kept.add(id);
        *window = windows[i];
        window->id = id;
        window->isMapped = false;
        kept.setMapped(id, true);
    }
    QCOMPARE(kept.mainWindow(), static_cast<XId>(main));
    QCOMPARE(static_cast<int>(kept.ordinaryWindows().size()), count);
}

void AppWindowPartsTest::nextIsMainWhenTheFirstGoes()
{
    AppWindows windows;
    for (XId id : {1u, 2u, 3u}) {
        *windows.add(id) = ordinary();
        windows.find(id)->id = id;
        windows.find(id)->isMapped = false;
        windows.setMapped(id, true);
    }
    windows.setMapped(1, false);
    QCOMPARE(windows.mainWindow(), 2u);
    windows.setMapped(1, true); // comes back, as the last
    QCOMPARE(windows.mainWindow(), 2u);
    windows.remove(2);
    QCOMPARE(windows.mainWindow(), 3u);
    windows.remove(3);
    QCOMPARE(windows.mainWindow(), 1u);
    windows.find(1)->transientFor = 1; // of itself
    QVERIFY(!windows.parentOf(*windows.find(1)));
}

void AppWindowPartsTest::keepsTheStacking()
{
    AppWindows windows;
    for (XId id : {1u, 2u, 3u}) {
        windows.add(id);
    }
    windows.putAbove(3, 1);
    QCOMPARE(windows.ids(), (std::vector<XId>{1, 3, 2}));
    windows.putAbove(2, 0);
    QCOMPARE(windows.ids(), (std::vector<XId>{2, 1, 3}));
    windows.raise(2);
    windows.putAbove(1, 77); // above one that nobody knows
    windows.putAbove(77, 1);
    windows.putAbove(1, 1);
    QCOMPARE(windows.ids(), (std::vector<XId>{3, 2, 1}));
}

void AppWindowPartsTest::keepsSoManyWindows()
{
    AppWindows windows;
    for (XId id = 1; id <= 100000; ++id) {
        windows.add(id);
    }
    QCOMPARE(windows.ids().size(), AppWindows::maxWindows);
    QVERIFY(!windows.add(0));
}

void AppWindowPartsTest::readsTitles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<WindowTitle::Encoding>("encoding");
    QTest::addColumn<QString>("title");
    using enum WindowTitle::Encoding;
    QTest::newRow("UTF-8") << "Gr\u00f6\u00dfe \u27f6"_ba << Utf8 << u"Gr\u00f6\u00dfe \u27f6"_s;
    QTest::newRow("UTF-8 that is none") << "a\xff\xfe b"_ba << Utf8 << u"a\ufffd\ufffd b"_s;
    QTest::newRow("Latin-1") << "Gr\xf6\xdf"
                                "e"_ba
                             << Latin1 << u"Gr\u00f6\u00dfe"_s;
    QTest::newRow("UTF-8 that says it is Latin-1") << "Gr\u00f6\u00dfe"_ba << Latin1 << u"Gr\u00f6\u00dfe"_s;
    QTest::newRow("compound: Latin-1") << "Gr\xf6\xdf"
                                          "e"_ba
                                       << CompoundText << u"Gr\u00f6\u00dfe"_s;
    QTest::newRow("compound: UTF-8 inside") << "a \x1b%G\u27f6\x1b%@ b"_ba << CompoundText << u"a \u27f6 b"_s;
    QTest::newRow("compound: UTF-8 that does not end") << "a \x1b%G\u27f6"_ba << CompoundText << u"a \u27f6"_s;
    QTest::newRow("compound: Greek is not read, what follows is") << "a \x1b-F\xe1\x1b-A\xe4"_ba << CompoundText << u"a \ufffd\u00e4"_s;
    QTest::newRow("compound: cut in an escape") << "a\x1b$"_ba << CompoundText << u"a"_s;
    QTest::newRow("compound: escapes alone") << "\x1b\x1b\x1b"_ba << CompoundText << QString();
    QTest::newRow("control and bidi characters") << "a\x1b[31m\u202e b\r\n\tc\x07"_ba << Utf8 << u"a [31m b c"_s;
    QTest::newRow("ends at a null") << QByteArray("one\0two", 7) << Utf8 << u"one"_s;
    QTest::newRow("nothing") << QByteArray() << Utf8 << QString();
}

void AppWindowPartsTest::readsTitles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(WindowTitle::Encoding, encoding);
    QFETCH(QString, title);
    QCOMPARE(WindowTitle::decode(bytes, encoding), title);
}

void AppWindowPartsTest::titleIsBounded()
{
    QByteArray bytes;
    for (int i = 0; i < 1'000'000; ++i) {
        bytes += "\u202e\x1b%G x\xe4";
    }
    for (const auto encoding : {WindowTitle::Encoding::Utf8, WindowTitle::Encoding::Latin1, WindowTitle::Encoding::CompoundText}) {
        const QString title = WindowTitle::decode(bytes, encoding);
        QVERIFY2(title.size() <= 200 && title.size() > 50, qPrintable(QString::number(title.size())));
        QVERIFY(!title.contains(QChar(0x202e)) && !title.contains(QChar(0x1b)));
    }
}

void AppWindowPartsTest::readsIcons_data()
{
    QTest::addColumn<Numbers>("values");
    QTest::addColumn<QList<QSize>>("sizes");
    QTest::newRow("one") << icon(16, 16, 256) << QList{QSize(16, 16)};
    QTest::newRow("several, smallest first") << icon(48, 48, 48 * 48) + icon(16, 16, 256) << QList{QSize(16, 16), QSize(48, 48)};
    QTest::newRow("none larger than needed") << icon(256, 256, 65536) + icon(64, 64, 4096) << QList{QSize(64, 64)};
    QTest::newRow("a large one is better than none") << icon(256, 256, 65536) << QList{QSize(256, 256)};
    QTest::newRow("too large") << icon(257, 1, 257) + icon(16, 16, 256) << QList{QSize(16, 16)};
    QTest::newRow("the same size twice") << icon(16, 16, 256) + icon(16, 16, 256) << QList{QSize(16, 16)};
    QTest::newRow("truncated") << icon(16, 16, 256) + icon(32, 32, 1023) << QList{QSize(16, 16)};
    QTest::newRow("claims 65535x65535") << icon(65535, 65535, 100) << QList<QSize>();
    QTest::newRow("claims what overflows 32 bits") << icon(0x10000, 0x10000, 100) << QList<QSize>();
    QTest::newRow("claims what overflows all") << icon(0xffffffff, 0xffffffff, 100) << QList<QSize>();
    QTest::newRow("no height") << icon(16, 0, 0) + icon(16, 16, 256) << QList<QSize>();
    QTest::newRow("no pixels") << Numbers{16, 16} << QList<QSize>();
    QTest::newRow("nothing") << Numbers() << QList<QSize>();
    Numbers many;
    for (std::uint32_t i = 1; i < 200; ++i) {
        many = many + icon(i, 1, i);
    }
    QList<QSize> some;
    for (int i = 1; i <= WindowIcon::maxPictures; ++i) {
        some.append(QSize(i, 1));
    }
    QTest::newRow("two hundred of them") << many << some;
}

void AppWindowPartsTest::readsIcons()
{
    QFETCH(Numbers, values);
    QFETCH(QList<QSize>, sizes);
    QList<QSize> got;
    for (const QImage &image : WindowIcon::fromProperty(values)) {
        got.append(image.size());
        QCOMPARE(image.pixel(image.width() - 1, image.height() - 1), 0xff102030);
    }
    QCOMPARE(got, sizes);
}

void AppWindowPartsTest::readsPixmaps_data()
{
    QTest::addColumn<int>("depth");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qsizetype>("bytes");
    QTest::addColumn<bool>("readable");
    QTest::newRow("true colours") << 24 << QSize(10, 10) << qsizetype(400) << true;
    QTest::newRow("one colour") << 1 << QSize(33, 2) << qsizetype(16) << true;
    QTest::newRow("too short") << 24 << QSize(10, 10) << qsizetype(399) << false;
    QTest::newRow("one colour, too short") << 1 << QSize(33, 2) << qsizetype(15) << false;
    QTest::newRow("a palette") << 8 << QSize(10, 10) << qsizetype(400) << false;
    QTest::newRow("too large") << 24 << QSize(257, 10) << qsizetype(100000) << false;
    QTest::newRow("nothing") << 24 << QSize(0, 0) << qsizetype(0) << false;
}

void AppWindowPartsTest::readsPixmaps()
{
    QFETCH(int, depth);
    QFETCH(QSize, size);
    QFETCH(qsizetype, bytes);
    QFETCH(bool, readable);
    const std::vector<std::uint8_t> data(static_cast<std::size_t>(bytes), 0xff);
    const QImage image = WindowIcon::fromImage(data, depth, size, {});
    QCOMPARE(!image.isNull(), readable);
    if (readable) {
        QCOMPARE(image.pixel(size.width() - 1, size.height() - 1), depth == 1 ? 0xff000000 : 0xffffffff);
        const QImage smaller = image.copy(0, 0, 2, 2);
        QCOMPARE(qAlpha(WindowIcon::masked(image, smaller).pixel(size.width() - 1, 0)), 0);
    }
}

void AppWindowPartsTest::laysOut_data()
{
    QTest::addColumn<AppWindow>("window");
    QTest::addColumn<bool>("isMain");
    QTest::addColumn<QRect>("expected");
    AppWindow window = ordinary();
    QTest::newRow("the main window fills") << window << true << QRect(QPoint(0, 0), display);
    QTest::newRow("a dialog stands in the middle of its parent") << window << false << QRect(250, 200, 300, 200);
    window.borderWidth = 2;
    QTest::newRow("with its border") << window << false << QRect(248, 198, 300, 200);
    window = ordinary();
    window.maximumSize = QSize(400, 300);
    QTest::newRow("the main window may not be that large") << window << true << QRect(200, 150, 400, 300);
    window = ordinary();
    window.minimumSize = QSize(1000, 100);
    QTest::newRow("the main window may not be that small") << window << true << QRect(0, 0, 1000, 600);
    window = ordinary(QRect(10, 20, 300, 200));
    window.hasUserPosition = true;
    QTest::newRow("it chose its place") << window << false << QRect(10, 20, 300, 200);
    window = ordinary(QRect(700, 500, 300, 200));
    window.hasUserPosition = true;
    QTest::newRow("its place hangs over the edge") << window << false << QRect(500, 400, 300, 200);
    window = ordinary(QRect(-50, -60, 300, 200));
    window.hasUserPosition = true;
    QTest::newRow("its place hangs over the other edge") << window << false << QRect(0, 0, 300, 200);
    QTest::newRow("larger than the display") << ordinary(QRect(0, 0, 2000, 200)) << false << QRect(0, 200, 800, 200);
}

void AppWindowPartsTest::laysOut()
{
    QFETCH(AppWindow, window);
    QFETCH(bool, isMain);
    QFETCH(QRect, expected);
    const AppWindow parent = ordinary(QRect(QPoint(0, 0), display));
    QCOMPARE(isMain ? AppLayout::mainWindowRect(window, display) : AppLayout::newWindowRect(window, &parent, display), expected);
}

void AppWindowPartsTest::staysInsideWhateverItIsTold()
{
    const int values[] = {-32768, -1, 0, 1, 799, 32767, 65535};
    for (const int x : values) {
        for (const int width : values) {
            for (const int limit : values) {
                AppWindow window = ordinary(QRect(x, x, qMax(1, width), qMax(1, width)));
                window.borderWidth = qMax(0, limit);
                window.minimumSize = QSize(qBound(0, limit, 32767), qBound(0, width, 32767));
                window.maximumSize = QSize(qBound(0, width, 32767), qBound(0, limit, 32767));
                for (const QRect &rect : {AppLayout::mainWindowRect(window, display), AppLayout::newWindowRect(window, nullptr, display)}) {
                    QVERIFY(rect.width() >= 1 && rect.width() <= 65535 && rect.height() >= 1 && rect.height() <= 65535);
                    QVERIFY(rect.x() >= 0 && rect.x() < 800 && rect.y() >= 0 && rect.y() < 600);
                }
            }
        }
    }
}

void AppWindowPartsTest::settles_data()
{
    using Map = std::tuple<std::uint32_t, bool, std::chrono::milliseconds>;
    QTest::addColumn<QList<Map>>("maps");
    QTest::addColumn<std::chrono::milliseconds>("at"); // -1: never
    QTest::newRow("no window") << QList<Map>() << -1ms;
    QTest::newRow("one window") << QList<Map>{{1, true, 100ms}} << 3100ms;
    QTest::newRow("two windows") << QList<Map>{{1, true, 100ms}, {2, true, 2900ms}} << 5900ms;
    QTest::newRow("a splash screen that stays for minutes") << QList<Map>{{1, false, 0ms}} << -1ms;
    QTest::newRow("a splash screen, and then the window") << QList<Map>{{1, false, 0ms}, {2, true, 60000ms}} << 63000ms;
    QTest::newRow("a window, then a tip") << QList<Map>{{1, true, 0ms}, {2, false, 2000ms}} << 5000ms;
    QTest::newRow("a tip that comes and goes") << QList<Map>{{1, true, 0ms}, {2, false, 1000ms}, {2, false, 2000ms}, {2, false, 3500ms}} << 4000ms;
    QList<Map> restless;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        restless.append({i, true, i * 1000ms});
    }
    QTest::newRow("one that never stops") << restless << std::chrono::milliseconds(ProgramStartDetector::maxStartTime);
}

void AppWindowPartsTest::settles()
{
    using Map = std::tuple<std::uint32_t, bool, std::chrono::milliseconds>;
    QFETCH(QList<Map>, maps);
    QFETCH(std::chrono::milliseconds, at);
    const ProgramStartDetector::Clock::time_point start{5s};
    ProgramStartDetector clock;
    std::chrono::milliseconds settled = -1ms;
    for (std::chrono::milliseconds now = 0ms; now < 1100s; now += 50ms) {
        for (const auto &[window, isOrdinary, when] : maps) {
            if (when == now) {
                clock.noteMappedWindow(window, isOrdinary, start + now);
            }
        }
        if (clock.takeStartFinished(start + now)) {
            QCOMPARE(settled, -1ms); // once
            settled = now;
        }
    }
    QCOMPARE(settled, at);
    QCOMPARE(clock.dueAt().has_value(), false);
}

NIGHTDESK_GUILESS_TEST(AppWindowPartsTest)
#include "appwindowpartstest.moc"
