// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xstartprogress.h"
#include "sessions/desktops/desktopsession.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/accessiblecheck.h"
#include "tests/widgets/cuttext.h"
#include "widgets/displays/displaythumbnail.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/startstepsbar.h"
#include "widgets/traffic/waitingtimechart.h"
#include "widgets/wording/trafficwording.h"

#include <QApplication>
#include <QTest>

#include <algorithm>

#include <time.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
using State = XProgramStartMonitor::State;

/// CPU time of this thread, which scales the images.
std::chrono::nanoseconds ownTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}
}

/// What a card shows instead of figures: the desktop itself, small; its start; how far a slow start is; how much it waits for X.
class CardPicturesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void stepsLieOneBehindTheOther_data();
    void stepsLieOneBehindTheOther();
    void aSlowStartSaysHowFarItIs_data();
    void aSlowStartSaysHowFarItIs();
    void whatIsLeftIsRounded_data();
    void whatIsLeftIsRounded();
    void eachSecondOfWaitingIsAColumn();
    void anImageIsReduced();
    void aThumbnailShowsTheDesktop();
    void whatCannotBeSeenIsNotMade();
    void anImageOfALostDesktopHasAnAge();
    void aCardIsNamedThroughout();

private:
    Summit m_summit;
    XvncServer m_server{XvncServer::Options{.size = {1600, 1000}}};
    std::unique_ptr<Viewer> m_viewer;
};

void CardPicturesTest::initTestCase()
{
    QVERIFY(m_summit.start());
    QVERIFY(m_server.start());
    QVERIFY(m_server.x().output({u"xsetroot"_s, u"-solid"_s, u"#2040c0"_s}));
    m_viewer = std::make_unique<Viewer>(m_summit.link(), m_server.address());
    m_viewer->session.start();
    QVERIFY(m_viewer->waitForState(SessionState::Live));
}

void CardPicturesTest::stepsLieOneBehindTheOther_data()
{
    using Parts = QList<StartStepsBar::StepSpan>;
    QTest::addColumn<QList<StepTiming>>("steps");
    QTest::addColumn<Parts>("stepParts");
    QTest::addColumn<std::optional<StartStep>>("dominantStep");
    QTest::newRow("nothing yet") << QList<StepTiming>{} << Parts{} << std::optional<StartStep>();
    QTest::newRow("one took most") << QList<StepTiming>{{StartStep::Tcp, 100ms}, {StartStep::Login, 300ms}} << Parts{{0, 0.25}, {0.25, 1}}
                                   << std::optional(StartStep::Login);
    QTest::newRow("two took the same") << QList<StepTiming>{{StartStep::Tcp, 50ms}, {StartStep::Login, 50ms}} << Parts{{0, 0.5}, {0.5, 1}}
                                       << std::optional<StartStep>();
    QTest::newRow("too short to measure") << QList<StepTiming>{{StartStep::Tcp, 0ms}, {StartStep::Login, 0ms}} << Parts{{0, 0}, {0, 0}}
                                          << std::optional<StartStep>();
}

void CardPicturesTest::stepsLieOneBehindTheOther()
{
    QFETCH(QList<StepTiming>, steps);
    QFETCH(QList<StartStepsBar::StepSpan>, stepParts);
    QFETCH(std::optional<StartStep>, dominantStep);
    QCOMPARE(StartStepsBar::stepSpans(steps), stepParts);
    QCOMPARE(StartStepsBar::dominantStep(steps), dominantStep);
}

void CardPicturesTest::aSlowStartSaysHowFarItIs_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<int>("elapsed");
    QTest::addColumn<int>("left"); // -1: the start does not say
    QTest::addColumn<int>("predicted"); // by earlier nights; -1: there were none
    QTest::addColumn<bool>("isShown");
    QTest::addColumn<double>("doneShare"); // -1: not known
    QTest::addColumn<int>("says"); // -1: not known
    QTest::newRow("minutes, counted down") << State::LongStart << 30 << 90 << -1 << true << 0.25 << 90;
    QTest::newRow("its own figures count more than earlier nights") << State::LongStart << 50 << 50 << 400 << true << 0.5 << 50;
    QTest::newRow("nobody knows its end") << State::LongStartOfUnknownLength << 30 << -1 << -1 << true << -1. << -1;
    QTest::newRow("too early to say, but for earlier nights") << State::Undecided << 5 << -1 << 20 << true << 0.25 << 15;
    QTest::newRow("too early to say") << State::Undecided << 5 << -1 << -1 << false << 0. << 0;
    QTest::newRow("it was always quick") << State::Undecided << 1 << -1 << 4 << false << 0. << 0;
    QTest::newRow("later than predicted") << State::NoLongStart << 30 << -1 << 20 << false << 0. << 0;
    QTest::newRow("it is done") << State::StartEnded << 30 << -1 << 60 << false << 0. << 0;
}

void CardPicturesTest::aSlowStartSaysHowFarItIs()
{
    QFETCH(State, state);
    QFETCH(int, elapsed);
    QFETCH(int, left);
    QFETCH(int, predicted);
    QFETCH(bool, isShown);
    QFETCH(double, doneShare);
    QFETCH(int, says);
    XTrafficFigures figures;
    figures.liveRates = XLiveRates{};
    figures.startVerdict.state = state;
    figures.startVerdict.elapsed = std::chrono::seconds(elapsed);
    if (left >= 0) {
        figures.startVerdict.remainingTime = std::chrono::seconds(left);
    }
    if (predicted >= 0) {
        figures.predictedStartTime = std::chrono::seconds(predicted);
    }
    const auto progress = XProgramStartProgress::of(figures);
    QCOMPARE(progress.has_value(), isShown);
    if (isShown) {
        QCOMPARE(progress->doneShare.value_or(-1), doneShare);
        QCOMPARE(progress->remainingTime.value_or(-1s), std::chrono::seconds(says));
    }
    figures.liveRates.reset();
    QVERIFY(!XProgramStartProgress::of(figures)); // its X connections end elsewhere
}

void CardPicturesTest::whatIsLeftIsRounded_data()
{
    QTest::addColumn<int>("left");
    QTest::addColumn<QString>("text");
    QTest::newRow("hardly anything") << 0 << u"About 5 s left"_s;
    QTest::newRow("seconds") << 21 << u"About 25 s left"_s;
    QTest::newRow("minutes") << 350 << u"About 6 min left"_s;
}

void CardPicturesTest::whatIsLeftIsRounded()
{
    QFETCH(int, left);
    QTEST(TrafficWording::timeLeft(std::chrono::seconds(left)), "text");
}

void CardPicturesTest::eachSecondOfWaitingIsAColumn()
{
    WaitingTimeChart strip;
    QVERIFY(strip.waitingSharePerSecond().isEmpty());
    const auto begin = WaitingTimeChart::Clock::time_point(1h);
    strip.addSample(0.5, begin);
    strip.addSample(2, begin + 10s); // no more than all of the time
    QList<double> expected(60, 0.);
    expected.last() = 1;
    std::fill_n(expected.end() - 11, 10, 0.5);
    QCOMPARE(strip.waitingSharePerSecond(), expected);
    strip.addSample(0, begin + 200s); // what was said last held until then
    QCOMPARE(strip.waitingSharePerSecond().first(), 1.);
    QCOMPARE(strip.waitingSharePerSecond().last(), 0.);
    strip.clear();
    QVERIFY(strip.waitingSharePerSecond().isEmpty());
}

void CardPicturesTest::anImageIsReduced()
{
    QImage whole(2560, 1600, QImage::Format_RGB32);
    whole.fill(Qt::blue);
    for (int y = 0; y < whole.height(); ++y) {
        std::fill_n(reinterpret_cast<QRgb *>(whole.scanLine(y)), whole.width() / 2, qRgb(255, 0, 0));
    }
    const auto before = ownTime();
    const QImage small = DisplayThumbnail::scaledToFit(whole, {110, 70});
    qInfo() << "2560x1600 to 110x70:" << std::chrono::duration_cast<std::chrono::microseconds>(ownTime() - before).count() << "us";
    QCOMPARE(small.size(), QSize(110, 68));
    QCOMPARE(small.pixelColor(10, 30), QColor(Qt::red));
    QCOMPARE(small.pixelColor(100, 30), QColor(Qt::blue));
    QCOMPARE(DisplayThumbnail::scaledToFit(QImage(1, 4000, QImage::Format_RGB32), {110, 70}).size(), QSize(1, 70)); // never nothing
}

void CardPicturesTest::aThumbnailShowsTheDesktop()
{
    SessionCard card(&m_viewer->session);
    card.resize(700, 120);
    card.show();
    const auto *thumbnail = card.findChild<DisplayThumbnail *>();
    QVERIFY(WAIT_FOR(!thumbnail->image().isNull()));
    QVERIFY(WAIT_FOR(thumbnail->image().pixelColor(thumbnail->image().rect().center()) == QColor(0x20, 0x40, 0xc0)));
    QVERIFY(WAIT_FOR(thumbnail->ageText() == u"now"_s));
    QVERIFY(m_server.x().output({u"xsetroot"_s, u"-solid"_s, u"#c04020"_s}));
    QVERIFY(WAIT_FOR(thumbnail->image().pixelColor(thumbnail->image().rect().center()) == QColor(0xc0, 0x40, 0x20)));
}

void CardPicturesTest::whatCannotBeSeenIsNotMade()
{
    QWidget window;
    window.resize(300, 200);
    DisplayThumbnail thumbnail(&m_viewer->session, &window);
    QTest::qWait(0);
    QVERIFY(m_server.x().output({u"xsetroot"_s, u"-solid"_s, u"#2040c0"_s}));
    QVERIFY(WAIT_FOR(m_viewer->session.picture().image.pixelColor(5, 5) == QColor(0x20, 0x40, 0xc0)));
    QVERIFY(thumbnail.image().isNull());
    window.show();
    QVERIFY(WAIT_FOR(!thumbnail.image().isNull()));
    const qint64 onlyImage = thumbnail.image().cacheKey();
    const auto before = ownTime();
    for (int i = 0; i < 50; ++i) {
        Q_EMIT m_viewer->session.imageChanged();
    }
    qInfo() << "50 updates of the desktop:" << std::chrono::duration_cast<std::chrono::microseconds>(ownTime() - before).count() << "us";
    QCOMPARE(thumbnail.image().cacheKey(), onlyImage);
}

void CardPicturesTest::anImageOfALostDesktopHasAnAge()
{
    DisplayThumbnail thumbnail(&m_viewer->session);
    thumbnail.show();
    QVERIFY(WAIT_FOR(thumbnail.ageText() == u"now"_s));
    m_server.freeze();
    QVERIFY(WAIT_FOR(thumbnail.ageText() != u"now"_s));
    QVERIFY2(thumbnail.ageText().endsWith(u" s"_s), qPrintable(thumbnail.ageText()));
    QVERIFY(thumbnail.toolTip().contains(thumbnail.ageText()));
    QVERIFY(!thumbnail.image().isNull());
    m_server.thaw();
    QVERIFY(WAIT_FOR(thumbnail.ageText() == u"now"_s));
}

void CardPicturesTest::aCardIsNamedThroughout()
{
    SessionCard card(&m_viewer->session);
    card.setWindowTitle(u"Card"_s);
    card.resize(700, 120);
    card.show();
    QVERIFY(WAIT_FOR(card.findChild<StartStepsBar *>()->isVisible()));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        QVERIFY(WAIT_FOR(!card.findChild<DisplayThumbnail *>()->image().isNull()));
        card.grab().save(shots + u"/card.png"_s);
    }
    QCOMPARE(AccessibleCheck::unnamed(&card), QStringList());
    QCOMPARE(CutText::tooLarge(&card), QStringList());
    QVERIFY(!card.findChild<StartStepsBar *>()->accessibleDescription().isEmpty());
}

NIGHTDESK_TEST(CardPicturesTest)
#include "cardpicturestest.moc"
