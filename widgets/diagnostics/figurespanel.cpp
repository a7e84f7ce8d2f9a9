// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/figurespanel.h"

#include "monitors/figures/figurebuckets.h"
#include "monitors/figures/figurerecorder.h"
#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "monitors/xtraffic/xliverates.h"
#include "widgets/common/plainlabel.h"
#include "widgets/diagnostics/plotdata.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
namespace
{
QString ratioText(std::optional<double> ratio)
{
    return ratio ? Plots::valueText(PlotData::Unit::Ratio, *ratio) : Wording::rate({});
}

QString countText(std::optional<quint32> count)
{
    return count ? QLocale().toString(*count) : Wording::rate({});
}

QString kernelFigureOrigins()
{
    return i18nc("@info where figures come from", "TCP_INFO here, ss on the remote host");
}

/// A table row for a figure that only the kernel of the sending host knows. Its cells: title, figure of received data, figure of sent data, and where
/// the figures come from.
template<class Figure>
QStringList rowOfSenderFigure(const QString &title, const LinkFlow &flow, std::optional<Figure> TcpFacts::*figure, QString (*textOf)(std::optional<Figure>))
{
    QStringList row{title};
    for (const FlowDirection direction : {FlowDirection::Received, FlowDirection::Sent}) {
        const auto senderFacts = flow.senderFacts(direction);
        row.append(senderFacts ? textOf((*senderFacts).*figure) : Wording::rate({}));
    }
    return row << kernelFigureOrigins();
}

QString totalText(const FigureSeries &series, int column)
{
    const FigureTimeRange all{series.size() > 0 ? series.times().front() : 0, ~quint32(0)};
    return i18nc("@info an estimated size", "≈ %1", FigureWording::bytes(Bytes{static_cast<std::int64_t>(FigureBuckets::total(series, column, all))}));
}
}

FiguresPanel::FiguresPanel(QWidget *parent)
    : QWidget(parent)
    , m_figureSentencesLabel(PlainLabel::createWrapped())
    , m_figuresTable(new QTreeWidget)
    , m_figureSourceLabel(PlainLabel::createWrapped())
    , m_trialButton(new QPushButton(i18nc("@action:button", "Try Settings…")))
{
    m_figureSentencesLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figuresTable->setRootIsDecorated(false);
    m_figuresTable->setUniformRowHeights(true);
    m_figuresTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_figuresTable->setAccessibleName(i18nc("@info accessible name", "Figures at this moment"));
    m_figuresTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_figuresTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_figuresTable->header()->setStretchLastSection(true);
    m_figuresTable->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_figureSourceLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_figuresTable);
    column->addWidget(m_figureSourceLabel);
    column->addWidget(m_trialButton, 0, Qt::AlignLeft);
    connect(m_figuresTable, &QTreeWidget::currentItemChanged, this, &FiguresPanel::showSourceOfCurrentFigure);
    m_trialButton->setToolTip(i18nc("@info:tooltip", "Measure which compression shows this desktop fastest"));
    connect(m_trialButton, &QPushButton::clicked, this, &FiguresPanel::trialRequested);
    m_figureSentencesLabel->setParent(this);
    m_figureSentencesLabel->hide();
    hide();
}

QLabel *FiguresPanel::sentencesLabel() const
{
    return m_figureSentencesLabel;
}

void FiguresPanel::setFigures(const FigureRecorder &recorder, const FigureSeries &series)
{
    const QString id = series.source().id;
    const bool isConnection = series.source().kind == FigureSource::Kind::Connection;
    const LinkMonitor *link = isConnection ? recorder.linkMonitor(id) : nullptr;
    const bool isProgram = series.source().kind == FigureSource::Kind::Program;
    const DisplayMonitor *desktop = isConnection || isProgram ? nullptr : recorder.displayMonitor(id);
    const bool isHostNotAnswering = isConnection && !link && recorder.isHostNotAnswering(id);
    m_roundTripLayers = isProgram ? recorder.programLayers(id) : QList<RoundTripLayer>();
    setVisible(link || desktop || !m_roundTripLayers.isEmpty());
    m_figureSentencesLabel->setVisible(link || desktop || isHostNotAnswering || !m_roundTripLayers.isEmpty());
    m_trialButton->setVisible(desktop);
    m_figureSentencesLabel->setToolTip({});
    if (link) {
        showConnection(*link, series);
    } else if (desktop) {
        showDesktop(*desktop, recorder.isQualityFixed(id).value_or(false), series);
    } else if (isHostNotAnswering) {
        m_figureSentencesLabel->setText(i18nc("@info", "The remote host does not answer. Its figures of this moment appear when it does."));
    } else if (!m_roundTripLayers.isEmpty()) {
        showProgram(recorder.liveProgramRates(id).value_or(XLiveRates()), recorder.linkMonitor(series.source().connection));
    }
}

void FiguresPanel::showConnection(const LinkMonitor &monitor, const FigureSeries &series)
{
    using enum FlowDirection;
    const LinkFlow &flow = monitor.flow();
    const LinkHistory &history = monitor.history();
    QStringList sentences{FigureWording::flow(Received, flow.verdict(Received)), FigureWording::flow(Sent, flow.verdict(Sent))};
    if (flow.remoteReportState() == LinkFlow::RemoteReportState::NoReport) {
        sentences.append(i18nc("@info", "The remote host does not show its TCP counters: what limits received data is estimated."));
    }
    if (const QString advice = FigureWording::compressionAdvice(monitor.compressionAdvice()); !advice.isEmpty()) {
        sentences.append(advice);
    }
    m_figureSentencesLabel->setText(sentences.join(u'\n'));

    const auto flowRow = [&flow](const QString &title, std::optional<Bytes> FlowVerdict::*part, QString (*text)(std::optional<Bytes>), const QString &source) {
        return QStringList{title, text(flow.verdict(Received).*part), text(flow.verdict(Sent).*part), source};
    };
    const QString derived = i18nc("@info where a figure comes from", "Window ÷ round trip; less if a full window carries less");
    const QString delivery = i18nc("@info where a figure comes from", "Delivery rate × round trip");
    const QString cpu = i18nc("@info where a figure comes from", "Clock of the connection’s thread, both directions");
    const QString counters = i18nc("@info where figures come from", "Counters of ssh here");
    const auto volumeRow = [&history, &counters](const QString &title, Bytes LinkHistory::Volume::*part) {
        const auto text = [&history, part](FlowDirection direction) {
            const auto recentVolume = history.recentVolume(direction);
            return FigureWording::bytes(recentVolume ? std::optional((*recentVolume).*part) : std::nullopt);
        };
        return QStringList{title, text(Received), text(Sent), counters};
    };
    const bool isOfSsh = flow.verdict(Received).flowLimit == FlowLimit::ChannelWindow || flow.verdict(Sent).flowLimit == FlowLimit::ChannelWindow;
    const QString windows = isOfSsh ? i18nc("@info where figures come from", "TCP_INFO and ssh here, ss on the remote host") : kernelFigureOrigins();
    QList<QStringList> rows;
    rows << flowRow(i18nc("@item a figure", "Effective window"), &FlowVerdict::windowSize, FigureWording::bytes, windows);
    rows << flowRow(i18nc("@item a figure: what a limit lets through", "Allowed by the limit"), &FlowVerdict::allowedRate, Wording::rate, derived);
    rows << flowRow(i18nc("@item a figure", "Bandwidth-delay product"), &FlowVerdict::bandwidthDelayProduct, FigureWording::bytes, delivery);
    rows << rowOfSenderFigure(i18nc("@item a figure: bytes", "Sent, not acknowledged"), flow, &TcpFacts::bytesInFlight, FigureWording::bytes);
    rows << rowOfSenderFigure(i18nc("@item a figure: bytes", "Waiting in the send buffer"), flow, &TcpFacts::unsentBytes, FigureWording::bytes);
    rows << rowOfSenderFigure(i18nc("@item a figure", "Congestion window"), flow, &TcpFacts::congestionWindow, FigureWording::bytes);
    rows << rowOfSenderFigure(i18nc("@item a figure: TCP's", "Delivery rate"), flow, &TcpFacts::deliveryRate, Wording::rate);
    rows << rowOfSenderFigure(i18nc("@item a figure: TCP's", "Segments sent again"), flow, &TcpFacts::retransmits, countText);
    rows << rowOfSenderFigure(i18nc("@item a figure: TCP's", "Segments lost now"), flow, &TcpFacts::lostSegments, countText);
    rows << rowOfSenderFigure(i18nc("@item a figure: TCP's", "Times reordered"), flow, &TcpFacts::reorderedSegments, countText);
    rows << QStringList{i18nc("@item a figure: bytes", "Waiting for ssh here"), Wording::rate({}), FigureWording::bytes(flow.queues().waitingBytes), counters};
    rows << volumeRow(i18nc("@item a figure: bytes", "Before ssh, last 10 s"), &LinkHistory::Volume::payloadBytes);
    rows << volumeRow(i18nc("@item a figure: bytes", "On the network, last 10 s"), &LinkHistory::Volume::wireBytes);
    rows << QStringList{i18nc("@item a figure", "Compression by ssh, last 10 s"),
                        ratioText(history.recentCompressionRatio(Received)),
                        ratioText(history.recentCompressionRatio(Sent)),
                        counters};
    const QString night = i18nc("@info where a figure comes from", "Recorded rates of the night");
    rows << QStringList{i18nc("@item a figure: bytes", "Before ssh, tonight"),
                        totalText(series, FigureColumn::PayloadRateIn),
                        totalText(series, FigureColumn::PayloadRateOut),
                        night};
    rows << QStringList{i18nc("@item a figure: bytes", "On the network, tonight"),
                        totalText(series, FigureColumn::WireRateIn),
                        totalText(series, FigureColumn::WireRateOut),
                        night};
    if (const auto share = history.cpuShare()) {
        rows << QStringList{i18nc("@item a figure", "CPU of ssh"), Plots::valueText(PlotData::Unit::Share, *share), QString(), cpu};
    }
    const QString none = i18nc("@info the error of a figure", "none");
    const QString old = i18nc("@info the error of a figure", "none here; on the remote host up to 20 s old");
    m_errorsBySource = {{kernelFigureOrigins(), old},
                        {windows, old},
                        {derived, i18nc("@info the error of a figure", "that of the round trip; the limit itself changes within seconds")},
                        {delivery, i18nc("@info the error of a figure", "that of the round trip")},
                        {counters, none},
                        {night, i18nc("@info the error of a figure", "under 0.1 %")},
                        {cpu, i18nc("@info the error of a figure", "under 1 ms")}};
    setTable({i18nc("@title:column", "Figure"),
              i18nc("@title:column data that comes", "Received"),
              i18nc("@title:column data that goes", "Sent"),
              i18nc("@title:column where a figure comes from", "Source")},
             rows);
}

void FiguresPanel::showDesktop(const DisplayMonitor &monitor, bool isQualityFixed, const FigureSeries &series)
{
    const DisplayHistory &history = monitor.history();
    QStringList sentences;
    const float level = series.size() > 0 ? series.value(series.size() - 1, FigureColumn::JpegQuality) : -1;
    if (series.size() == 0) {
        sentences.append(i18nc("@info", "Image quality: not known yet."));
    } else if (level >= 0) {
        sentences.append(isQualityFixed ? i18nc("@info", "Image quality: JPEG level %1 of 9, set in the profile.", static_cast<int>(level))
                                        : i18nc("@info", "Image quality: JPEG level %1 of 9, selected by Nightdesk.", static_cast<int>(level)));
    } else {
        sentences.append(isQualityFixed ? i18nc("@info", "Image quality: lossless, set in the profile.")
                                        : i18nc("@info", "Image quality: lossless, selected by Nightdesk."));
    }
    sentences.append(history.compressionRatio()
                         ? i18nc("@info %1: as 31 : 1", "Raw pixels to received bytes in the last 10 s: %1.", ratioText(history.compressionRatio()))
                         : i18nc("@info", "Too little was received in the last 10 s to give a ratio."));
    m_figureSentencesLabel->setText(sentences.join(u'\n'));
    const auto recentShares = history.recentEncodingShares();
    const auto all = history.encodingSharesSinceStart();
    const auto text = [](const std::optional<EncodingShares> &shares, std::size_t kind, double EncodingShares::Share::*part) {
        return shares ? Plots::valueText(PlotData::Unit::Share, shares->sharesByKind[kind].*part) : Wording::rate({});
    };
    QList<QStringList> rows;
    for (std::size_t kind = 0; kind < RfbWire::pixelKinds; ++kind) {
        const auto decodingPerMegapixel = all ? all->sharesByKind[kind].decodingPerMegapixel : std::nullopt;
        rows << QStringList{FigureWording::encodingName(static_cast<RfbWire::PixelKind>(kind)),
                            text(recentShares, kind, &EncodingShares::Share::pixels),
                            text(recentShares, kind, &EncodingShares::Share::bytes),
                            text(all, kind, &EncodingShares::Share::pixels),
                            text(all, kind, &EncodingShares::Share::bytes),
                            decodingPerMegapixel ? Wording::duration(*decodingPerMegapixel) : Wording::rate({})};
    }
    m_errorsBySource.clear();
    setTable({i18nc("@title:column", "Encoding"),
              i18nc("@title:column a share", "Pixels, 10 s"),
              i18nc("@title:column a share", "Bytes, 10 s"),
              i18nc("@title:column a share, since the connection began", "Pixels, All"),
              i18nc("@title:column a share, since the connection began", "Bytes, All"),
              i18nc("@title:column a time", "Decoding per Megapixel")},
             rows);
}

void FiguresPanel::showProgram(const XLiveRates &rates, const LinkMonitor *link)
{
    // ssh compresses all data of a connection together, so the network bytes of one program are estimated by the connection's ratio.
    const auto onNetwork = [link](Bytes perSecond, FlowDirection direction) -> std::optional<QString> {
        const auto ratio = link ? link->history().recentCompressionRatio(direction) : std::nullopt;
        return ratio && *ratio > 0 ? std::optional(Wording::rate(Bytes{static_cast<std::int64_t>(static_cast<double>(perSecond.count) / *ratio)}))
                                   : std::nullopt;
    };
    const Bytes from{XLiveRates::perSecond(rates.bytesUp)};
    const Bytes to{XLiveRates::perSecond(rates.bytesDown)};
    const auto fromOnNetwork = onNetwork(from, FlowDirection::Received);
    const auto toOnNetwork = onNetwork(to, FlowDirection::Sent);
    m_figureSentencesLabel->setText(
        i18nc("@info two data rates", "From the program: %1 before ssh, ≈ %2 on the network.", Wording::rate(from), fromOnNetwork.value_or(Wording::rate({})))
        + u'\n'
        + i18nc("@info two data rates", "To the program: %1 before ssh, ≈ %2 on the network.", Wording::rate(to), toOnNetwork.value_or(Wording::rate({}))));
    m_figureSentencesLabel->setToolTip(i18nc("@info:tooltip", "Bytes of X messages in the last 5 s; on the network by the ratio of the whole connection"));
    QList<QStringList> rows;
    for (const RoundTripLayer &layer : std::as_const(m_roundTripLayers)) {
        const DurationFigure &figure = layer.figure;
        rows << QStringList{FigureWording::title(layer, {}),
                            FigureWording::time(figure, figure.now),
                            FigureWording::time(figure, figure.least),
                            FigureWording::time(figure, figure.median),
                            FigureWording::time(figure, figure.p95),
                            FigureWording::certainty(figure.certainty)};
    }
    setTable({i18nc("@title:column", "Layer"),
              i18nc("@title:column a time at this moment", "Now"),
              i18nc("@title:column the least of some times", "Min."),
              i18nc("@title:column the median", "p50"),
              i18nc("@title:column the 95th percentile", "p95"),
              i18nc("@title:column measured or estimated", "Kind")},
             rows);
}

void FiguresPanel::showSourceOfCurrentFigure()
{
    QTreeWidgetItem *row = m_figuresTable->currentItem();
    if (!row) {
        m_figureSourceLabel->setText(i18nc("@info", "Click a row to see where its figures come from."));
        return;
    }
    if (const int index = m_figuresTable->indexOfTopLevelItem(row); index < m_roundTripLayers.size()) {
        m_figureSourceLabel->setText(FigureWording::explanation(m_roundTripLayers[index], {}));
        return;
    }
    const QString source = row->text(m_figuresTable->columnCount() - 1);
    m_figureSourceLabel->setText(
        m_errorsBySource.isEmpty()
            ? i18nc("@info %1: an encoding",
                    "%1: counters of the VNC worker for each rectangle, and its clock for decoding. Error: none; the clock’s is under 1 ms.",
                    row->text(0))
            : i18nc("@info a figure, where it comes from, its error", "%1: %2. Error: %3.", row->text(0), source, m_errorsBySource.value(source)));
}

void FiguresPanel::setTable(const QStringList &headers, const QList<QStringList> &rows)
{
    m_figuresTable->setColumnCount(static_cast<int>(headers.size()));
    m_figuresTable->setHeaderLabels(headers);
    while (m_figuresTable->topLevelItemCount() > rows.size()) {
        delete m_figuresTable->takeTopLevelItem(m_figuresTable->topLevelItemCount() - 1);
    }
    for (qsizetype i = 0; i < rows.size(); ++i) {
        QTreeWidgetItem *item = m_figuresTable->topLevelItem(static_cast<int>(i));
        item = item ? item : new QTreeWidgetItem(m_figuresTable);
        for (qsizetype column = 0; column < rows[i].size(); ++column) {
            item->setText(static_cast<int>(column), rows[i][column]);
        }
    }
    const int rowHeight = qMax(m_figuresTable->sizeHintForRow(0), m_figuresTable->fontMetrics().lineSpacing());
    const bool isWide = m_figuresTable->header()->length() > m_figuresTable->viewport()->width();
    m_figuresTable->setFixedHeight(m_figuresTable->header()->sizeHint().height() + static_cast<int>(rows.size()) * rowHeight + 2 * m_figuresTable->frameWidth()
                                   + (isWide ? m_figuresTable->style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0));
    showSourceOfCurrentFigure();
}
}
