// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/diagnosticsview.h"

#include "monitors/figures/figurerecorder.h"
#include "widgets/diagnostics/figurespanel.h"
#include "widgets/diagnostics/histogramspanel.h"
#include "widgets/diagnostics/plotaxis.h"
#include "widgets/diagnostics/timeplot.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// A unique key for a source, because a connection and a desktop may have the same id.
QString keyOf(const FigureSource &source)
{
    return QString::number(static_cast<int>(source.kind)) + u':' + source.id;
}

QIcon iconOf(FigureSource::Kind kind)
{
    using enum FigureSource::Kind;
    return QIcon::fromTheme(kind == Connection ? u"network-connect"_s : kind == Program ? u"window"_s : u"video-display"_s);
}

constexpr quint32 minNightSeconds = 600; ///< the plots of a whole night show at least this many seconds, even if the night has just begun

QToolButton *addToolButton(QHBoxLayout *bar, const QString &icon, const QString &text)
{
    auto *made = new QToolButton;
    bar->addWidget(made);
    made->setIcon(QIcon::fromTheme(icon));
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setAutoRaise(true);
    return made;
}
}

DiagnosticsView::DiagnosticsView(const FigureRecorder *recorder, QWidget *parent, std::function<quint32()> now)
    : QWidget(parent)
    , m_figureRecorder(recorder)
    , m_currentTime(now ? std::move(now) :
                [] {
                    return static_cast<quint32>(QDateTime::currentSecsSinceEpoch());
                })
    , m_zone(QTimeZone::UTC)
    , m_sourceBox(new QComboBox)
    , m_rangeBox(new QComboBox)
    , m_messageWidget(new KMessageWidget)
    , m_emptyLabel(new QLabel(i18nc("@info", "No figures yet. They appear here while an instrument is connected.")))
    , m_histogramsPanel(new HistogramsPanel)
    , m_figuresPanel(new FiguresPanel)
    , m_plotLayout(new QVBoxLayout)
    , m_followedSpanSeconds(600)
{
    m_sourceBox->setAccessibleName(i18nc("@info accessible name", "Connection or desktop"));
    m_sourceBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rangeBox->setAccessibleName(i18nc("@info accessible name", "Time span"));
    m_rangeBox->addItem(i18nc("@item:inlistbox a time span", "Last 10 minutes"), 600);
    m_rangeBox->addItem(i18nc("@item:inlistbox a time span", "Last hour"), 3600);
    m_rangeBox->addItem(i18nc("@item:inlistbox a time span", "Last 4 hours"), 14400);
    m_rangeBox->addItem(i18nc("@item:inlistbox a time span", "Whole night"));
    m_rangeBox->setPlaceholderText(i18nc("@item:inlistbox a time span that was chosen in a plot", "Selected span"));
    auto *bar = new QHBoxLayout;
    bar->addWidget(m_sourceBox);
    bar->addWidget(m_rangeBox);
    bar->addStretch();
    const QToolButton *earlier = addToolButton(bar, u"go-previous"_s, i18nc("@info:tooltip", "Show the time before"));
    const QToolButton *later = addToolButton(bar, u"go-next"_s, i18nc("@info:tooltip", "Show the time after"));
    const QToolButton *out = addToolButton(bar, u"zoom-out"_s, i18nc("@info:tooltip", "Zoom out"));
    const QToolButton *in = addToolButton(bar, u"zoom-in"_s, i18nc("@info:tooltip", "Zoom in"));
    // While the view follows the present, zoom around the present: the middle of the span may be before the first
    // figures.
    const auto center = [this] {
        return m_cursorTime.value_or(m_chosenSpan ? span().from + (span().to - span().from) / 2 : span().to);
    };
    connect(in, &QToolButton::clicked, this, [this, center] {
        zoom(0.5, center());
    });
    connect(out, &QToolButton::clicked, this, [this, center] {
        zoom(2, center());
    });
    connect(earlier, &QToolButton::clicked, this, [this] {
        pan(-0.5);
    });
    connect(later, &QToolButton::clicked, this, [this] {
        pan(0.5);
    });
    m_messageWidget->setMessageType(KMessageWidget::Warning);
    m_messageWidget->setCloseButtonVisible(false);
    m_messageWidget->setWordWrap(true);
    m_messageWidget->hide();
    m_emptyLabel->setAlignment(Qt::AlignCenter);
    m_emptyLabel->setWordWrap(true);
    m_plotLayout->addWidget(m_emptyLabel);
    m_plotLayout->addWidget(m_figuresPanel->sentencesLabel());
    m_plotLayout->addWidget(m_histogramsPanel); // placed below the plots
    m_plotLayout->addWidget(m_figuresPanel);
    auto *page = new QWidget;
    page->setLayout(m_plotLayout);
    m_plotLayout->setContentsMargins(0, 0, 0, 0);
    m_plotLayout->setSpacing(2);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(page);
    scroll->setFocusPolicy(Qt::NoFocus); // no focus: the plots have the focus, and scroll this area
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(bar);
    column->addWidget(m_messageWidget);
    column->addWidget(scroll, 1);

    connect(m_sourceBox, &QComboBox::activated, this, [this] {
        m_chosenSourceKey = m_sourceBox->currentData().toString();
        refresh();
    });
    connect(m_rangeBox, &QComboBox::activated, this, [this](int index) {
        const QVariant seconds = m_rangeBox->itemData(index);
        showLatestPeriod(seconds.isValid() ? std::optional(seconds.toUInt()) : std::nullopt);
    });
    connect(m_figuresPanel, &FiguresPanel::trialRequested, this, [this] {
        if (const FigureSeries *series = shownSeries()) {
            Q_EMIT trialRequested(series->source().id);
        }
    });
    connect(recorder, &FigureRecorder::rowsAdded, this, [this] {
        refreshSources();
        refresh();
    });
    connect(recorder, &FigureRecorder::problemChanged, this, &DiagnosticsView::showSaveProblem);
    showSaveProblem(recorder->writeProblem());
    refreshSources();
}

void DiagnosticsView::setTimeZone(const QTimeZone &zone)
{
    m_zone = zone;
    for (TimePlot *plot : std::as_const(m_plots)) {
        plot->setTimeZone(zone);
    }
}

void DiagnosticsView::showSaveProblem(const QString &writeProblem)
{
    m_messageWidget->setText(
        i18nc("@info %1 is why, and what to do", "Figures of tonight cannot be saved and are lost when you close Nightdesk. Cause: %1", writeProblem));
    m_messageWidget->setVisible(!writeProblem.isEmpty());
}

void DiagnosticsView::refreshSources()
{
    int row = 0;
    for (const FigureSeries &series : m_figureRecorder->series()) {
        const FigureSource &source = series.source();
        if (source.kind == FigureSource::Kind::Encodings) {
            continue; // the list of sources has no entry for encodings, because they are shown with their desktop
        }
        const QString key = keyOf(source);
        if (row >= m_sourceBox->count()) {
            m_sourceBox->addItem(iconOf(source.kind), source.title, key);
        } else if (m_sourceBox->itemText(row) != source.title || m_sourceBox->itemData(row) != key) {
            m_sourceBox->setItemText(row, source.title);
            m_sourceBox->setItemData(row, key);
        }
        if (key == m_chosenSourceKey && m_sourceBox->currentIndex() != row) {
            m_sourceBox->setCurrentIndex(row);
        }
        ++row;
    }
    while (m_sourceBox->count() > row) {
        m_sourceBox->removeItem(m_sourceBox->count() - 1);
    }
    if (m_chosenSourceKey.isEmpty()) {
        switchToLatestConnection();
    }
    m_sourceBox->setEnabled(m_sourceBox->count() > 0);
    m_emptyLabel->setVisible(m_sourceBox->count() == 0);
}

/// If the user chose no source, selects a running connection instead of one that has ended.
void DiagnosticsView::switchToLatestConnection()
{
    // A connection has ended if it has had no figures for this many seconds while another connection has some.
    constexpr quint32 endedAfterSeconds = 15;
    const auto newest = [](const FigureSeries &series) {
        return series.size() > 0 ? series.times().back() : 0;
    };
    const FigureSeries *latest = nullptr;
    for (const FigureSeries &series : m_figureRecorder->series()) {
        if (series.source().kind == FigureSource::Kind::Connection && (!latest || newest(series) > newest(*latest))) {
            latest = &series;
        }
    }
    const FigureSeries *current = shownSeries();
    if (latest && current && newest(*current) + endedAfterSeconds < newest(*latest)) {
        m_sourceBox->setCurrentIndex(m_sourceBox->findData(keyOf(latest->source())));
    }
}

FigureTimeRange DiagnosticsView::fullSpan() const
{
    const quint32 now = m_currentTime() + 1;
    quint32 from = now - minNightSeconds;
    for (const FigureSeries &series : m_figureRecorder->series()) {
        if (series.size() > 0) {
            from = std::min(from, series.times().front());
        }
    }
    return {from, now};
}

FigureTimeRange DiagnosticsView::followedSpan() const
{
    const FigureTimeRange night = fullSpan();
    return m_followedSpanSeconds ? FigureTimeRange{night.to - *m_followedSpanSeconds, night.to} : night;
}

FigureTimeRange DiagnosticsView::span() const
{
    return m_chosenSpan.value_or(followedSpan());
}

void DiagnosticsView::showLatestPeriod(std::optional<quint32> periodInSeconds)
{
    m_followedSpanSeconds = periodInSeconds;
    m_chosenSpan.reset();
    refresh();
}

void DiagnosticsView::setSpan(const FigureTimeRange &span)
{
    if (span.to >= fullSpan().to) { // a span that reaches up to the present follows the present, as the sentences above the plots do
        m_followedSpanSeconds = span.to - span.from;
        m_chosenSpan.reset();
    } else {
        m_chosenSpan = span;
    }
    m_rangeBox->setCurrentIndex(-1);
    refresh();
}

void DiagnosticsView::zoom(double factor, quint32 center)
{
    setSpan(PlotAxis::zoomedSpan(span(), factor, center, fullSpan()));
}

void DiagnosticsView::pan(double part)
{
    setSpan(PlotAxis::movedSpan(span(), static_cast<qint64>(part * (span().to - span().from)), fullSpan()));
}

void DiagnosticsView::setCursorTime(std::optional<quint32> at)
{
    m_cursorTime = at;
    for (TimePlot *plot : std::as_const(m_plots)) {
        plot->setCursorTime(at);
    }
}

QList<TimePlot *> DiagnosticsView::plots() const
{
    QList<TimePlot *> shownSeries;
    std::ranges::copy_if(m_plots, std::back_inserter(shownSeries), [](const TimePlot *plot) {
        return !plot->isHidden();
    });
    return shownSeries;
}

TimePlot *DiagnosticsView::addPlot()
{
    auto *plot = new TimePlot;
    plot->setTimeZone(m_zone);
    plot->setCursorTime(m_cursorTime);
    connect(plot, &TimePlot::cursorTimeRequested, this, &DiagnosticsView::setCursorTime);
    connect(plot, &TimePlot::timeRangeRequested, this, &DiagnosticsView::setSpan);
    connect(plot, &TimePlot::zoomRequested, this, &DiagnosticsView::zoom);
    connect(plot, &TimePlot::panRequested, this, &DiagnosticsView::pan);
    m_plotLayout->insertWidget(m_plotLayout->indexOf(m_histogramsPanel), plot);
    m_plots.append(plot);
    return plot;
}

const FigureSeries *DiagnosticsView::shownSeries() const
{
    const QString key = m_sourceBox->currentData().toString();
    const auto found = std::ranges::find(m_figureRecorder->series(), key, [](const FigureSeries &series) {
        return keyOf(series.source());
    });
    return found == m_figureRecorder->series().end() ? nullptr : &*found;
}

void DiagnosticsView::refresh()
{
    if (!isVisible()) {
        return;
    }
    const FigureSeries *series = shownSeries();
    const FigureTimeRange span = this->span();
    const int columns = m_plots.isEmpty() ? std::max(1, width()) : m_plots.first()->pixelColumnCount();
    const QList<PlotData> data = series
        ? Plots::plotsOf(m_figureRecorder->series(), static_cast<std::size_t>(series - m_figureRecorder->series().data()), span, columns)
        : QList<PlotData>();
    if (series) {
        m_figuresPanel->setFigures(*m_figureRecorder, *series);
        m_histogramsPanel->setDistributions(series->distributions());
    } else {
        m_figuresPanel->hide();
        m_histogramsPanel->hide();
        m_figuresPanel->sentencesLabel()->hide();
    }
    for (qsizetype i = 0; i < std::max(data.size(), m_plots.size()); ++i) {
        if (i < data.size()) {
            TimePlot *plot = i < m_plots.size() ? m_plots[i] : addPlot();
            plot->setData(data[i], span);
            plot->show();
        } else {
            m_plots[i]->hide();
        }
    }
}

void DiagnosticsView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refreshSources();
    refresh();
}

void DiagnosticsView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    refresh();
}
}
