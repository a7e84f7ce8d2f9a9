// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/histogramplot.h"

#include "widgets/common/accessiblerole.h"
#include "widgets/diagnostics/plotcolors.h"
#include "widgets/diagnostics/plotdata.h"
#include "widgets/wording/distributionwording.h"
#include "widgets/wording/figurewording.h"

#include <KLocalizedString>

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int leastBuckets = 12; ///< at least this many buckets are drawn: a single bar would not explain its axis
constexpr int shareLines = 3;
/// Milliseconds; Schmidt et al. 1999: below 50 nobody notices a delay, above 150 everybody does.
constexpr std::array perceptionLimits{50.0, 150.0};
constexpr std::array timeMarks{0.1, 0.5, 2.0, 10.0, 50.0, 150.0, 500.0, 2000.0, 10000.0};
constexpr std::array byteMarks{2.0, 32.0, 1024.0, 32768.0, 1048576.0, 33554432.0, 1073741824.0};
constexpr std::array pixelMarks{2.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0, 10000000.0};

template<std::size_t Size>
QList<double> toList(const std::array<double, Size> &marks)
{
    return QList<double>(marks.begin(), marks.end());
}
}

HistogramPlot::HistogramPlot(FigureDistributions::Kind kind, QWidget *parent)
    : QWidget(parent)
    , m_figureKind(kind)
    , m_histogram(FigureDistributions()[kind])
{
    setAccessibleRole(this, QAccessible::Chart);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateAccessibleText();
}

void HistogramPlot::setHistogram(const FigureHistogram &histogram)
{
    if (m_histogram != histogram) {
        m_histogram = histogram;
        updateAccessibleText();
        update();
    }
}

QString HistogramPlot::axisValueText(double value) const
{
    if (m_histogram.scale() == FigureHistogram::Scale::Milliseconds) {
        return Plots::valueText(PlotData::Unit::Milliseconds, value);
    }
    return m_figureKind == FigureDistributions::BytesPerInput ? FigureWording::bytes(Bytes{static_cast<std::int64_t>(value)})
                                                              : QLocale().toString(static_cast<qint64>(value));
}

QRectF HistogramPlot::plotArea() const
{
    const int line = fontMetrics().lineSpacing();
    const int left = fontMetrics().horizontalAdvance(Plots::valueText(PlotData::Unit::Share, 1)) + fontMetrics().averageCharWidth();
    return QRectF(rect()).adjusted(left, line * (showsUserDelay() ? 3.9 : 2.8), -fontMetrics().averageCharWidth() * 2, -line * 1.3);
}

QSize HistogramPlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 45, fontMetrics().lineSpacing() * 11};
}

QSize HistogramPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().lineSpacing() * 11};
}

bool HistogramPlot::showsUserDelay() const
{
    return m_figureKind == FigureDistributions::InputToChange || m_figureKind == FigureDistributions::InputToQuiet;
}

int HistogramPlot::bucketOf(double value) const
{
    int bucket = 0;
    while (bucket < FigureHistogram::bucketCount - 1 && value >= m_histogram.upperBorder(bucket)) {
        ++bucket;
    }
    return bucket;
}

int HistogramPlot::firstBucket() const
{
    int first = 0;
    while (first < FigureHistogram::bucketCount - 1 && m_histogram.count(first) == 0) {
        ++first;
    }
    if (showsUserDelay()) {
        first = std::min(first, bucketOf(perceptionLimits.front()));
    }
    return std::clamp(first - 1, 0, FigureHistogram::bucketCount - leastBuckets);
}

int HistogramPlot::lastBucket() const
{
    int last = FigureHistogram::bucketCount - 1;
    while (last > 0 && m_histogram.count(last) == 0) {
        --last;
    }
    if (showsUserDelay()) {
        last = std::max(last, bucketOf(perceptionLimits.back()));
    }
    return std::clamp(last + 1, firstBucket() + leastBuckets - 1, FigureHistogram::bucketCount - 1);
}

double HistogramPlot::xOf(double value) const
{
    const QRectF plot = plotArea();
    const int first = firstBucket();
    const double step = plot.width() / (lastBucket() - first + 1);
    double place = 0;
    for (int bucket = first; bucket <= lastBucket(); ++bucket, place += 1) {
        const double lowerBorder = m_histogram.lowerBorder(bucket);
        const double upperBorder = m_histogram.upperBorder(bucket);
        // Within a bucket the scale is logarithmic, but linear in the first one: it begins at 0, which has no logarithm.
        if (value < upperBorder) {
            const double part = lowerBorder > 0 ? std::log(value / lowerBorder) / std::log(upperBorder / lowerBorder) : value / upperBorder;
            return plot.left() + step * (place + std::max(part, 0.0));
        }
    }
    return plot.right();
}

void HistogramPlot::setChosenBucket(std::optional<int> bucket)
{
    if (m_chosenBucket != bucket) {
        m_chosenBucket = bucket;
        updateAccessibleText();
        update();
    }
}

QString HistogramPlot::valueText() const
{
    return valueTextLines().join(u" · "_s);
}

QStringList HistogramPlot::valueTextLines() const
{
    const quint64 totalCount = m_histogram.totalCount();
    if (totalCount == 0) {
        return {i18nc("@info of a distribution", "No values tonight")};
    }
    const auto percent = [](double share) {
        return Plots::valueText(PlotData::Unit::Share, share);
    };
    if (m_chosenBucket) {
        const quint32 count = m_histogram.count(*m_chosenBucket);
        return {
            i18nc("@info a part of a distribution: %1 and %2 are its borders, %3 how many values are in it, %4 the same as a percentage, %5 how many are below",
                  "%1 to %2: %3 (%4) · %5 below",
                  axisValueText(m_histogram.lowerBorder(*m_chosenBucket)),
                  axisValueText(m_histogram.upperBorder(*m_chosenBucket)),
                  QLocale().toString(count),
                  percent(count / static_cast<double>(totalCount)),
                  percent(m_histogram.shareBelow(m_histogram.lowerBorder(*m_chosenBucket)).value_or(0)))};
    }
    const QStringList words{i18ncp("@info how many values a distribution has", "%1 value", "%1 values", totalCount),
                            i18nc("@info the median and the 95th percentile",
                                  "p50 %1 · p95 %2",
                                  axisValueText(*m_histogram.quantile(0.5)),
                                  axisValueText(*m_histogram.quantile(0.95)))};
    if (!showsUserDelay()) {
        return {words.join(u" · "_s)};
    }
    QStringList parts;
    for (const double limit : perceptionLimits) {
        parts.append(
            i18nc("@info of a distribution: a percentage, a time", "%1 below %2", percent(m_histogram.shareBelow(limit).value_or(0)), axisValueText(limit)));
    }
    return {words.join(u" · "_s), parts.join(u" · "_s)};
}

void HistogramPlot::updateAccessibleText()
{
    setAccessibleName(DistributionWording::title(m_figureKind));
    setAccessibleDescription(valueText());
    // The tool tip has the whole text, because the text in the plot may be cut.
    setToolTip(m_chosenBucket ? QString() : valueTextLines().join(u'\n'));
}

void HistogramPlot::drawAxes(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const
{
    const QFontMetrics metrics = fontMetrics();
    for (const double share : Plots::gridLineValues(PlotData::Unit::Share, top, shareLines)) {
        const double y = plotArea.bottom() - plotArea.height() * std::min(share / top, 1.0);
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(plotArea.left(), y), QPointF(plotArea.right(), y));
        painter.setPen(colors.faintText);
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, plotArea.left() - metrics.averageCharWidth() / 2.0, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         Plots::valueText(PlotData::Unit::Share, share));
    }
    const bool isTime = m_histogram.scale() == FigureHistogram::Scale::Milliseconds;
    const QList<double> marks = isTime ? toList(timeMarks) : m_figureKind == FigureDistributions::BytesPerInput ? toList(byteMarks) : toList(pixelMarks);
    const double begin = m_histogram.lowerBorder(firstBucket());
    const double end = m_histogram.upperBorder(lastBucket());
    double free = plotArea.left() - metrics.averageCharWidth(); // x position where the next label may begin
    for (const double mark : marks) {
        if (mark < begin || mark > end) {
            continue;
        }
        const double x = xOf(mark);
        const QString label = axisValueText(mark);
        const double wide = metrics.horizontalAdvance(label);
        if (x - wide / 2 < free || x + wide / 2 > width()) {
            continue;
        }
        free = x + wide / 2 + metrics.averageCharWidth();
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(x, plotArea.bottom()), QPointF(x, plotArea.bottom() + 3));
        painter.setPen(colors.text);
        painter.drawText(QRectF(x - wide, plotArea.bottom() + 3, wide * 2, metrics.height()), Qt::AlignCenter, label);
    }
    for (const double limit : isTime ? toList(perceptionLimits) : QList<double>()) {
        if (limit > begin && limit < end) {
            painter.setPen(QPen(colors.referenceLine, 1, Qt::DashLine));
            painter.drawLine(QPointF(xOf(limit), plotArea.top()), QPointF(xOf(limit), plotArea.bottom()));
        }
    }
}

void HistogramPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotColors colors = PlotColors::of(palette());
    const QFontMetrics metrics = fontMetrics();
    const QRectF plot = plotArea();
    painter.fillRect(rect(), colors.background);
    const auto totalCount = static_cast<double>(std::max<quint64>(m_histogram.totalCount(), 1));
    double most = 0;
    for (int bucket = 0; bucket < FigureHistogram::bucketCount; ++bucket) {
        most = std::max(most, m_histogram.count(bucket) / totalCount);
    }
    const double top = Plots::gridLineValues(PlotData::Unit::Share, std::max(most, 0.05), shareLines).last();
    drawAxes(painter, plot, colors, top);
    const double step = plot.width() / (lastBucket() - firstBucket() + 1);
    for (int bucket = firstBucket(); bucket <= lastBucket(); ++bucket) {
        const double high = plot.height() * m_histogram.count(bucket) / totalCount / top;
        const double left = plot.left() + step * (bucket - firstBucket());
        if (bucket == m_chosenBucket) {
            painter.fillRect(QRectF(left, plot.top(), step, plot.height()), colors.selection);
        }
        if (high > 0) { // a bar is at least 1.5 pixels high, so that even the rarest bucket is visible
            const double shown = std::max(high, 1.5);
            painter.fillRect(QRectF(left + 0.5, plot.bottom() - shown, std::max(step - 1, 1.0), shown), colors.curveColor(0));
        }
    }
    painter.setPen(colors.text);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const double margin = metrics.averageCharWidth();
    painter.drawText(QRectF(margin, metrics.lineSpacing() * 0.15, width() - 2 * margin, metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     DistributionWording::title(m_figureKind));
    painter.setFont(font());
    painter.setPen(colors.faintText);
    double y = metrics.lineSpacing() * 1.2;
    for (const QString &line : valueTextLines()) {
        painter.drawText(QRectF(margin, y, width() - 2 * margin, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(line, Qt::ElideRight, static_cast<int>(width() - 2 * margin)));
        y += metrics.lineSpacing();
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -1, -1));
    }
}

void HistogramPlot::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF plot = plotArea();
    const int count = lastBucket() - firstBucket() + 1;
    const double part = (event->position().x() - plot.left()) / std::max(plot.width(), 1.0);
    setChosenBucket(part < 0 || part >= 1 ? std::nullopt : std::optional(firstBucket() + static_cast<int>(part * count)));
}

void HistogramPlot::leaveEvent(QEvent *)
{
    setChosenBucket({});
}

void HistogramPlot::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        setChosenBucket(std::max(m_chosenBucket.value_or(lastBucket() + 1) - 1, firstBucket()));
        return;
    case Qt::Key_Right:
        setChosenBucket(std::min(m_chosenBucket.value_or(firstBucket() - 1) + 1, lastBucket()));
        return;
    case Qt::Key_Escape:
        if (m_chosenBucket) {
            setChosenBucket({});
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void HistogramPlot::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    setChosenBucket({});
}
}
