// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopdemand.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using Visibility = RfbWire::Visibility;

/// What a worker is told of those who view its desktop, without a worker.
class DesktopDemandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void howMuchIsWanted_data();
    void howMuchIsWanted();
    void aChangeIsToldOnce();
    void aDisplayThatIsGoneHidesWhatItShowed();
    void aNewWorkerIsToldEverything();
    void aSizeIsAskedForOnce();
    void sizesInQuickSuccessionAreAskedForLater();
};

namespace
{
/// A demand, and what it told the worker.
struct DemandBench {
    std::vector<RfbWire::ToWorker> sent;
    DesktopDemand demand{[this](const RfbWire::ToWorker &message) {
        sent.push_back(message);
    }};

    template<class Message>
    std::optional<Message> last() const
    {
        const auto *message = sent.empty() ? nullptr : std::get_if<Message>(&sent.back());
        return message ? std::optional(*message) : std::nullopt;
    }
};
}

void DesktopDemandTest::howMuchIsWanted_data()
{
    QTest::addColumn<Visibility>("visibility");
    QTest::addColumn<bool>("isIconified");
    QTest::addColumn<bool>("isKept");
    QTest::addColumn<Visibility>("wanted");
    QTest::addColumn<bool>("hasPart");
    QTest::newRow("as the view says") << Visibility::Visible << false << false << Visibility::Visible << true;
    QTest::newRow("a view that is covered") << Visibility::Hidden << false << false << Visibility::Hidden << true;
    QTest::newRow("an iconified desktop is hidden") << Visibility::Visible << true << false << Visibility::Hidden << true;
    QTest::newRow("a recording wants all of it") << Visibility::Visible << false << true << Visibility::Visible << false;
    QTest::newRow("also of a view that is covered") << Visibility::Hidden << false << true << Visibility::Visible << false;
    QTest::newRow("also of an iconified desktop") << Visibility::Hidden << true << true << Visibility::Visible << false;
}

void DesktopDemandTest::howMuchIsWanted()
{
    QFETCH(Visibility, visibility);
    QFETCH(bool, isIconified);
    QFETCH(bool, isKept);
    QFETCH(Visibility, wanted);
    QFETCH(bool, hasPart);
    DemandBench bench;
    bench.demand.setVisibility(visibility, nullptr);
    bench.demand.setIconified(isIconified);
    bench.demand.setRecorded(isKept);
    QVERIFY(bench.demand.setShownPart(QRect(10, 20, 300, 200)));
    QVERIFY(bench.demand.effectiveVisibility() == wanted);
    QVERIFY(bench.demand.visibility() == visibility);
    const auto view = bench.last<RfbWire::View>();
    QVERIFY(view.has_value());
    QVERIFY(view->visibility == wanted);
    QVERIFY((view->visibleRect == (hasPart ? RfbWire::Rect{10, 20, 300, 200} : RfbWire::Rect{})));
}

void DesktopDemandTest::aChangeIsToldOnce()
{
    DemandBench bench;
    QVERIFY(bench.demand.setFocus(true));
    QVERIFY(bench.last<RfbWire::View>()->hasKeyboardFocus);
    QCOMPARE(bench.sent.size(), 1u);
    RfbWire::LinkShare share;
    share.bytesPerSecond = 1000;
    QVERIFY(bench.demand.setShare(share));
    QVERIFY(bench.last<RfbWire::LinkShare>() == share);
    QVERIFY(!bench.demand.setFocus(true));
    QVERIFY(!bench.demand.setShare(share));
    QVERIFY(!bench.demand.setVisibility(Visibility::Visible, nullptr));
    QVERIFY(!bench.demand.setIconified(false));
    QVERIFY(!bench.demand.setRecorded(false));
    QVERIFY(!bench.demand.setShownPart({}));
    QVERIFY(!bench.demand.requestDesktopSize({}));
    QCOMPARE(bench.sent.size(), 2u);
}

void DesktopDemandTest::aDisplayThatIsGoneHidesWhatItShowed()
{
    DemandBench bench;
    auto first = std::make_unique<QObject>();
    auto second = std::make_unique<QObject>();
    QVERIFY(!bench.demand.hasVisibleDisplay()); // nobody paints it
    bench.demand.addDisplay(first.get());
    bench.demand.addDisplay(second.get());
    bench.demand.setVisibility(Visibility::Hidden, first.get());
    QVERIFY(!bench.demand.hasVisibleDisplay());
    QVERIFY(bench.demand.setVisibility(Visibility::Visible, second.get()));
    QVERIFY(bench.demand.hasVisibleDisplay());
    QVERIFY(!bench.demand.removeDisplay(first.get())); // another one says that it is in sight
    QVERIFY(bench.demand.hasVisibleDisplay());
    QVERIFY(bench.demand.removeDisplay(second.get()));
    QVERIFY(!bench.demand.hasVisibleDisplay());
    QVERIFY(bench.last<RfbWire::View>()->visibility == Visibility::Hidden);
}

void DesktopDemandTest::aNewWorkerIsToldEverything()
{
    DemandBench bench;
    bench.demand.sendAllToWorker(0us);
    QCOMPARE(bench.sent.size(), 1u); // of the link nothing is known
    QVERIFY(bench.last<RfbWire::View>() == RfbWire::View{});
    bench.sent.clear();
    bench.demand.sendAllToWorker(150ms);
    QCOMPARE(bench.sent.size(), 2u);
    QCOMPARE(std::get<RfbWire::LinkShare>(bench.sent.front()).roundTripMicroseconds, 150'000u);
    RfbWire::LinkShare measured;
    measured.roundTripMicroseconds = 90'000;
    bench.demand.setShare(measured);
    bench.sent.clear();
    bench.demand.sendAllToWorker(150ms);
    QVERIFY(std::get<RfbWire::LinkShare>(bench.sent.front()) == measured);
}

void DesktopDemandTest::aSizeIsAskedForOnce()
{
    DemandBench bench;
    bench.demand.requestSize(); // any size is right
    QVERIFY(bench.demand.requestDesktopSize({800, 600}));
    QCOMPARE(bench.demand.requestedDesktopSize(), QSize(800, 600));
    QVERIFY(bench.sent.empty()); // its owner knows when it can be asked
    QSignalSpy due(&bench.demand, &DesktopDemand::sizeRequestDue);
    bench.demand.requestSize();
    QVERIFY((bench.last<RfbWire::RequestDesktopSize>() == RfbWire::RequestDesktopSize{800, 600}));
    QTRY_COMPARE(due.count(), 1);
    bench.demand.requestSize();
    QCOMPARE(bench.sent.size(), 1u);
    bench.demand.noteSizeRequestDropped(); // another worker
    bench.demand.requestSize();
    QCOMPARE(bench.sent.size(), 2u);
}

void DesktopDemandTest::sizesInQuickSuccessionAreAskedForLater()
{
    DemandBench bench;
    connect(&bench.demand, &DesktopDemand::sizeRequestDue, &bench.demand, &DesktopDemand::requestSize);
    for (int width = 800; width < 810; ++width) {
        bench.demand.requestDesktopSize({width, 600});
        bench.demand.requestSize();
    }
    QCOMPARE(bench.sent.size(), 1u);
    QTRY_COMPARE(bench.sent.size(), 2u);
    QVERIFY((bench.last<RfbWire::RequestDesktopSize>() == RfbWire::RequestDesktopSize{809, 600})); // the last one counts
}

NIGHTDESK_GUILESS_TEST(DesktopDemandTest)
#include "desktopdemandtest.moc"
