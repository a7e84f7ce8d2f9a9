// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/plotaxis.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

class PlotAxisTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void values_data();
    void values();
    void times_data();
    void times();
    void zoomStaysWithinTheNight_data();
    void zoomStaysWithinTheNight();
};

void PlotAxisTest::values_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("round") << 100.0 << QList<double>{0, 50, 100};
    QTest::newRow("just above") << 101.0 << QList<double>{0, 50, 100, 150};
    QTest::newRow("small") << 0.9 << QList<double>{0, 0.5, 1};
    QTest::newRow("large") << 3.2e6 << QList<double>{0, 1e6, 2e6, 3e6, 4e6};
}

void PlotAxisTest::values()
{
    QFETCH(double, highest);
    QFETCH(QList<double>, expected);
    QCOMPARE(PlotAxis::gridValues(highest, 4), expected);
    const QList<double> nothing = PlotAxis::gridValues(0, 4);
    QVERIFY(nothing.size() >= 2); // a plot of zeros has a scale
    QVERIFY(nothing.last() > 0);
}

void PlotAxisTest::times_data()
{
    QTest::addColumn<FigureTimeRange>("span");
    QTest::addColumn<QList<quint32>>("expected");
    QTest::addColumn<bool>("seconds");
    QTest::newRow("ten minutes") << FigureTimeRange{30, 630} << QList<quint32>{120, 240, 360, 480, 600} << false;
    QTest::newRow("a minute") << FigureTimeRange{0, 60} << QList<quint32>{0, 15, 30, 45} << true;
    QTest::newRow("a night") << FigureTimeRange{0, 14 * 3600} << QList<quint32>{0, 14400, 28800, 43200} << false;
}

void PlotAxisTest::times()
{
    QFETCH(FigureTimeRange, span);
    QFETCH(QList<quint32>, expected);
    QFETCH(bool, seconds);
    QCOMPARE(PlotAxis::gridTimes(span, 6), expected);
    QCOMPARE(PlotAxis::mustLabelsShowSeconds(span, 6), seconds);
}

void PlotAxisTest::zoomStaysWithinTheNight_data()
{
    QTest::addColumn<FigureTimeRange>("span");
    QTest::addColumn<double>("factor");
    QTest::addColumn<quint32>("center");
    QTest::addColumn<FigureTimeRange>("expected");
    QTest::newRow("in, around the middle") << FigureTimeRange{1000, 2000} << 0.5 << 1500U << FigureTimeRange{1250, 1750};
    QTest::newRow("in, what is under the pointer stays there") << FigureTimeRange{1000, 2000} << 0.5 << 1000U << FigureTimeRange{1000, 1500};
    QTest::newRow("out, not past the begin") << FigureTimeRange{1000, 2000} << 2.0 << 1100U << FigureTimeRange{1000, 3000};
    QTest::newRow("out, not past the end") << FigureTimeRange{9000, 10000} << 2.0 << 9900U << FigureTimeRange{8000, 10000};
    QTest::newRow("out, not more than all") << FigureTimeRange{1000, 9000} << 5.0 << 5000U << FigureTimeRange{1000, 10000};
    QTest::newRow("in, not below a minute") << FigureTimeRange{1000, 1070} << 0.1 << 1000U << FigureTimeRange{1000, 1060};
}

void PlotAxisTest::zoomStaysWithinTheNight()
{
    QFETCH(FigureTimeRange, span);
    QFETCH(double, factor);
    QFETCH(quint32, center);
    QFETCH(FigureTimeRange, expected);
    const FigureTimeRange zoomed = PlotAxis::zoomedSpan(span, factor, center, {1000, 10000});
    QCOMPARE(zoomed.from, expected.from);
    QCOMPARE(zoomed.to, expected.to);
}

NIGHTDESK_GUILESS_TEST(PlotAxisTest)
#include "plotaxistest.moc"
