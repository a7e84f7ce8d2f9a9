// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewgeometry.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using Scaling = ViewGeometry::Scaling;

class ViewGeometryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void placement_data();
    void placement();
    void scrolling_data();
    void scrolling();
    void everyDevicePixelHasItsRemotePixel_data();
    void everyDevicePixelHasItsRemotePixel();
    void damageCoversWhatItChanges_data();
    void damageCoversWhatItChanges();
    void besideThePicture();
    void nothingToSee();
    void zoomed_data();
    void zoomed();
    void thePlaceUnderThePointerStays();
    void thePartInSight_data();
    void thePartInSight();
};

void ViewGeometryTest::placement_data()
{
    QTest::addColumn<QSize>("view");
    QTest::addColumn<QSize>("remote");
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<Scaling>("scaling");
    QTest::addColumn<QRect>("device");
    QTest::addColumn<QRect>("onView");
    QTest::newRow("1:1, exactly as large") << QSize(800, 600) << QSize(800, 600) << 1.0 << Scaling::OneToOne << QRect(0, 0, 800, 600) << QRect(0, 0, 800, 600);
    QTest::newRow("1:1, smaller: in the middle") << QSize(1000, 700) << QSize(800, 600) << 1.0 << Scaling::OneToOne << QRect(100, 50, 800, 600)
                                                 << QRect(100, 50, 800, 600);
    QTest::newRow("1:1 at 1.25") << QSize(800, 600) << QSize(1000, 750) << 1.25 << Scaling::OneToOne << QRect(0, 0, 1000, 750) << QRect(0, 0, 800, 600);
    QTest::newRow("1:1 at 1.5, in the middle") << QSize(800, 600) << QSize(900, 600) << 1.5 << Scaling::OneToOne << QRect(150, 150, 900, 600)
                                               << QRect(100, 100, 600, 400);
    QTest::newRow("1:1 at 2") << QSize(400, 300) << QSize(800, 600) << 2.0 << Scaling::OneToOne << QRect(0, 0, 800, 600) << QRect(0, 0, 400, 300);
    QTest::newRow("1:1 at 1.25 in a view of broken device pixels")
        << QSize(801, 601) << QSize(1001, 751) << 1.25 << Scaling::OneToOne << QRect(0, 0, 1001, 751) << QRect(0, 0, 801, 601);
    QTest::newRow("fit, half") << QSize(400, 300) << QSize(800, 600) << 1.0 << Scaling::Fit << QRect(0, 0, 400, 300) << QRect(0, 0, 400, 300);
    QTest::newRow("fit, enlarged") << QSize(1600, 1300) << QSize(800, 600) << 1.0 << Scaling::Fit << QRect(0, 50, 1600, 1200) << QRect(0, 50, 1600, 1200);
    QTest::newRow("fit, too wide") << QSize(500, 500) << QSize(1000, 500) << 1.0 << Scaling::Fit << QRect(0, 125, 500, 250) << QRect(0, 125, 500, 250);
    QTest::newRow("fit at 1.5 is 1:1 by chance") << QSize(800, 600) << QSize(1200, 900) << 1.5 << Scaling::Fit << QRect(0, 0, 1200, 900)
                                                 << QRect(0, 0, 800, 600);
    QTest::newRow("fit at 1.25") << QSize(800, 480) << QSize(2000, 1000) << 1.25 << Scaling::Fit << QRect(0, 50, 1000, 500) << QRect(0, 40, 800, 400);
    QTest::newRow("fit, very flat") << QSize(100, 100) << QSize(16384, 1) << 1.0 << Scaling::Fit << QRect(0, 49, 100, 1) << QRect(0, 49, 100, 1);
}

void ViewGeometryTest::placement()
{
    QFETCH(const QSize, view);
    QFETCH(const QSize, remote);
    QFETCH(const qreal, ratio);
    QFETCH(const Scaling, scaling);
    QFETCH(const QRect, device);
    QFETCH(const QRect, onView);
    const ViewGeometry geometry(view, remote, ratio, scaling);
    QCOMPARE(geometry.deviceImageRect(), device);
    QCOMPARE(geometry.imageRectOnView(), onView);
    QCOMPARE(geometry.scrollRange(), QSize(0, 0));
    if (scaling == Scaling::OneToOne) {
        QCOMPARE(geometry.scaleX(), 1.0);
        QCOMPARE(geometry.scaleY(), 1.0);
    }
}

void ViewGeometryTest::scrolling_data()
{
    QTest::addColumn<QPoint>("wanted");
    QTest::addColumn<QPoint>("offset");
    QTest::addColumn<QPoint>("topLeft"); // the remote pixel there
    QTest::newRow("at the start") << QPoint(0, 0) << QPoint(0, 0) << QPoint(0, 0);
    QTest::newRow("in the middle") << QPoint(300, 200) << QPoint(300, 200) << QPoint(300, 200);
    QTest::newRow("at the end") << QPoint(1600, 1150) << QPoint(1600, 1150) << QPoint(1600, 1150);
    QTest::newRow("beyond the end") << QPoint(9999, 9999) << QPoint(1600, 1150) << QPoint(1600, 1150);
    QTest::newRow("before the start") << QPoint(-5, -5) << QPoint(0, 0) << QPoint(0, 0);
}

void ViewGeometryTest::scrolling()
{
    QFETCH(const QPoint, wanted);
    QFETCH(const QPoint, offset);
    QFETCH(const QPoint, topLeft);
    const ViewGeometry geometry(QSize(640, 300), QSize(2560, 1600), 1.5, Scaling::OneToOne, wanted);
    QCOMPARE(geometry.scrollRange(), QSize(1600, 1150));
    QCOMPARE(geometry.scrollOffset(), offset);
    QCOMPARE(geometry.toRemote(QPointF(0, 0)), topLeft);
    QCOMPARE(geometry.toRemote(QPointF(639.9, 299.9)), topLeft + QPoint(959, 449));
}

void ViewGeometryTest::everyDevicePixelHasItsRemotePixel_data()
{
    QTest::addColumn<qreal>("ratio");
    QTest::newRow("1") << 1.0;
    QTest::newRow("1.25") << 1.25;
    QTest::newRow("1.5") << 1.5;
    QTest::newRow("1.75") << 1.75;
    QTest::newRow("2") << 2.0;
}

void ViewGeometryTest::everyDevicePixelHasItsRemotePixel()
{
    QFETCH(const qreal, ratio);
    const QSize view(101, 67);
    const ViewGeometry geometry(view, QSize(90, 61), ratio, Scaling::OneToOne);
    const QRect device = geometry.deviceImageRect();
    for (int x = 0; x < device.width(); ++x) {
        // Left edge, middle and almost the right edge of one device pixel mean the same remote pixel.
        for (const qreal within : {0.0, 0.5, 0.99}) {
            const QPointF at((device.x() + x + within) / ratio, (device.y() + 3.5) / ratio);
            QCOMPARE(geometry.toRemote(at), QPoint(x, 3));
            QVERIFY(geometry.isOnImage(at));
        }
    }
    for (int y = 0; y < 61; ++y) {
        QCOMPARE(geometry.toRemote(geometry.toView(QPoint(7, y))), QPoint(7, y));
    }
    // Scaled: the way there and back ends on the same pixel.
    const ViewGeometry fit(view, QSize(40, 30), ratio, Scaling::Fit);
    for (int x = 0; x < 40; ++x) {
        QCOMPARE(fit.toRemote(fit.toView(QPoint(x, 11))), QPoint(x, 11));
    }
}

void ViewGeometryTest::damageCoversWhatItChanges_data()
{
    everyDevicePixelHasItsRemotePixel_data();
}

void ViewGeometryTest::damageCoversWhatItChanges()
{
    QFETCH(const qreal, ratio);
    for (const Scaling scaling : {Scaling::OneToOne, Scaling::Fit}) {
        const ViewGeometry geometry(QSize(333, 222), QSize(300, 200), ratio, scaling);
        const QRect view(0, 0, 333, 222);
        for (const QRect &remote : {QRect(0, 0, 1, 1), QRect(299, 199, 1, 1), QRect(17, 33, 101, 7), QRect(0, 0, 300, 200)}) {
            const QRect covered = geometry.toView(remote);
            QVERIFY(view.contains(covered));
            const QRectF exact = geometry.remoteToDevice().mapRect(QRectF(remote));
            const QRectF onView(exact.topLeft() / ratio, exact.size() / ratio);
            QVERIFY(QRectF(covered).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(onView));
            // And little more than that.
            QVERIFY(covered.width() <= onView.width() + 2 * (geometry.scaleX() + 2));
        }
    }
    // What is scrolled away changes nothing on the view.
    const ViewGeometry scrolled(QSize(100, 100), QSize(1000, 1000), ratio, Scaling::OneToOne, QPoint(500, 500));
    QVERIFY(scrolled.toView(QRect(0, 0, 100, 100)).isEmpty());
    QVERIFY(scrolled.toView(QRect()).isEmpty());
}

void ViewGeometryTest::besideThePicture()
{
    const ViewGeometry geometry(QSize(1000, 600), QSize(800, 600), 1, Scaling::OneToOne);
    QVERIFY(!geometry.isOnImage(QPointF(99.9, 10)));
    QVERIFY(geometry.isOnImage(QPointF(100, 10)));
    QVERIFY(geometry.isOnImage(QPointF(899.9, 599.9)));
    QVERIFY(!geometry.isOnImage(QPointF(900, 10)));
    QVERIFY(!geometry.isOnImage(QPointF(500, 600)));
    // A drag that leaves it stays at its edge.
    QCOMPARE(geometry.toRemote(QPointF(-50, 10)), QPoint(0, 10));
    QCOMPARE(geometry.toRemote(QPointF(5000, -10)), QPoint(799, 0));
}

void ViewGeometryTest::nothingToSee()
{
    for (const ViewGeometry &geometry :
         {ViewGeometry(), ViewGeometry(QSize(0, 100), QSize(10, 10), 1, Scaling::Fit), ViewGeometry(QSize(100, 100), QSize(), 1, Scaling::OneToOne)}) {
        QVERIFY(geometry.isEmpty());
        QVERIFY(geometry.imageRectOnView().isEmpty());
        QVERIFY(geometry.toView(QRect(0, 0, 5, 5)).isEmpty());
        QVERIFY(!geometry.isOnImage(QPointF(1, 1)));
        QCOMPARE(geometry.toRemote(QPointF(1, 1)), QPoint());
        QCOMPARE(geometry.scrollRange(), QSize(0, 0));
    }
}

void ViewGeometryTest::zoomed_data()
{
    QTest::addColumn<qreal>("zoom");
    QTest::addColumn<QRect>("device");
    QTest::addColumn<QSize>("range");
    QTest::addColumn<bool>("whole");
    QTest::newRow("a half: in the middle") << 0.5 << QRect(50, 50, 400, 300) << QSize(0, 0) << false;
    QTest::newRow("as it is") << 1.0 << QRect(0, 0, 800, 600) << QSize(300, 200) << true;
    QTest::newRow("a half more") << 1.5 << QRect(0, 0, 1200, 900) << QSize(700, 500) << false;
    QTest::newRow("twice") << 2.0 << QRect(0, 0, 1600, 1200) << QSize(1100, 800) << true;
    QTest::newRow("eight times") << 8.0 << QRect(0, 0, 6400, 4800) << QSize(5900, 4400) << true;
    QTest::newRow("next to nothing") << 0.0001 << QRect(249, 199, 1, 1) << QSize(0, 0) << false;
}

void ViewGeometryTest::zoomed()
{
    QFETCH(const qreal, zoom);
    QFETCH(const QRect, device);
    QFETCH(const QSize, range);
    QFETCH(const bool, whole);
    const ViewGeometry geometry(QSize(500, 400), QSize(800, 600), 1, Scaling::Zoomed, {}, zoom);
    QCOMPARE(geometry.deviceImageRect(), device);
    QCOMPARE(geometry.scrollRange(), range);
    QCOMPARE(geometry.isIntegerScale(), whole);
    // At another ratio the same device pixels, wherever the glass allows.
    const ViewGeometry fine(QSize(400, 320), QSize(800, 600), 1.25, Scaling::Zoomed, {}, zoom);
    QCOMPARE(fine.deviceImageRect(), device);
}

void ViewGeometryTest::thePlaceUnderThePointerStays()
{
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0}) {
        const QSize view(500, 400);
        const ViewGeometry before(view, QSize(2560, 1600), ratio, Scaling::OneToOne, QPoint(700, 300));
        const QPointF pointer(123, 234);
        const ViewGeometry probe(view, QSize(2560, 1600), ratio, Scaling::Zoomed, {}, 3);
        const ViewGeometry after(view, QSize(2560, 1600), ratio, Scaling::Zoomed, probe.scrollOffsetFor(before.remotePositionAt(pointer), pointer), 3);
        QCOMPARE(after.toRemote(pointer), before.toRemote(pointer));
    }
}

void ViewGeometryTest::thePartInSight_data()
{
    QTest::addColumn<ViewGeometry>("geometry");
    QTest::addColumn<int>("beyond");
    QTest::addColumn<QRect>("part"); // empty: all
    const QSize view(400, 300);
    const QSize remote(1000, 900);
    QTest::newRow("no picture") << ViewGeometry(view, QSize(), 1, Scaling::OneToOne) << 0 << QRect();
    QTest::newRow("a view without size") << ViewGeometry(QSize(0, 0), remote, 1, Scaling::OneToOne) << 0 << QRect();
    QTest::newRow("made to fit") << ViewGeometry(view, remote, 1, Scaling::Fit) << 0 << QRect();
    QTest::newRow("1:1 and smaller than the view") << ViewGeometry(QSize(1200, 1000), remote, 1, Scaling::OneToOne) << 0 << QRect();
    QTest::newRow("1:1, its top left") << ViewGeometry(view, remote, 1, Scaling::OneToOne) << 0 << QRect(0, 0, 403, 303);
    QTest::newRow("1:1, scrolled") << ViewGeometry(view, remote, 1, Scaling::OneToOne, QPoint(250, 130)) << 0 << QRect(247, 127, 406, 306);
    QTest::newRow("1:1, to its end") << ViewGeometry(view, remote, 1, Scaling::OneToOne, QPoint(600, 600)) << 0 << QRect(597, 597, 403, 303);
    QTest::newRow("1:1 at 2, scrolled") << ViewGeometry(view, remote, 2, Scaling::OneToOne, QPoint(100, 200)) << 0 << QRect(97, 197, 806, 606);
    QTest::newRow("four times as large") << ViewGeometry(view, remote, 1, Scaling::Zoomed, QPoint(400, 400), 4) << 0 << QRect(98, 98, 104, 79);
    QTest::newRow("half as large, only its height does not fit")
        << ViewGeometry(QSize(600, 300), remote, 1, Scaling::Zoomed, QPoint(), 0.5) << 0 << QRect(0, 0, 1000, 605);
    QTest::newRow("what the lens shows past the edge") << ViewGeometry(view, remote, 1, Scaling::OneToOne, QPoint(250, 130)) << 100 << QRect(147, 27, 606, 506);
    QTest::newRow("with the lens it is all") << ViewGeometry(view, QSize(450, 350), 1, Scaling::OneToOne) << 121 << QRect();
}

void ViewGeometryTest::thePartInSight()
{
    QFETCH(ViewGeometry, geometry);
    QFETCH(int, beyond);
    QFETCH(QRect, part);
    QCOMPARE(geometry.visibleRemoteRect(beyond), part);
}

NIGHTDESK_GUILESS_TEST(ViewGeometryTest)
#include "viewgeometrytest.moc"
