// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/trafficwording.h"
#include "tests/support/testprogram.h"

#include <QLocale>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// What cards say of X traffic.
class TrafficWordingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aCardTellsWhatAProgramDoes_data();
    void aCardTellsWhatAProgramDoes();
    void onlyAStartOfMinutesIsWorthAWord_data();
    void onlyAStartOfMinutesIsWorthAWord();
    void whatWasForetoldIsToldBesideWhatWasSeen();
};

void TrafficWordingTest::initTestCase()
{
    QLocale::setDefault(QLocale::c());
}

void TrafficWordingTest::aCardTellsWhatAProgramDoes_data()
{
    QTest::addColumn<bool>("showsX");
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("exposes");
    QTest::addColumn<bool>("hasUnparsedTraffic");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one that asks and asks") << true << 9.6 << 0.958 << 0 << false << u"X: 10 round trips/s, 96 % of the time waiting (estimated)"_s;
    QTest::newRow("one that rests") << true << 0. << 0. << 1 << false << u"X: 0 round trips/s, 0 % of the time waiting (estimated) · 1 repaint"_s;
    QTest::newRow("one that is painted anew") << true << 0. << 0. << 12 << false << u"X: 0 round trips/s, 0 % of the time waiting (estimated) · 12 repaints"_s;
    QTest::newRow("one that talks nonsense") << true << 0. << 0. << 0 << true
                                             << u"X: 0 round trips/s, 0 % of the time waiting (estimated) · partly not understood"_s;
    QTest::newRow("one in a display of its own") << false << 0. << 0. << 0 << false << QString();
}

void TrafficWordingTest::aCardTellsWhatAProgramDoes()
{
    QFETCH(bool, showsX);
    QFETCH(double, perSecond);
    QFETCH(double, share);
    QFETCH(int, exposes);
    QFETCH(bool, hasUnparsedTraffic);
    XTrafficFigures figures;
    if (showsX) {
        figures.liveRates = XLiveRates{.roundTripsPerSecond = perSecond, .waitingShare = share, .bytesUp = 0, .bytesDown = 0};
    }
    figures.hasUnparsedTraffic = hasUnparsedTraffic;
    QTEST(TrafficWording::trafficRate(figures, exposes), "expected");
}

void TrafficWordingTest::onlyAStartOfMinutesIsWorthAWord_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("left"); // s; < 0: not known
    QTest::addColumn<bool>("isSaid");
    using State = XProgramStartMonitor::State;
    QTest::newRow("too early to say") << int(State::Undecided) << -1 << false;
    QTest::newRow("as it should be") << int(State::NoLongStart) << -1 << false;
    QTest::newRow("minutes") << int(State::LongStart) << 480 << true;
    QTest::newRow("no end in sight") << int(State::LongStartOfUnknownLength) << -1 << true;
    QTest::newRow("over") << int(State::StartEnded) << -1 << false;
}

void TrafficWordingTest::onlyAStartOfMinutesIsWorthAWord()
{
    QFETCH(int, state);
    QFETCH(int, left);
    QFETCH(bool, isSaid);
    XTrafficFigures figures;
    figures.liveRates = XLiveRates();
    figures.startVerdict.state = XProgramStartMonitor::State(state);
    figures.startVerdict.roundTripCount = 120;
    figures.startVerdict.roundTrip = 100ms;
    figures.startVerdict.elapsed = 9s;
    if (left >= 0) {
        figures.startVerdict.remainingTime = std::chrono::seconds(left);
        figures.startVerdict.expectedRoundTrips = 4902;
    }
    const QString onCard = TrafficWording::slowStart(figures, Topology::VncApp);
    const QString inMessage = TrafficWording::slowStartOf(u"Image <b>display</b>"_s, figures, Topology::VncApp);
    QCOMPARE(!onCard.isEmpty(), isSaid);
    QCOMPARE(!inMessage.isEmpty(), isSaid);
    if (isSaid) {
        QVERIFY(inMessage.startsWith(u"Image <b>display</b> starts slowly. "_s)); // plain text
        QVERIFY(onCard.contains(u"120"_s));
        QVERIFY(onCard.endsWith(u"as fast as on the remote host."_s));
        QVERIFY(!TrafficWording::slowStart(figures, {}).contains(u"as fast as"_s)); // where nothing quicker is to be had
    }
    figures.liveRates.reset();
    QVERIFY(TrafficWording::slowStart(figures, Topology::VncApp).isEmpty());
}

void TrafficWordingTest::whatWasForetoldIsToldBesideWhatWasSeen()
{
    XTrafficFigures figures;
    const QString nothing = TrafficWording::tip(figures);
    QVERIFY(!nothing.contains(u"Startup took"_s));
    figures.observedStartTime = 495s;
    QVERIFY(TrafficWording::tip(figures).contains(u"Startup took"_s));
    QVERIFY(!TrafficWording::tip(figures).contains(u"predicted"_s));
    figures.predictedStartTime = 490s;
    QVERIFY(TrafficWording::tip(figures).contains(u"predicted"_s));
}

NIGHTDESK_GUILESS_TEST(TrafficWordingTest)
#include "trafficwordingtest.moc"
