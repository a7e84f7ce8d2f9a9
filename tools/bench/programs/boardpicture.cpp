// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// boardpicture dark|light|red table|desk|groups WIDTH HEIGHT FILE: the board with five desks (one ill, one gone) as it looks, in a PNG.
#include "app/appearance/colors.h"
#include "nightdesk.h"
#include "tests/widgets/boardfeed.h"
#include "widgets/board/boardmodel.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/boardsortmodel.h"
#include "widgets/board/boardview.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/nightbar.h"

#include <KIconTheme>
#include <KLocalizedString>
#include <KStyleManager>

#include <QApplication>
#include <QComboBox>
#include <QMainWindow>
#include <QMenuBar>
#include <QTest>

#include <cmath>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
/// The last quarter of an hour, so that there are curves.
void play(BoardFeed &feed)
{
    struct Desk {
        QString name;
        QString instrument;
        double roundTrip;
        double rate;
        double age;
    };
    const QList<Desk> desks{{u"waimea/remote1"_s, u"lris"_s, 21, 850'000, 18},
                            {u"santa-cruz/left"_s, u"deimos"_s, 62, 230'000, 41},
                            {u"swinburne/desk"_s, u"nires"_s, 214, 96'000, 130},
                            {u"caltech/right"_s, u"hires"_s, 88, 120'000, 60}};
    for (int step = 0; step <= 90; ++step) {
        int number = 0;
        for (const Desk &desk : desks) {
            const double wave = std::sin(step * 0.21 + number * 2) * 0.12 + std::sin(step * 0.83 + number) * 0.06 + 1;
            const bool isIll = number == 3 && step > 66;
            feed.say(
                desk.name,
                BoardWire::DeskMeasurements{.stamp = {},
                                            .links = {{.id = desk.instrument + u"/summit"_s,
                                                       .roundTrip = std::chrono::microseconds(std::lround(desk.roundTrip * 1000 * (isIll ? wave + 0.4 : wave))),
                                                       .bytesInPerSecond = std::lround(isIll ? 12'000 * wave : desk.rate * (wave + (step % 17 == 0 ? 0.8 : 0))),
                                                       .bytesOutPerSecond = 900,
                                                       .compressionRatio = 2.8 - 0.4 * number}},
                                            .displays = {{.key = desk.instrument + u"/control0"_s,
                                                          .imageAge = std::chrono::milliseconds(std::lround(isIll ? 500 + (step - 66) * 200 : desk.age * wave)),
                                                          .framesPerSecond = 12}}});
            ++number;
        }
        feed.board().updateForElapsedTime();
        feed.pass(10s);
    }
}
}

int main(int argc, char **argv)
{
    KLocalizedString::setApplicationDomain("nightdesk");
    KIconTheme::initTheme();
    QApplication app(argc, argv);
    KStyleManager::initStyle();
    const QStringList words = QApplication::arguments();
    if (words.size() != 6) {
        qWarning("boardpicture dark|light|red table|desk|groups WIDTH HEIGHT FILE");
        return 2;
    }
    Settings::setColours(words.at(1) == "light"_L1     ? Settings::EnumColours::Light
                             : words.at(1) == "red"_L1 ? Settings::EnumColours::NightRed
                                                       : Settings::EnumColours::Dark);
    applyColors();
    BoardFeed feed(15min);
    feed.fill();
    play(feed);
    feed.settle();
    NightIndicators indicators;
    indicators.setFacility(u"Pacific/Honolulu"_s, -155.47);
    QMainWindow window;
    window.menuBar()->addMenu(u"File"_s);
    window.menuBar()->addMenu(u"View"_s);
    window.menuBar()->addMenu(u"Settings"_s);
    window.menuBar()->addMenu(u"Help"_s);
    auto *page = new BoardPage;
    auto *clocks = new NightBar;
    clocks->setIndicators(&indicators);
    page->setClocks(clocks);
    page->setBoard(&feed.board());
    page->setTimezone(QTimeZone("Pacific/Honolulu"));
    page->setSiteNames(
        {{u"waimea"_s, u"Waimea"_s}, {u"santa-cruz"_s, u"Santa Cruz"_s}, {u"caltech"_s, u"Caltech, Pasadena"_s}, {u"swinburne"_s, u"Swinburne, Melbourne"_s}});
    page->setViewObstacleFunction([](const DeskName &, const QString &display) {
        return display.endsWith(u"xterm"_s) ? u"It is an X program"_s : QString();
    });
    window.setCentralWidget(page);
    window.resize(words.at(3).toInt(), words.at(4).toInt());
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) {
        return 1;
    }
    page->view()->sortModel()->sortNow();
    page->view()->setCurrentDesk(BoardFeed::name(u"waimea/remote1"_s));
    if (words.at(2) == "desk"_L1) {
        page->openDeskPage(BoardFeed::name(u"caltech/right"_s));
    } else if (words.at(2) == "groups"_L1) {
        page->findChild<QComboBox *>()->setCurrentIndex(1);
    }
    QTest::qWait(300); // icons and fonts come while it is shown first
    return window.grab().save(words.at(5)) ? 0 : 1;
}
