// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Diagnostics page over a night that was written before, read as a screen reader reads it.
#include "widgets/diagnostics/diagnosticsview.h"

#include "monitors/figures/figurerecorder.h"
#include "monitors/link/flowclassifier.h"
#include "sessions/desk/desk.h"
#include "sessions/figures/figurefile.h"
#include "sessions/figures/figurelog.h"
#include "sessions/rfbwire/messages.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessiblecheck.h"
#include "tests/widgets/cuttext.h"
#include "widgets/diagnostics/histogramplot.h"
#include "widgets/diagnostics/plotlegend.h"
#include "widgets/diagnostics/timeplot.h"

#include <KMessageWidget>

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <limits>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
QDate night()
{
    return {2026, 11, 24};
}

constexpr quint32 begin = 1'790'000'000;
constexpr quint32 seconds = 3600;
constexpr quint32 outage = 1800; ///< after begin, for a minute
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
}

class DiagnosticsViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutFiguresItSaysSo();
    void aConnectionOfNowIsShownUntilSomebodyChooses();
    void aConnectionShowsItsLayers();
    void aProgramShowsWhatItWaitsFor();
    void aDesktopShowsAlsoThoseOfItsConnection();
    void theCursorReadsAllPlotsAtOneTime();
    void everyCurveHasItsValueBesideItsColor();
    void theKeyboardMovesTheCursorAndZooms();
    void aDragSelectsASpanAndTheListFollowsAgain();
    void theButtonZoomsToThePresentWhileItIsFollowed();
    void anOutageIsShaded();
    void anAxisHasOneUnit_data();
    void anAxisHasOneUnit();
    void distributionsAreDrawnOfADesktop();
    void aDiskThatTakesNothingIsReported();
    void everythingHasANameAndIsReachable();
    void itFitsASmallScreen();

private:
    TimePlot *plot(const QString &title) const;

    QTemporaryDir m_directory;
    quint32 m_now = 0;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<FigureRecorder> m_recorder;
    std::unique_ptr<DiagnosticsView> m_view;
};

void DiagnosticsViewTest::initTestCase()
{
    FigureFile file(m_directory.filePath(u"figures"_s));
    QVERIFY(file.open(night()));
    QByteArray records = FigureLog::sourceRecord(0, {FigureSource::Kind::Connection, u"nirspec/summit"_s, u"NIRSPEC – summit.example"_s, {}});
    records += FigureLog::sourceRecord(1, {FigureSource::Kind::Desktop, u"nirspec/control0"_s, u"Control 0"_s, u"nirspec/summit"_s});
    records += FigureLog::sourceRecord(2, {FigureSource::Kind::Encodings, u"nirspec/control0"_s, u"Control 0"_s, u"nirspec/summit"_s});
    records += FigureLog::sourceRecord(3, {FigureSource::Kind::Program, u"nirspec/ds9"_s, u"Image display"_s, u"nirspec/summit"_s});
    for (quint32 second = 0; second < seconds; ++second) {
        const bool isOut = second >= outage && second < outage + 60;
        std::array<float, FigureColumn::ConnectionColumnCount> link{};
        link.fill(unknown);
        std::array<float, FigureColumn::DesktopColumnCount> desktop{};
        desktop.fill(unknown);
        desktop[FigureColumn::FrameRate] = 0;
        std::array<float, FigureColumn::ProgramColumnCount> program{unknown, unknown, 0, 0};
        if (!isOut) {
            const auto wave = static_cast<float>(second % 600) / 60;
            link[FigureColumn::Leg1RoundTrip] = 98;
            link[FigureColumn::QueueTime] = wave;
            link[FigureColumn::TcpRoundTrip] = 99 + wave;
            link[FigureColumn::SshRoundTrip] = 98 + wave;
            link[FigureColumn::WireRateIn] = 300'000 + 10'000 * wave;
            link[FigureColumn::WireRateOut] = 4'000;
            link[FigureColumn::CompressionRatioIn] = 1.1F;
            link[FigureColumn::CompressionRatioOut] = 2;
            link[FigureColumn::FlowLimitIn] = static_cast<float>(second % 1200 < 900 ? FlowLimit::Program : FlowLimit::Bandwidth);
            link[FigureColumn::FlowLimitOut] = static_cast<float>(second < 3000 ? FlowLimit::Idle : FlowLimit::ReceiveWindow);
            link[FigureColumn::AllowedRateOut] = 81920;
            link[FigureColumn::SshCpuShare] = 0.04F;
            link[FigureColumn::XProgramsRoundTrip] = 101 + wave;
            program = {2, 101 + wave, 4, 0.4F};
            desktop[FigureColumn::TimeOnRemoteMachine] = 3;
            desktop[FigureColumn::TimeOnThisMachine] = 1.5F;
            desktop[FigureColumn::FenceRoundTrip] = 102 + wave;
            desktop[FigureColumn::InputToChange] = second % 45 == 0 ? 115 + wave : unknown;
            desktop[FigureColumn::FrameRate] = 24.9F;
            desktop[FigureColumn::RfbRateIn] = 290'000;
            desktop[FigureColumn::RawToRfbRatio] = 31;
            desktop[FigureColumn::ImageAge] = 52 + wave;
        }
        records += FigureLog::rowRecord(0, begin + second, link);
        records += FigureLog::rowRecord(1, begin + second, desktop);
        records += FigureLog::rowRecord(3, begin + second, program);
        if (second % 10 == 0) {
            std::array<float, FigureColumn::EncodingsColumnCount> encodings{};
            encodings[static_cast<std::size_t>(RfbWire::PixelKind::Jpeg)] = 0.75F;
            encodings[static_cast<std::size_t>(RfbWire::PixelKind::Fill)] = 0.25F;
            encodings[FigureColumn::kindCount + static_cast<std::size_t>(RfbWire::PixelKind::Jpeg)] = 1;
            records += FigureLog::rowRecord(2, begin + second, encodings);
        }
    }
    FigureDistributions distributions; // of keys at 100 ms, mostly
    for (int i = 0; i < 200; ++i) {
        distributions[FigureDistributions::InputToChange].add(100 + (i * i) % 97 * (i % 10 == 0 ? 4 : 0.4));
        distributions[FigureDistributions::InputToQuiet].add(140 + (i * 7) % 200);
        distributions[FigureDistributions::PixelsPerInput].add(std::pow(2, 4 + i % 14));
        distributions[FigureDistributions::BytesPerInput].add(std::pow(2, 6 + i % 9));
        distributions[FigureDistributions::Decoding].add(0.5 + (i % 20) * 0.1, 50);
        distributions[FigureDistributions::Painting].add(1 + (i % 11) * 0.3, 40);
    }
    records += FigureLog::distributionsRecord(1, distributions);
    QVERIFY(file.append(records));
}

void DiagnosticsViewTest::init()
{
    m_desk = std::make_unique<Desk>(nullptr);
    m_recorder = std::make_unique<FigureRecorder>(m_desk.get(), m_directory.filePath(u"figures"_s));
    m_recorder->setNight(night());
    QVERIFY(WAIT_FOR(m_recorder->series().size() == 4));
    m_now = begin + seconds - 1;
    m_view = std::make_unique<DiagnosticsView>(m_recorder.get(), nullptr, [this] {
        return m_now;
    });
    m_view->setTimeZone(QTimeZone("Pacific/Honolulu"));
    m_view->setWindowTitle(u"Diagnostics"_s);
    m_view->resize(900, 900);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get(), 30000));
}

void DiagnosticsViewTest::cleanup()
{
    m_view.reset();
    m_recorder.reset();
    m_desk.reset();
}

TimePlot *DiagnosticsViewTest::plot(const QString &title) const
{
    for (TimePlot *plot : m_view->plots()) {
        if (plot->accessibleName() == title) {
            return plot;
        }
    }
    return nullptr;
}

void DiagnosticsViewTest::withoutFiguresItSaysSo()
{
    const QLabel *nothing = nullptr;
    for (const QLabel *label : m_view->findChildren<QLabel *>()) {
        nothing = label->text().startsWith(u"No figures yet"_s) ? label : nothing;
    }
    QVERIFY(nothing && !nothing->isVisible());
    m_recorder->setNight(night()); // told again
    QCOMPARE(m_recorder->series().size(), std::size_t(4));
    m_recorder->setNight(night().addDays(1));
    QVERIFY(nothing->isVisible());
    QVERIFY(m_view->plots().isEmpty());
    QVERIFY(!m_view->findChild<QComboBox *>()->isEnabled());
}

void DiagnosticsViewTest::aConnectionOfNowIsShownUntilSomebodyChooses()
{
    const QDate later = night().addDays(2);
    {
        FigureFile file(m_directory.filePath(u"figures"_s));
        QVERIFY(file.open(later));
        std::array<float, FigureColumn::ConnectionColumnCount> link{};
        QByteArray records = FigureLog::sourceRecord(0, {FigureSource::Kind::Connection, u"lris/summit"_s, u"LRIS – summit.example"_s, {}});
        records += FigureLog::rowRecord(0, begin, link);
        records += FigureLog::sourceRecord(1, {FigureSource::Kind::Connection, u"nirspec/summit"_s, u"NIRSPEC – summit.example"_s, {}});
        records += FigureLog::rowRecord(1, begin + 100, link);
        QVERIFY(file.append(records));
    }
    auto *source = m_view->findChildren<QComboBox *>().at(0);
    m_recorder->setNight(later);
    QVERIFY(WAIT_FOR(m_recorder->series().size() == 2));
    QVERIFY(WAIT_FOR(source->currentText() == u"NIRSPEC – summit.example"_s)); // the other one ended 100 s before
    source->setCurrentIndex(0);
    Q_EMIT source->activated(0);
    Q_EMIT m_recorder->rowsAdded();
    QCOMPARE(source->currentText(), u"LRIS – summit.example"_s);
}

void DiagnosticsViewTest::aConnectionShowsItsLayers()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    QVERIFY(plot(u"Round Trip by Layer"_s));
    const QString values = plot(u"Round Trip by Layer"_s)->valueText();
    QVERIFY2(values.startsWith(u"Network: 98 ms · Queue: 1"_s), qPrintable(values)); // of 9.98 s, rounded or not
    QVERIFY2(values.contains(u"ssh reply: 10"_s), qPrintable(values));
    QVERIFY2(values.contains(u"X programs, estimated: 11"_s), qPrintable(values));
    QCOMPARE(plot(u"Compression by ssh"_s)->valueText(), u"Received: 1.1 : 1 · Sent: 2.0 : 1"_s);
    QCOMPARE(plot(u"What Limits the Data Rate"_s)->valueText(), u"Received: Bandwidth · Sent: Receive window"_s);
    QCOMPARE(plot(u"CPU of ssh"_s)->valueText(), u"Encryption and compression, of one core: 4.0 %"_s);
    QCOMPARE(plot(u"Data Rate"_s)->accessibleDescription(), plot(u"Data Rate"_s)->valueText());
}

void DiagnosticsViewTest::aProgramShowsWhatItWaitsFor()
{
    auto *source = m_view->findChildren<QComboBox *>().at(0);
    const int index = source->findText(u"Image display"_s);
    source->setCurrentIndex(index);
    Q_EMIT source->activated(index);
    QVERIFY(WAIT_FOR(m_view->plots().size() == 3));
    const QString values = plot(u"Round Trip by Layer"_s)->valueText();
    for (const QString &part : {u"Network: 98 ms"_s, u"Queue:"_s, u"X server of this computer: 2.0 ms"_s, u"X program, estimated: 11"_s}) {
        QVERIFY2(values.contains(part), qPrintable(values));
    }
    QVERIFY(plot(u"X Round Trips per Second"_s)->valueText().endsWith(u"4.0"_s));
    QVERIFY(plot(u"Time Spent Waiting for X"_s)->valueText().endsWith(u"40 %"_s));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_view->grab().save(shots + u"/diagnostics-program.png"_s);
    }
}

void DiagnosticsViewTest::aDesktopShowsAlsoThoseOfItsConnection()
{
    auto *source = m_view->findChildren<QComboBox *>().at(0);
    source->setCurrentIndex(1);
    Q_EMIT source->activated(1);
    QVERIFY(WAIT_FOR(m_view->plots().size() == 9));
    const QString values = plot(u"Round Trip by Layer"_s)->valueText();
    for (const QString &part : {u"Network: 98 ms"_s, u"Queue:"_s, u"Remote host: 3.0 ms"_s, u"This computer: 1.5 ms"_s, u"VNC fence:"_s}) {
        QVERIFY2(values.contains(part), qPrintable(values));
    }
    QVERIFY(plot(u"Frames per Second"_s)->valueText().endsWith(u"25"_s));
    QVERIFY(plot(u"Compression of the Image"_s)->valueText().endsWith(u"31 : 1"_s));
    QCOMPARE(plot(u"Pixels by Encoding"_s)->valueText(), u"Fill: 25 % · JPEG: 75 %"_s);
    QCOMPARE(plot(u"Bytes by Encoding"_s)->valueText(), u"JPEG: 100 %"_s);
    QCOMPARE(source->count(), 3); // encodings are shown with their desktop
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        const QWidget *last = m_view->plots().constLast();
        QVERIFY(WAIT_FOR(last->height() >= last->minimumSizeHint().height())); // the page has grown
        m_view->grab().save(shots + u"/diagnostics.png"_s);
    }
}

void DiagnosticsViewTest::theCursorReadsAllPlotsAtOneTime()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    TimePlot *first = m_view->plots().first();
    QTest::mouseMove(first, first->rect().center());
    QVERIFY(WAIT_FOR(first->valueText().contains(u" UT ("_s)));
    const QString when = first->valueText().section(u" · "_s, 0, 0);
    QVERIFY2(when.contains(u"HST"_s) || when.contains(u"GMT-10"_s), qPrintable(when));
    for (const TimePlot *plot : m_view->plots()) {
        QVERIFY(plot->valueText().startsWith(when));
    }
}

/// With six curves as well, where one line has no room for all.
void DiagnosticsViewTest::everyCurveHasItsValueBesideItsColor()
{
    const std::size_t connection = 0;
    const PlotData layers = Plots::plotsOf(m_recorder->series(), connection, {begin, begin + 600}, 300).first();
    QCOMPARE(layers.curves.size(), 5); // without the TCP variation, which nobody told
    const PlotColors colors = PlotColors::of(m_view->palette());
    const QList<PlotLegend::LegendEntry> entries = PlotLegend::entriesOf(layers, 0, colors);
    QCOMPARE(entries.size(), 5);
    QCOMPARE(PlotLegend::rowCount(layers), 2);
    QCOMPARE(entries[0].text, u"Network: 98 ms"_s);
    QCOMPARE(entries[0].color, colors.curveColor(0));
    QCOMPARE(PlotLegend::entriesOf(layers, -1, colors).first().text, u"Network"_s); // no value there
    // All of them are painted in the width of a small page.
    QPixmap page(600, 60);
    page.fill(Qt::black);
    QPainter painter(&page);
    painter.setFont(m_view->font());
    PlotLegend::paint(painter, QRectF(80, 0, 500, 20), 2, entries, Qt::white);
    painter.end();
    const QImage painted = page.toImage();
    for (const PlotLegend::LegendEntry &entry : entries) {
        bool isThere = false;
        for (int i = 0; i < painted.width() * painted.height() && !isThere; ++i) {
            isThere = painted.pixelColor(i % painted.width(), i / painted.width()) == entry.color;
        }
        QVERIFY2(isThere, qPrintable(entry.text));
    }
}

void DiagnosticsViewTest::theKeyboardMovesTheCursorAndZooms()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    TimePlot *first = m_view->plots().first();
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Left);
    const QString before = first->valueText();
    QTest::keyClick(first, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(first->valueText() != before);
    const FigureTimeRange span = m_view->span();
    QTest::keyClick(first, Qt::Key_Plus);
    QVERIFY(m_view->span().to - m_view->span().from < span.to - span.from);
    QTest::keyClick(first, Qt::Key_Home);
    QVERIFY(m_view->span().from < span.to - 300);
}

void DiagnosticsViewTest::aDragSelectsASpanAndTheListFollowsAgain()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    TimePlot *first = m_view->plots().first();
    auto *range = m_view->findChildren<QComboBox *>().at(1);
    const FigureTimeRange before = m_view->span();
    QTest::mousePress(first, Qt::LeftButton, {}, {first->width() / 2, first->height() / 2});
    QTest::mouseMove(first, {first->width() * 3 / 4, first->height() / 2});
    QTest::mouseRelease(first, Qt::LeftButton, {}, {first->width() * 3 / 4, first->height() / 2});
    QVERIFY(m_view->span().from > before.from && m_view->span().to < before.to);
    QCOMPARE(range->currentIndex(), -1);
    range->setFocus();
    range->setCurrentIndex(1);
    Q_EMIT range->activated(1);
    QCOMPARE(m_view->span(), (FigureTimeRange{begin + seconds - 3600, begin + seconds}));
}

void DiagnosticsViewTest::anOutageIsShaded()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    auto *range = m_view->findChildren<QComboBox *>().at(1);
    Q_EMIT range->activated(1);
    TimePlot *first = m_view->plots().first();
    QVERIFY(WAIT_FOR(first->pixelColumnCount() > 100));
    const QImage image = first->grab().toImage();
    // Somewhere in the middle of the hour the ground has another color, from the top of the plot to its foot.
    QSet<QRgb> grounds;
    const int y = static_cast<int>(image.height() * 0.38);
    for (int x = image.width() / 5; x < image.width() * 9 / 10; ++x) {
        grounds.insert(image.pixel(x, y));
    }
    QVERIFY(std::ranges::any_of(grounds, [](QRgb color) {
        return qRed(color) > qGreen(color) + 20 && qRed(color) > qBlue(color) + 20;
    }));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_view->grab().save(shots + u"/diagnostics-hour.png"_s);
    }
    // What the color means is in the legend and at the cursor, for a desktop as well, which has a frame rate of 0 then.
    const std::size_t desktop = 1;
    for (const std::size_t source : {std::size_t(0), desktop}) {
        for (const PlotData &data : Plots::plotsOf(m_recorder->series(), source, {begin, begin + seconds}, 300)) {
            QVERIFY2(!data.outages.isEmpty() && data.outages.first() == (FigureTimeRange{begin + outage, begin + outage + 60}), qPrintable(data.title));
            QCOMPARE(PlotLegend::entriesOf(data, 0, PlotColors::of(m_view->palette())).last().text, u"No answer"_s);
        }
    }
    first->setCursorTime(begin + outage + 30);
    QVERIFY2(first->valueText().endsWith(u": no answer"_s), qPrintable(first->valueText()));
    // While it continues, no values of before are shown as if they were of now.
    first->setCursorTime({});
    QVERIFY(!first->valueText().isEmpty());
    m_now = begin + outage + 30;
    Q_EMIT m_recorder->rowsAdded();
    QVERIFY2(first->valueText().isEmpty(), qPrintable(first->valueText()));
}

void DiagnosticsViewTest::anAxisHasOneUnit_data()
{
    QTest::addColumn<PlotData::Unit>("unit");
    QTest::addColumn<double>("highest");
    QTest::addColumn<QStringList>("expected");
    using enum PlotData::Unit;
    QTest::newRow("nearly a mebibyte") << BytesPerSecond << 931.0 * 1024 << QStringList{u"0 B/s"_s, u"0.5 MiB/s"_s, u"1.0 MiB/s"_s};
    QTest::newRow("more than a mebibyte") << BytesPerSecond << 1.2 * 1024 * 1024 << QStringList{u"0 B/s"_s, u"0.5 MiB/s"_s, u"1.0 MiB/s"_s, u"1.5 MiB/s"_s};
    QTest::newRow("kibibytes") << BytesPerSecond << 79.0 * 1024 << QStringList{u"0 B/s"_s, u"20 KiB/s"_s, u"40 KiB/s"_s, u"60 KiB/s"_s, u"80 KiB/s"_s};
    QTest::newRow("bytes") << BytesPerSecond << 350.0 << QStringList{u"0 B/s"_s, u"100 B/s"_s, u"200 B/s"_s, u"300 B/s"_s, u"400 B/s"_s};
    QTest::newRow("a ratio beyond ten") << Ratio << 8.8 << QStringList{u"0"_s, u"5 : 1"_s, u"10 : 1"_s};
    QTest::newRow("a small ratio") << Ratio << 1.2 << QStringList{u"0"_s, u"0.5 : 1"_s, u"1.0 : 1"_s, u"1.5 : 1"_s};
    QTest::newRow("frames") << PerSecond << 18.0 << QStringList{u"0"_s, u"5"_s, u"10"_s, u"15"_s, u"20"_s};
    QTest::newRow("a share") << Share << 0.05 << QStringList{u"0"_s, u"2 %"_s, u"4 %"_s, u"6 %"_s};
}

void DiagnosticsViewTest::anAxisHasOneUnit()
{
    QFETCH(PlotData::Unit, unit);
    QFETCH(double, highest);
    QFETCH(QStringList, expected);
    QCOMPARE(Plots::axisTexts(unit, Plots::gridLineValues(unit, highest, 4)), expected);
}

void DiagnosticsViewTest::theButtonZoomsToThePresentWhileItIsFollowed()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    const auto click = [this](const QString &name) {
        const QList<QToolButton *> buttons = m_view->findChildren<QToolButton *>();
        const auto found = std::ranges::find(buttons, name, &QWidget::accessibleName);
        QVERIFY(found != buttons.end());
        (*found)->click();
    };
    const FigureTimeRange before = m_view->span();
    click(u"Zoom in"_s);
    QCOMPARE(m_view->span().to, before.to);
    QCOMPARE(m_view->span().to - m_view->span().from, (before.to - before.from) / 2);
    m_now += 60; // what reaches the present follows it
    QCOMPARE(m_view->span().to, before.to + 60);
    QCOMPARE(m_view->span().to - m_view->span().from, (before.to - before.from) / 2);
    // Of a span in the past the middle stays where it is.
    click(u"Show the time before"_s);
    const FigureTimeRange past = m_view->span();
    QVERIFY(past.to < before.to);
    click(u"Zoom in"_s);
    QVERIFY(m_view->span().from > past.from && m_view->span().to < past.to);
    m_now += 60;
    QVERIFY(m_view->span().to < past.to);
}

void DiagnosticsViewTest::distributionsAreDrawnOfADesktop()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    const QList<HistogramPlot *> histograms = m_view->findChildren<HistogramPlot *>();
    QCOMPARE(histograms.size(), qsizetype(FigureDistributions::KindCount));
    QVERIFY(std::ranges::none_of(histograms, &QWidget::isVisible)); // a connection has none
    auto *source = m_view->findChildren<QComboBox *>().at(0);
    source->setCurrentIndex(1);
    Q_EMIT source->activated(1);
    QVERIFY(WAIT_FOR(std::ranges::all_of(histograms, &QWidget::isVisible)));
    HistogramPlot *first = histograms.first();
    QCOMPARE(first->accessibleName(), u"First Change after Key or Click"_s);
    const QString whole = first->valueText();
    QVERIFY2(whole.startsWith(u"200 values · p50 1"_s) && whole.contains(u" · 0 below 50 ms · "_s) && whole.endsWith(u" % below 150 ms"_s), qPrintable(whole));
    QCOMPARE(first->accessibleDescription(), whole);
    // The bucket under the pointer, then those that the keys choose.
    QVERIFY(WAIT_FOR(first->height() >= first->minimumSizeHint().height())); // the page has grown
    m_view->findChild<QScrollArea *>()->ensureWidgetVisible(first);
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        first->parentWidget()->grab().save(shots + u"/distributions.png"_s);
    }
    QTest::mouseMove(first, first->rect().center());
    QVERIFY(WAIT_FOR(first->valueText() != whole));
    const QString pointed = first->valueText();
    QVERIFY2(pointed.contains(u" to "_s) && pointed.endsWith(u"below"_s), qPrintable(pointed));
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Right);
    QVERIFY(first->valueText() != pointed);
    QCOMPARE(first->accessibleDescription(), first->valueText());
    QTest::keyClick(first, Qt::Key_Left);
    QCOMPARE(first->valueText(), pointed);
    QTest::keyClick(first, Qt::Key_Escape);
    QCOMPARE(first->valueText(), whole);
    // All values are above 50 ms, and the axis begins below it all the same.
    QTest::keyClick(first, Qt::Key_Right);
    QVERIFY2(first->valueText().contains(u" to 50 ms: 0"_s), qPrintable(first->valueText()));
    QTest::keyClick(first, Qt::Key_Escape);
    const QStringList problems = AccessibleCheck::unnamed(m_view.get()) + AccessibleCheck::clashes(m_view.get()) + AccessibleCheck::unreachable(m_view.get());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void DiagnosticsViewTest::aDiskThatTakesNothingIsReported()
{
    const auto *message = m_view->findChild<KMessageWidget *>();
    QVERIFY(!message->isVisible());
    FigureRecorder second(m_desk.get(), m_directory.filePath(u"figures"_s)); // the first has the file
    DiagnosticsView view(&second);
    view.resize(600, 300);
    view.show();
    second.setNight(night());
    const auto *shown = view.findChild<KMessageWidget *>();
    QVERIFY(WAIT_FOR(shown->isVisible()));
    QVERIFY(shown->text().contains(u"are lost when you close Nightdesk"_s));
    QVERIFY(shown->text().endsWith(u"Close one of them."_s));
    const auto *below = view.findChild<QScrollArea *>();
    QVERIFY(WAIT_FOR(shown->height() >= shown->heightForWidth(shown->width()) && !shown->geometry().intersects(below->geometry()))); // nothing of it is cut
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        view.grab().save(shots + u"/diagnostics-full-disk.png"_s);
    }
}

void DiagnosticsViewTest::everythingHasANameAndIsReachable()
{
    QVERIFY(WAIT_FOR(m_view->plots().size() == 6));
    // How buttons show the keyboard is the style's, which is Breeze only in the program.
    const QStringList problems = AccessibleCheck::unnamed(m_view.get()) + AccessibleCheck::clashes(m_view.get()) + AccessibleCheck::unreachable(m_view.get());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void DiagnosticsViewTest::itFitsASmallScreen()
{
    QCOMPARE(CutText::tooLarge(m_view.get()).join(u"\n"_s), QString());
}

NIGHTDESK_TEST(DiagnosticsViewTest)
#include "diagnosticsviewtest.moc"
